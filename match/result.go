package match

import (
	"fmt"
	"math"
)

// Result is the score of a match from the first player's side. Games are counted
// in pairs of one opening with colors exchanged, since the two games of a pair
// are not independent: a lopsided opening gives each player one win.
type Result struct {
	Wins, Draws, Losses int
	// Pairs counts finished pairs by the points of the first player in them:
	// 0, 1/2, 1, 3/2, 2.
	Pairs [5]int
}

// add counts a game that gave the first player so many half points.
func (r *Result) add(halfPoints int) {
	switch halfPoints {
	case 0:
		r.Losses++
	case 1:
		r.Draws++
	default:
		r.Wins++
	}
}

// Games returns the number of games.
func (r Result) Games() int { return r.Wins + r.Draws + r.Losses }

// prior is counted once for each of the five outcomes of a pair, so that a match
// without any variance is not taken for certain after its first pair.
const prior = 0.1

// pairs returns the number of pairs, and the mean and variance of the points per
// game in them (a pair of points p counts p/2).
func (r Result) pairs() (n, mean, variance float64) {
	var weights [5]float64
	for i, count := range r.Pairs {
		weights[i] = float64(count) + prior
		n += weights[i]
		mean += weights[i] * float64(i) / 4
	}
	mean /= n
	for i, w := range weights {
		d := float64(i)/4 - mean
		variance += w * d * d
	}
	return n, mean, variance / n
}

// elo returns the Elo difference that makes a score likely; infinite for 0 and 1.
func elo(score float64) float64 { return -400 * math.Log10(1/score-1) }

// score is the inverse of elo.
func score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Elo returns the Elo difference by which the first player is stronger, and the
// half width of its 95 % confidence interval, from the finished pairs. The error
// is infinite where the pairs say too little.
func (r Result) Elo() (difference, err float64) {
	n, mean, variance := r.pairs()
	half := 1.959964 * math.Sqrt(variance/n)
	// A difference of nothing may come out as minus zero.
	return elo(mean) + 0, (elo(min(mean+half, 1)) - elo(max(mean-half, 0))) / 2
}

// LOS returns the likelihood of superiority: how sure it is, 0 to 1, that the
// first player is the stronger one, from the finished pairs.
func (r Result) LOS() float64 {
	n, mean, variance := r.pairs()
	return math.Erfc(-(mean-0.5)/math.Sqrt(2*variance/n)) / 2
}

// SPRT is a sequential probability ratio test between two hypotheses: the first
// player is stronger by Elo0, or by Elo1. Alpha and Beta are the chances to
// accept the wrong one.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
}

// LLR returns the logarithm of the likelihood ratio of the two hypotheses, after
// the normal approximation for pairs (M. Van den Bergh, 'The generalized
// sequential probability ratio test for pentanomial results').
func (s SPRT) LLR(r Result) float64 {
	n, mean, variance := r.pairs()
	s0, s1 := score(s.Elo0), score(s.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Bounds returns the values of LLR at which the test ends: at or below lower
// Elo0 is accepted, at or above upper Elo1.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// String returns wins, draws and losses with the Elo difference and its error.
func (r Result) String() string {
	d, e := r.Elo()
	return fmt.Sprintf("%d-%d-%d, Elo %+.1f ± %.1f", r.Wins, r.Draws, r.Losses, d, e)
}
