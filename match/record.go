package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// record is a game in a journal. The lists have one value for each ply: scores
// in hundredths of a man, times in nanoseconds.
type record struct {
	Number  int       `json:"number"`
	First   string    `json:"first"`
	Opening string    `json:"opening,omitempty"`
	Rules   string    `json:"rules"`
	Start   string    `json:"start"`
	Moves   string    `json:"moves"`
	Scores  []int     `json:"scores"`
	Depths  []int     `json:"depths"`
	Nodes   []int64   `json:"nodes"`
	Times   []int64   `json:"times"`
	Left    []int64   `json:"left"`
	Result  string    `json:"result"`
	Ending  string    `json:"ending"`
	Detail  string    `json:"detail,omitempty"`
	Ended   time.Time `json:"ended"`
}

func newRecord(g *Game) record {
	r := record{
		Number: g.Number, First: g.First.String(), Opening: g.Opening.Name, Rules: g.Game.Rules().String(), Start: g.Game.Start().FEN(),
		Result: g.Game.Outcome().Result(), Ending: g.Ending.String(), Detail: g.Detail, Ended: g.Ended,
	}
	var moves []string
	for i, m := range g.Game.Moves() {
		moves = append(moves, g.Game.PositionAt(i).MoveText(m))
		reply := g.Replies[i]
		r.Scores = append(r.Scores, int(reply.Score))
		r.Depths = append(r.Depths, reply.Depth)
		r.Nodes = append(r.Nodes, reply.Nodes)
		r.Times = append(r.Times, int64(g.Times[i]))
		r.Left = append(r.Left, int64(g.Left[i]))
	}
	r.Moves = strings.Join(moves, " ")
	return r
}

// game plays the record over again.
func (r *record) game() (Game, error) {
	g := Game{Number: r.Number, Detail: r.Detail, Ended: r.Ended}
	rules, err := draughts.ParseDrawRules(r.Rules)
	if err != nil {
		return g, err
	}
	start, err := draughts.ParsePosition(r.Start)
	if err != nil {
		return g, err
	}
	if r.First == draughts.Black.String() {
		g.First = draughts.Black
	}
	g.Opening = Opening{Name: r.Opening, Position: start}
	g.Game = draughts.NewGame(start, rules)
	for _, text := range strings.Fields(r.Moves) {
		if err := g.Game.PlayText(text); err != nil {
			return g, err
		}
	}
	n := g.Game.Plies()
	if r.Number < 1 || len(r.Scores) != n || len(r.Depths) != n || len(r.Nodes) != n || len(r.Times) != n || len(r.Left) != n {
		return g, errors.New("the lists differ in length")
	}
	for i := range n {
		g.Replies = append(g.Replies, Reply{Move: g.Game.Moves()[i], Score: engine.Score(r.Scores[i]), Depth: r.Depths[i], Nodes: r.Nodes[i]})
		g.Times = append(g.Times, time.Duration(r.Times[i]))
		g.Left = append(g.Left, time.Duration(r.Left[i]))
	}
	return g, g.end(r)
}

// end gives a game its recorded end, where the board has not.
func (g *Game) end(r *record) error {
	ending := slices.Index(endings[:], r.Ending)
	if ending < 0 {
		return fmt.Errorf("no such ending %q", r.Ending)
	}
	var err error
	switch e := Ending(ending); {
	case e == OnBoard:
	case r.Result == "1/2-1/2":
		err = g.draw(e, r.Detail)
	case r.Result == "1-0":
		err = g.lose(draughts.Black, e, r.Detail)
	default:
		err = g.lose(draughts.White, e, r.Detail)
	}
	if got := g.Game.Outcome().Result(); err == nil && got != r.Result {
		err = fmt.Errorf("the moves give %s instead of %s", got, r.Result)
	}
	return err
}
