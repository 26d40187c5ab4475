package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/analysis"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/pdn"
)

type analyzeCmd struct {
	Source  string        `arg:"" help:"Position, start, or a file of games FILE.pdn."`
	Time    time.Duration `placeholder:"5s" help:"Time for each position."`
	Depth   int           `help:"Plies to search."`
	Nodes   int64         `help:"Positions to search."`
	MultiPV int           `name:"multipv" default:"1" help:"Lines to give."`
	Threads int           `default:"1" help:"Threads."`
	Hash    int           `default:"64" placeholder:"MB" help:"Table of the engine in MiB."`
	JSON    bool          `help:"Print JSON lines."`
}

func (analyzeCmd) Help() string {
	return "Without limits a position has five seconds, each position of a file two tenths. Example: bolshak analyze start --time 2s --multipv 3"
}

func (c analyzeCmd) Validate() error {
	if c.Time < 0 || c.Depth < 0 || c.Nodes < 0 || c.MultiPV < 1 || c.Threads < 1 || c.Hash < 1 {
		return errors.New("limits, lines, threads and table must be positive")
	}
	return nil
}

func (c analyzeCmd) Run(ctx context.Context, s streams) error {
	e := engine.New(engine.Options{HashMB: c.Hash, Threads: c.Threads})
	limits := engine.Limits{Depth: c.Depth, Nodes: c.Nodes, MoveTime: c.Time, MultiPV: c.MultiPV}
	limited := c.Time > 0 || c.Depth > 0 || c.Nodes > 0
	if strings.HasSuffix(strings.ToLower(c.Source), ".pdn") {
		if !limited {
			limits.MoveTime = 200 * time.Millisecond
		}
		return c.file(ctx, s, e, limits)
	}
	if !limited {
		limits.MoveTime = 5 * time.Second
	}
	setup, err := parseSetup(c.Source)
	if err != nil {
		return err
	}
	g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	if err != nil {
		return err
	}
	if o := g.Outcome(); o.Reason != draughts.NotOver {
		return fmt.Errorf("the game is over: %s", o)
	}
	for info := range e.Search(ctx, g, limits) {
		if err := c.line(s.out, g.Position(), info); err != nil {
			return err
		}
	}
	return ctx.Err()
}

type lineJSON struct {
	Depth    int      `json:"depth"`
	Line     int      `json:"line"`
	Score    float64  `json:"score"` // in men
	Mate     *int     `json:"plies_to_end,omitempty"`
	Win      float64  `json:"win"`
	Draw     float64  `json:"draw"`
	Loss     float64  `json:"loss"`
	Nodes    int64    `json:"nodes"`
	NPS      int64    `json:"nps"`
	HashFull int      `json:"hashfull"` // in thousandths
	Time     float64  `json:"time"`     // in seconds
	PV       []string `json:"pv"`
}

// line prints a line of search.
func (c analyzeCmd) line(w io.Writer, p draughts.Position, i engine.Info) error {
	win, draw, loss := i.Score.Chances()
	doc := lineJSON{
		Depth: i.Depth, Line: i.Line, Score: float64(i.Score) / 100, Win: win, Draw: draw, Loss: loss,
		Nodes: i.Nodes, NPS: int64(float64(i.Nodes) / max(i.Time.Seconds(), 1e-6)), HashFull: i.HashFull,
		Time: i.Time.Seconds(), PV: texts(p, i.PV),
	}
	if plies, ok := i.Score.Plies(); ok {
		doc.Mate = &plies
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(doc)
	}
	_, err := fmt.Fprintf(w, "depth %d line %d score %s win %.2f draw %.2f loss %.2f nodes %d nps %d hash %d time %.3f pv %s\n",
		doc.Depth, doc.Line, i.Score, win, draw, loss, doc.Nodes, doc.NPS, doc.HashFull, doc.Time, strings.Join(doc.PV, " "))
	return err
}

// texts writes a line of moves in full notation.
func texts(p draughts.Position, line []draughts.Move) []string {
	list := make([]string, 0, len(line))
	for _, m := range line {
		list = append(list, p.MoveText(m))
		p = p.PlayUnchecked(m)
	}
	return list
}

type reportJSON struct {
	Game     int          `json:"game"`
	White    string       `json:"white"`
	Black    string       `json:"black"`
	Accuracy [2]float64   `json:"accuracy"` // of White and Black, in hundredths; -1 without a choice
	Moments  []momentJSON `json:"moments"`
}

type momentJSON struct {
	Ply        int      `json:"ply"`
	Move       string   `json:"move"`
	Judgement  string   `json:"judgement"`
	Score      string   `json:"score"`
	BestScore  string   `json:"best_score"`
	Best       []string `json:"best"`
	Lost       float64  `json:"lost"` // expected points
	MissedShot bool     `json:"missed_shot"`
}

// file reports on every game of a file.
func (c analyzeCmd) file(ctx context.Context, s streams, e *engine.Engine, limits engine.Limits) error {
	number := 0
	return eachGame(ctx, s, c.Source, pdn.Options{}, func(record *pdn.Game) error {
		number++
		g, err := record.Play(draughts.NoDrawRules)
		if err != nil {
			fmt.Fprintf(s.err, "bolshak: game %d: %v\n", number, err)
		}
		if g == nil {
			return nil
		}
		e.NewGame()
		r, err := analysis.Game(ctx, e, g, limits)
		if err != nil {
			return err
		}
		doc := reportJSON{Game: number, White: record.Tags.Get("White"), Black: record.Tags.Get("Black"), Accuracy: r.Accuracy, Moments: []momentJSON{}}
		for _, m := range r.Moments() {
			doc.Moments = append(doc.Moments, momentJSON{
				Ply: m.Ply, Move: m.Before.MoveText(m.Played), Judgement: m.Judgement.String(), Score: m.Score.String(),
				BestScore: m.Best.Score.String(), Best: texts(m.Before, m.Best.PV), Lost: m.Lost, MissedShot: m.MissedShot,
			})
		}
		if c.JSON {
			return json.NewEncoder(s.out).Encode(doc)
		}
		_, err = io.WriteString(s.out, doc.text(g, r))
		return err
	})
}

// text writes a report for people.
func (d reportJSON) text(g *draughts.Game, r analysis.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "game %d: %s - %s, %d plies, accuracy %s and %s\n", d.Game, name(d.White), name(d.Black), g.Plies(), percent(d.Accuracy[0]), percent(d.Accuracy[1]))
	for i, m := range r.Moments() {
		j := d.Moments[i]
		number := fmt.Sprintf("%d.", (m.Ply+int(g.Start().Turn())+1)/2)
		if m.Before.Turn() == draughts.Black {
			number += ".."
		}
		fmt.Fprintf(&b, "  %s %s%s %s, better %s: %s", number, j.Move, m.Judgement.Mark(), j.Score, j.BestScore, strings.Join(j.Best, " "))
		if m.MissedShot {
			b.WriteString(" (a missed shot)")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func name(tag string) string {
	if tag == "" {
		return "?"
	}
	return tag
}

func percent(accuracy float64) string {
	if accuracy < 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", accuracy)
}
