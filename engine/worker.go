package engine

import "github.com/bolshak-draughts/bolshak/draughts"

const (
	// maxDepth is the deepest iteration.
	maxDepth = 99
	// maxPly bounds the length of a line, extensions and captures included.
	maxPly = 192
)

// worker is one goroutine of a search.
type worker struct {
	search *search
	id     int
	nodes  int64
	told   int64
	stop   bool

	// line holds the keys of the game and of the line searched up to the node
	// before the present one, to find repetitions.
	line    []uint64
	stack   [maxPly + 2]frame
	history history
}

// node is a position in the tree.
type node struct {
	position draughts.Position
	key      uint64
	tally    draughts.Tally
}

// frame is what a worker knows of one ply of the line that it searches.
type frame struct {
	node
	moves   []draughts.Move
	pv      []draughts.Move
	killers [2]draughts.Move
}

func newWorker() *worker {
	w := &worker{}
	for i := range w.stack {
		w.stack[i].moves = make([]draughts.Move, 0, 32)
	}
	return w
}

// begin makes a worker, of which only the memory is kept from the last search,
// ready for this one. Between short searches new memory would cost more time
// than all the rest.
func (w *worker) begin(s *search, id int) {
	w.search, w.id = s, id
	w.nodes, w.told, w.stop = 0, 0, false
	w.line = append(w.line[:0], s.game...)
	for i := range w.stack {
		w.stack[i].killers = [2]draughts.Move{}
	}
	clear(w.history[:])
	w.stack[0].node = s.root
}

// tell adds the nodes searched since the last time to those of the search.
func (w *worker) tell() {
	w.search.nodes.Add(w.nodes - w.told)
	w.told = w.nodes
}

// pollEvery is how often a worker looks whether it must stop, in nodes.
const pollEvery = 512

// visit counts a node and reports whether the search must stop.
func (w *worker) visit() (stop bool) {
	w.nodes++
	if w.nodes&(pollEvery-1) == 0 || w.search.limits.Nodes > 0 && w.nodes-w.told+w.search.nodes.Load() >= w.search.limits.Nodes {
		w.tell()
		w.stop = w.stop || w.search.poll()
	}
	return w.stop
}

// play plays m at a ply; the position is that of the next ply then.
func (w *worker) play(ply int, m draughts.Move) {
	f, next := &w.stack[ply], &w.stack[ply+1]
	next.position = f.position.PlayUnchecked(m)
	next.key = f.position.KeyAfter(f.key, m)
	next.tally = f.tally.After(f.position, m, next.position)
}

// keep makes m and the line found below it the best line at a ply.
func (w *worker) keep(ply int, m draughts.Move) {
	f := &w.stack[ply]
	f.pv = append(append(f.pv[:0], m), w.stack[ply+1].pv...)
}

// list lists the moves at a ply.
func (w *worker) list(ply int) []draughts.Move {
	f := &w.stack[ply]
	f.moves = f.position.AppendMoves(f.moves[:0])
	return f.moves
}

func (w *worker) evaluate(n *node) Score { return Score(w.search.eval.Evaluate(n.position)) }

// ruleStart is the least number of plies since the last change with which a draw
// rule other than the repetition can be met: five moves of the stronger side.
const ruleStart = 9

// drawn reports whether the game is drawn by a rule, or the position has stood
// before, in the game or in the line: going round once is as good as thrice.
// Nothing of the kind happens without kings.
func (w *worker) drawn(n *node) bool {
	if !crowned(n.position) {
		return false
	}
	since := n.tally.SinceChange()
	last := len(w.line)
	for i := last - 4; i >= max(0, last-since); i -= 2 {
		if w.line[i] == n.key {
			return true
		}
	}
	return since >= ruleStart && w.search.rules.Met(n.position, n.tally) != draughts.NotOver
}

// crowned reports whether there are kings.
func crowned(p draughts.Position) bool { return p.Kings(draughts.White)|p.Kings(draughts.Black) != 0 }

// threatened reports whether the side to move would lose something if it passed.
func threatened(p draughts.Position) bool { return p.WithTurn(p.Turn().Other()).MustCapture() }

// given returns the score of a node that needs no search: a draw, or what the
// tables know. A win or loss of unknown length need not settle the matter, since
// the window may ask for more: then the score lies between least and most.
func (w *worker) given(ply int, alpha, beta Score) (score, least, most Score, ok bool) {
	f := &w.stack[ply]
	least, most = -infinity, infinity
	if w.drawn(&f.node) {
		if !f.position.HasMoves() {
			return -win + Score(ply), least, most, true
		}
		return w.search.draw[f.position.Turn()], least, most, true
	}
	switch score, b := w.probe(&f.node, ply); {
	case b == exact, b == atLeast && score >= beta, b == atMost && score <= alpha:
		return score, least, most, true
	case b == atLeast:
		least = score
	case b == atMost:
		most = score
	}
	return 0, least, most, false
}
