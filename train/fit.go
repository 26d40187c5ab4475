package train

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine/eval"
)

// FitConfig says how weights are learnt.
type FitConfig struct {
	Epochs int
	// Rate is the step size of AdaGrad (J. Duchi et al., 'Adaptive subgradient
	// methods', 2011).
	Rate float64
	// Decay pulls every weight towards its prior: zero, but for men and kings.
	Decay float64
	// Lambda is the share of the search's score in the target, the rest being
	// the result of the game.
	Lambda float64
	Seed   uint64
	// Progress, if not nil, is told the losses so far after each epoch.
	Progress func(Curve)
}

// Loss is what a fit has come to: the mean cross-entropy in nats on positions
// that it has learnt from and on others.
type Loss struct{ Train, Check float64 }

// scale is how many hundredths of a man make a logit before the fit: a man ahead
// wins about three games of four, draws counting half.
const scale = 100

// sample is a position made ready for the fit.
type sample struct {
	first, last int32 // in features
	phase       float32
	score       float32 // in logits, for White
	result      float32 // 0, 1/2, 1
}

// Set is a set of positions to learn from. Each position is in it once.
type Set struct {
	seen     map[draughts.Position]bool
	features []eval.Feature
	train    []sample
	check    []sample
	games    int
}

// Add adds the positions of a block; every twentieth block is kept apart to
// check what was learnt. Positions seen before are left out, and those before
// and after are of whole games, so that none stands on both sides.
func (s *Set) Add(b Block) {
	if s.seen == nil {
		s.seen = make(map[draughts.Position]bool)
	}
	list := &s.train
	if s.games/gamesPerBlock%20 == 0 {
		list = &s.check
	}
	s.games += b.Games
	for _, r := range b.Records {
		if s.seen[r.Position] {
			continue
		}
		s.seen[r.Position] = true
		first := len(s.features)
		s.features = eval.AppendFeatures(s.features, r.Position)
		*list = append(*list, sample{
			first: int32(first), last: int32(len(s.features)),
			phase:  float32(eval.Phase(r.Position)) / 24,
			score:  float32(r.Score) / scale,
			result: float32(r.Result+1) / 2,
		})
	}
}

// Len returns the numbers of positions to learn from and to check with.
func (s *Set) Len() (train, check int) { return len(s.train), len(s.check) }

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// model holds the weights while they are learnt, in logits, two for each feature
// and then two for each part of windows ([eval.PartOf]), and the sums of squared
// gradients of AdaGrad. What a window is worth is the sum of its own weight and
// that of its part.
type model struct {
	weights, squares, prior []float32
}

func newModel() *model {
	n := 2 * (eval.NumFeatures + eval.NumParts)
	m := &model{weights: make([]float32, n), squares: make([]float32, n), prior: make([]float32, n)}
	for phase := range 2 {
		m.prior[2*eval.FeatureMan+phase] = 1
		m.prior[2*eval.FeatureKing+phase] = 3
	}
	copy(m.weights, m.prior)
	return m
}

// partOf returns the place of the part of a feature in the vector of a model.
func partOf(index int32) (place int32, ok bool) {
	part, ok := eval.PartOf(index)
	return eval.NumFeatures + part, ok
}

// weight returns what a feature is worth with many men and with none.
func (m *model) weight(index int32) (full, bare float32) {
	full, bare = m.weights[2*index], m.weights[2*index+1]
	if part, ok := partOf(index); ok {
		full += m.weights[2*part]
		bare += m.weights[2*part+1]
	}
	return full, bare
}

func (m *model) logit(s *Set, p *sample) float32 {
	var full, bare float32
	for _, f := range s.features[p.first:p.last] {
		a, b := m.weight(f.Index)
		full += float32(f.Count) * a
		bare += float32(f.Count) * b
	}
	return full*p.phase + bare*(1-p.phase)
}

func (p *sample) target(lambda float32) float32 {
	return (1-lambda)*p.result + lambda*sigmoid(p.score)
}

func (m *model) loss(s *Set, list []sample, lambda float32) float64 {
	if len(list) == 0 {
		return 0
	}
	sum := 0.0
	for i := range list {
		p := &list[i]
		y, t := float64(sigmoid(m.logit(s, p))), float64(p.target(lambda))
		y = min(max(y, 1e-6), 1-1e-6)
		sum -= t*math.Log(y) + (1-t)*math.Log(1-y)
	}
	return sum / float64(len(list))
}

// Fit learns weights by logistic regression: the logit of White's expected
// result is the sum of the weights that count in a position (M. Buro,
// 'Statistical feature combination for the evaluation of game positions',
// 1995). It returns the best weights on the positions kept apart. It ends early
// with the error of ctx.
func Fit(ctx context.Context, s *Set, cfg FitConfig) (*eval.Weights, Loss, error) {
	m := newModel()
	rng := rand.New(rand.NewPCG(cfg.Seed, 1))
	lambda := float32(cfg.Lambda)
	best := Loss{Train: math.Inf(1), Check: math.Inf(1)}
	bestWeights := append([]float32(nil), m.weights...)
	order := rng.Perm(len(s.train))
	var curve Curve
	for range cfg.Epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for n, i := range order {
			if n%4096 == 0 && ctx.Err() != nil {
				return nil, best, ctx.Err()
			}
			m.step(s, &s.train[i], lambda, float32(cfg.Rate), float32(cfg.Decay))
		}
		loss := Loss{Train: m.loss(s, s.train, lambda), Check: m.loss(s, s.check, lambda)}
		curve = append(curve, loss)
		if cfg.Progress != nil {
			cfg.Progress(curve)
		}
		if loss.Check < best.Check {
			best = loss
			copy(bestWeights, m.weights)
		}
	}
	m.weights = bestWeights
	return m.round(s), best, nil
}

// step learns from one position.
func (m *model) step(s *Set, p *sample, lambda, rate, decay float32) {
	err := sigmoid(m.logit(s, p)) - p.target(lambda)
	for _, f := range s.features[p.first:p.last] {
		g := err * float32(f.Count)
		m.nudge(2*f.Index, g*p.phase, rate, decay)
		m.nudge(2*f.Index+1, g*(1-p.phase), rate, decay)
		if part, ok := partOf(f.Index); ok {
			m.nudge(2*part, g*p.phase, rate, decay)
			m.nudge(2*part+1, g*(1-p.phase), rate, decay)
		}
	}
}

func (m *model) nudge(i int32, gradient, rate, decay float32) {
	g := gradient + decay*(m.weights[i]-m.prior[i])
	m.squares[i] += g * g
	m.weights[i] -= rate * g / float32(math.Sqrt(float64(m.squares[i]))+1e-6)
}

// round turns the weights into hundredths of a man. How many logits a man is
// worth is measured: the logit over the difference of men, over all positions in
// which they differ.
func (m *model) round(s *Set) *eval.Weights {
	var logits, men float64
	for i := range s.train {
		p := &s.train[i]
		for _, f := range s.features[p.first:p.last] {
			if f.Index == eval.FeatureMan {
				logits += float64(m.logit(s, p)) * float64(f.Count)
				men += float64(f.Count) * float64(f.Count)
			}
		}
	}
	unit := 1.0
	if men > 0 && logits > 0 {
		unit = logits / men
	}
	var w eval.Weights
	for i := range int32(eval.NumFeatures) {
		full, bare := m.weight(i)
		w.Set(i, hundredths(full, unit), hundredths(bare, unit))
	}
	return &w
}

func hundredths(weight float32, unit float64) int16 {
	return int16(max(-30000, min(30000, math.Round(float64(weight)/unit*100))))
}
