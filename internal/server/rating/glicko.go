package rating

import (
	"math"
	"time"
)

// Result is a game as one of its players sees it.
type Result struct {
	// Rating and Deviation are those of the opponent before the game.
	Rating, Deviation float64
	// Score is 1 for a win, 0.5 for a draw, 0 for a loss.
	Score float64
}

const (
	// scale is how many points of Glicko make a unit of Glicko-2.
	scale = 173.7178
	// tau holds changes of the volatility back. The paper's example has 0.5, and
	// reasonable values are 0.3 to 1.2.
	tau = 0.5
	// precision is where the search for the volatility stops.
	precision = 1e-6
	// maxVolatility keeps a strange series of results from running away.
	maxVolatility = 0.1
)

// update returns the numbers after a rating period, the steps 2 to 8 of the
// paper, with no bounds.
func update(r Rating, results []Result) Rating {
	mu, phi := (r.Rating-StartRating)/scale, r.Deviation/scale
	if len(results) == 0 {
		r.Deviation = scale * math.Hypot(phi, r.Volatility)
		return r
	}
	var precisionSum, surprise float64 // 1/v and delta/v of the paper
	for _, o := range results {
		g := weight(o.Deviation / scale)
		e := expected(mu, (o.Rating-StartRating)/scale, g)
		precisionSum += g * g * e * (1 - e)
		surprise += g * (o.Score - e)
	}
	v := 1 / precisionSum
	r.Volatility = volatility(phi, r.Volatility, v, v*surprise)
	phi = math.Hypot(phi, r.Volatility)
	phi = 1 / math.Sqrt(1/(phi*phi)+precisionSum)
	r.Rating = StartRating + scale*(mu+phi*phi*surprise)
	r.Deviation = scale * phi
	return r
}

// weight is the paper's g: how much a result against an opponent with a
// deviation counts.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expected is the paper's E: the expected score.
func expected(mu, opponent, g float64) float64 { return 1 / (1 + math.Exp(-g*(mu-opponent))) }

// volatility is step 5 of the paper: the root of f by the Illinois method.
func volatility(phi, sigma, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-phi*phi-v-ex)/(2*d*d) - (x-a)/(tau*tau)
	}
	low := a
	var high float64
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	atLow, atHigh := f(low), f(high)
	const rounds = 100 // far more than it takes
	for i := 0; i < rounds && math.Abs(high-low) > precision; i++ {
		mid := low + (low-high)*atLow/(atHigh-atLow)
		atMid := f(mid)
		if atMid*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = mid, atMid
	}
	return math.Exp(low / 2)
}

// At returns the rating as it is at a moment without a game since the last one:
// the deviation grows with every [Period], in parts of it too, up to that of a
// new player.
func (r Rating) At(now time.Time) Rating {
	if r.Games == 0 || !now.After(r.Last) {
		return r
	}
	periods := float64(now.Sub(r.Last)) / float64(Period)
	phi := r.Deviation / scale
	r.Deviation = min(scale*math.Sqrt(phi*phi+periods*r.Volatility*r.Volatility), StartDeviation)
	return r
}

// After returns the ratings of two players after a game at a moment, with the
// score of the first: 1, 0.5 or 0. Both change by what they were before it.
func After(a, b Rating, score float64, now time.Time) (Rating, Rating) {
	a, b = a.At(now), b.At(now)
	return a.after(b, score, now), b.after(a, 1-score, now)
}

func (r Rating) after(opponent Rating, score float64, now time.Time) Rating {
	r = update(r, []Result{{opponent.Rating, opponent.Deviation, score}})
	r.Rating = min(max(r.Rating, 100), 4000)
	r.Deviation = min(max(r.Deviation, MinDeviation), StartDeviation)
	r.Volatility = min(r.Volatility, maxVolatility)
	r.Games++
	r.Last = now
	return r
}
