package work

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/bolshak-draughts/bolshak/analysis"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Limits of the search of each position of a report.
const (
	reportMoveTime = 200 * time.Millisecond
	reportDepth    = 24
)

// reportMaking names how reports are made: those made in another way are not the
// same report.
const reportMaking = "1"

// reportAsk is a game to judge.
type reportAsk struct {
	Making string `json:"making"`
	stateless.GameRequest
}

// reportTold is how many positions of how many have been searched.
type reportTold struct {
	Done int `json:"done"`
	Of   int `json:"of"`
}

// Worth is what a position is worth to White, in men and in chances.
type Worth struct {
	Score float64 `json:"score"`
	Win   float64 `json:"win"`
	Draw  float64 `json:"draw"`
	Loss  float64 `json:"loss"`
}

// Best is the line that the player could have had; Score is White's.
type Best struct {
	Text  string      `json:"text"`
	PV    []string    `json:"pv"`
	Moves []wire.Move `json:"moves"`
	Score float64     `json:"score"`
}

// Judged is a move as it was judged. Its worth is that of the position after it.
type Judged struct {
	Ply int `json:"ply"`
	Worth
	Best       Best    `json:"best"`
	Lost       float64 `json:"lost"`
	Forced     bool    `json:"forced"`
	Judgement  string  `json:"judgement"`
	MissedShot bool    `json:"missedShot"`
}

// Accuracy is how much of what could be expected each side kept, in hundredths;
// null where it had no choice.
type Accuracy struct {
	White *float64 `json:"white"`
	Black *float64 `json:"black"`
}

// Report is a game as it was judged, as clients are told.
type Report struct {
	T        string   `json:"t"` // "report"
	Accuracy Accuracy `json:"accuracy"`
	Start    Worth    `json:"start"`
	Moves    []Judged `json:"moves"`
}

// digest returns a name for a text.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:20])
}

// newReportAsk returns the payload of the job that judges a game, and its name:
// the same game has the same.
func newReportAsk(g *stateless.Game, end *stateless.End) (id string, payload []byte) {
	q := reportAsk{reportMaking, stateless.GameRequest{Start: g.Start, Rules: g.Rules().String(), Moves: []wire.Move{}, End: end}}
	for _, m := range g.Moves() {
		q.Moves = append(q.Moves, wire.NewMove(m))
	}
	payload, err := json.Marshal(q)
	if err != nil {
		panic(err) // texts only
	}
	return digest(payload), payload
}

// errMaking says that a report is to be made in a way that this program does not
// know: it is older or newer than the one that asks.
var errMaking = errors.New("an unknown way of making reports")

// readReportAsk reads the game of a job.
func readReportAsk(payload []byte) (*draughts.Game, error) {
	var q reportAsk
	if err := json.Unmarshal(payload, &q); err != nil {
		return nil, err
	}
	if q.Making != reportMaking {
		return nil, fmt.Errorf("%w: it is %q, known is %q", errMaking, q.Making, reportMaking)
	}
	g, p := q.Play()
	if p != nil {
		return nil, p
	}
	return g.Game, nil
}

