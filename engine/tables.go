package engine

import (
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// Tables know what endings are worth; *endgame.Tables are such.
type Tables interface {
	// Pieces is the number of pieces up to which the value of every position is
	// known.
	Pieces() int
	Probe(p draughts.Position) (endgame.Result, error)
	Moves(p draughts.Position) ([]endgame.MoveResult, error)
}

// tableWin is the score of a win that the tables know of without its length.
const tableWin Score = 20000

// tableScore turns a result of the tables into a score at a ply. The bound is
// exact for draws and known lengths; a win without its length is at least the
// score, a loss at most; it is 0 where the tables know nothing.
func (s *search) tableScore(r endgame.Result, c draughts.Color, ply int) (Score, bound) {
	length := r.Plies >= 0
	switch {
	case r.Value == endgame.Draw:
		return s.draw[c], exact
	case r.Value == endgame.Win && length:
		return win - Score(r.Plies) - Score(ply), exact
	case r.Value == endgame.Loss && length:
		return -win + Score(r.Plies) + Score(ply), exact
	case r.Value == endgame.Win:
		return tableWin - Score(ply), atLeast
	case r.Value == endgame.Loss:
		return -tableWin + Score(ply), atMost
	}
	return 0, 0
}

// probe looks a node up, if it has few enough pieces.
func (w *worker) probe(n *node, ply int) (Score, bound) {
	s := w.search
	if n.position.Occupied().Count() > s.probePieces {
		return 0, 0
	}
	r, err := s.tables.Probe(n.position)
	if err != nil {
		return 0, 0 // a damaged file is as good as none
	}
	return s.tableScore(r, n.position.Turn(), ply)
}

// consult asks the tables about the root. Where they know the result only moves
// that hold it are left, and the search looks up positions of fewer pieces, so
// that it makes progress towards one; where they also know the lengths of a
// decided ending, the moves are the answer, the best first.
func (s *search) consult() (answer []endgame.MoveResult) {
	pieces := s.root.position.Occupied().Count()
	s.probePieces = s.tables.Pieces()
	if pieces > s.probePieces {
		return nil
	}
	s.probePieces = pieces - 1
	results, err := s.tables.Moves(s.root.position)
	if err != nil || len(results) == 0 || results[0].Value == endgame.Unknown {
		return nil
	}
	if best := results[0]; best.Value != endgame.Draw && best.Plies >= 0 {
		return results
	}
	s.holds = make(map[draughts.Move]bool)
	for _, r := range results {
		if r.Value == results[0].Value {
			s.holds[r.Move] = true
		}
	}
	return nil
}

// answer gives the lines of an ending whose lengths are known.
func (s *search) answer(results []endgame.MoveResult, yield func(Info) bool) {
	for line, r := range results[:min(len(results), s.limits.MultiPV)] {
		score, _ := s.tableScore(r.Result, s.root.position.Turn(), 0)
		info := Info{Depth: 1, Line: line + 1, Score: score, Nodes: 1, Time: time.Since(s.started), PV: s.tableLine(r)}
		if !yield(info) {
			return
		}
	}
}

// tableLine follows the tables from a first move to the end.
func (s *search) tableLine(first endgame.MoveResult) []draughts.Move {
	line := []draughts.Move{first.Move}
	p := s.root.position.PlayUnchecked(first.Move)
	for len(line) < max(1, first.Plies) {
		next, err := s.tables.Moves(p)
		if err != nil || len(next) == 0 {
			break
		}
		line = append(line, next[0].Move)
		p = p.PlayUnchecked(next[0].Move)
	}
	return line
}
