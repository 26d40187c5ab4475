package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/bolshak-draughts/bolshak/analysis"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/reports"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// worthJSON is what a position is worth to White, in men and in chances.
type worthJSON struct {
	Score float64 `json:"score"`
	Win   float64 `json:"win"`
	Draw  float64 `json:"draw"`
	Loss  float64 `json:"loss"`
}

// bestJSON is the line that the player could have had; Score is White's.
type bestJSON struct {
	Text  string      `json:"text"`
	PV    []string    `json:"pv"`
	Moves []wire.Move `json:"moves"`
	Score float64     `json:"score"`
}

// judgedJSON is a move as it was judged. Its worth is that of the position after
// it.
type judgedJSON struct {
	Ply int `json:"ply"`
	worthJSON
	Best       bestJSON `json:"best"`
	Lost       float64  `json:"lost"`
	Forced     bool     `json:"forced"`
	Judgement  string   `json:"judgement"`
	MissedShot bool     `json:"missedShot"`
}

// accuracyJSON is how much of what could be expected each side kept, in
// hundredths; null where it had no choice.
type accuracyJSON struct {
	White *float64 `json:"white"`
	Black *float64 `json:"black"`
}

// The messages of a report on its way.
type (
	reportQueuedJSON struct {
		T      string `json:"t"`
		Before int    `json:"before"`
	}
	reportProgressJSON struct {
		T    string `json:"t"`
		Done int    `json:"done"`
		Of   int    `json:"of"`
	}
	reportErrorJSON struct {
		T       string        `json:"t"`
		Problem *wire.Problem `json:"problem"`
	}
	reportJSON struct {
		T        string       `json:"t"`
		Accuracy accuracyJSON `json:"accuracy"`
		Start    worthJSON    `json:"start"`
		Moves    []judgedJSON `json:"moves"`
	}
)

// report judges a game and tells how far it has come, one JSON message a line.
func (s *Server) report(w http.ResponseWriter, r *http.Request) {
	var q stateless.GameRequest
	problem := wire.ReadJSON(w, r, &q)
	var g *stateless.Game
	if problem == nil {
		g, problem = q.Play()
	}
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	p, problem := s.who(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	leave, ok := s.open(w, r)
	if !ok {
		return
	}
	defer leave()
	person := personOf(r, p)
	ctx, cancel := context.WithCancel(r.Context())
	st := newStream()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer st.end()
		s.judge(ctx, person, g.Game, func(message any) {
			text, err := json.Marshal(message)
			if err != nil {
				panic(err) // numbers and texts only
			}
			st.send(text)
		})
	}()
	s.serveStream(ctx, w, r, st)
	cancel()
	<-done
}

// judge has a game judged and tells of it, at last the report or why there is
// none.
func (s *Server) judge(ctx context.Context, person string, g *draughts.Game, tell func(any)) {
	report, err := s.reports.Judge(ctx, person, g, func(p reports.Progress) {
		if p.Before > 0 {
			tell(reportQueuedJSON{"queued", p.Before})
		} else {
			tell(reportProgressJSON{"progress", p.Done, p.Of})
		}
	})
	switch {
	case errors.Is(err, reports.ErrCrowded):
		tell(reportErrorJSON{"error", wire.ErrBusy})
	case errors.Is(err, reports.ErrReplaced), errors.Is(err, context.Canceled):
		tell(reportErrorJSON{"error", wire.ErrStopped})
	case err != nil:
		s.log.ErrorContext(ctx, "a game cannot be judged", "error", err)
		tell(reportErrorJSON{"error", wire.ErrInternal})
	default:
		tell(newReport(report))
	}
}

// worthOf tells a score of the side to move as White sees it.
func worthOf(score engine.Score, turn draughts.Color) worthJSON {
	win, draw, loss := score.Chances()
	men := float64(score) / 100
	if turn == draughts.Black {
		return worthJSON{-men, loss, draw, win}
	}
	return worthJSON{men, win, draw, loss}
}

func newReport(r analysis.Report) reportJSON {
	j := reportJSON{T: "report", Moves: make([]judgedJSON, 0, len(r.Moves))}
	share := func(c draughts.Color) *float64 {
		if r.Accuracy[c] < 0 {
			return nil
		}
		return &r.Accuracy[c]
	}
	j.Accuracy = accuracyJSON{share(draughts.White), share(draughts.Black)}
	for i, m := range r.Moves {
		turn := m.Before.Turn()
		best := worthOf(m.Best.Score, turn)
		if i == 0 {
			j.Start = best
		}
		told := judgedJSON{
			Ply:        m.Ply,
			worthJSON:  worthOf(m.Score, turn),
			Best:       bestJSON{PV: []string{}, Moves: []wire.Move{}, Score: best.Score},
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