// judge makes a report.
func judge(ctx context.Context, t *cluster.Task, e *engine.Engine) ([]byte, error) {
	g, err := readReportAsk(t.Job.Payload)
	if errors.Is(err, errMaking) {
		return nil, err // another worker may know it
	}
	if err != nil {
		return nil, cluster.Hopeless(fmt.Errorf("the game of the job %s: %w", t.Job.ID, err))
	}
	limits := engine.Limits{MoveTime: reportMoveTime, Depth: reportDepth}
	report, err := analysis.Judge(ctx, e, g, limits, func(done, of int) {
		if text, err := json.Marshal(reportTold{done, of}); err == nil {
			t.Tell(text)
		}
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(newReport(report))
}

// worthOf tells a score of the side to move as White sees it.
func worthOf(score engine.Score, turn draughts.Color) Worth {
	win, draw, loss := score.Chances()
	men := float64(score) / 100
	if turn == draughts.Black {
		return Worth{-men, loss, draw, win}
	}
	return Worth{men, win, draw, loss}
}

func newReport(r analysis.Report) Report {
	j := Report{T: "report", Moves: make([]Judged, 0, len(r.Moves))}
	share := func(c draughts.Color) *float64 {
		if r.Accuracy[c] < 0 {
			return nil
		}
		return &r.Accuracy[c]
	}
	j.Accuracy = Accuracy{share(draughts.White), share(draughts.Black)}
	for i, m := range r.Moves {
		turn := m.Before.Turn()
		best := worthOf(m.Best.Score, turn)
		if i == 0 {
			j.Start = best
		}
		told := Judged{
			Ply:        m.Ply,
			Worth:      worthOf(m.Score, turn),
			Best:       Best{PV: []string{}, Moves: []wire.Move{}, Score: best.Score},
			Lost:       m.Lost,
			Forced:     m.Forced,
			Judgement:  m.Judgement.String(),
			MissedShot: m.MissedShot,
		}
		p := m.Before
		for _, move := range m.Best.PV {
			next, err := p.Play(move)
			if err != nil {
				break // the rest of a line from the table may fit another position
			}
			told.Best.PV = append(told.Best.PV, wire.Text(p, move))
			told.Best.Moves = append(told.Best.Moves, wire.NewMove(move))
			p = next
		}
		if len(told.Best.PV) > 0 {
			told.Best.Text = told.Best.PV[0]
		}
		j.Moves = append(j.Moves, told)
	}
	return j
}

// checkReport reads a report and returns what is impossible in it, as one on
// this game.
func checkReport(g *draughts.Game, text []byte) error {
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	moves := g.Moves()
	if r.T != "report" || len(r.Moves) != len(moves) {
		return fmt.Errorf("a %q of %d moves, the game has %d", wire.Clip(r.T, 20), len(r.Moves), len(moves))
	}
	for side, share := range map[string]*float64{"White": r.Accuracy.White, "Black": r.Accuracy.Black} {
		if share != nil && !(*share >= 0 && *share <= 100) {
			return fmt.Errorf("the accuracy of %s is %g", side, *share)
		}
	}
	if len(moves) > 0 {
		if err := checkChances(r.Start.Win, r.Start.Draw, r.Start.Loss, r.Start.Score); err != nil {
			return fmt.Errorf("the start: %w", err)
		}
	}
	for i, m := range r.Moves {
		if err := m.check(i, g.PositionAt(i), moves[i]); err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return nil
}

// check returns what is impossible in what is said of a move.
func (m Judged) check(i int, before draughts.Position, played draughts.Move) error {
	if m.Ply != i+1 {
		return fmt.Errorf("it is told as ply %d", m.Ply)
	}
	if err := checkChances(m.Win, m.Draw, m.Loss, m.Score); err != nil {
		return err
	}
	if err := checkLine(before, m.Best.PV, m.Best.Moves); err != nil {
		return fmt.Errorf("the best line: %w", err)
	}
	if len(m.Best.PV) > 0 && m.Best.Text != m.Best.PV[0] {
		return fmt.Errorf("the best move is %q, its line begins with %q", wire.Clip(m.Best.Text, 80), m.Best.PV[0])
	}
	if !(math.Abs(m.Best.Score) <= float64(engine.Win)/100) {
		return fmt.Errorf("a best score of %g men", m.Best.Score)
	}
	if !(m.Lost >= 0 && m.Lost <= 1) {
		return fmt.Errorf("%g of the points were lost", m.Lost)
	}
	if forced := len(before.AppendMoves(nil)) == 1; m.Forced != forced {
		return fmt.Errorf("forced is %t", m.Forced)
	}
	best := m.Forced || len(m.Best.PV) > 0 && m.Best.PV[0] == wire.Text(before, played)
	if best && m.Lost > 0 {
		return fmt.Errorf("the best move lost %g of the points", m.Lost)
	}
	if want := analysis.JudgementOf(m.Lost); m.Judgement != want.String() {
		return fmt.Errorf("the judgement of %g is %q", m.Lost, wire.Clip(m.Judgement, 20))
	}
	return nil
}
