package reference

import "slices"

// diagonals are the four directions in which pieces move and capture.
var diagonals = []Square{{-1, -1}, {+1, -1}, {-1, +1}, {+1, +1}}

// next is the neighbouring square in a direction; it may be off the board.
func (s Square) next(direction Square) Square {
	return Square{s.File + direction.File, s.Rank + direction.Rank}
}

// freeFrom lists the free squares that follow s in a direction, up to the next
// piece or the edge of the board.
func (p Position) freeFrom(s, direction Square) []Square {
	var free []Square
	for to := s.next(direction); to.onBoard() && p.At(to) == Empty; to = to.next(direction) {
		free = append(free, to)
	}
	return free
}

// chain is a capture on its way.
type chain struct {
	// board has every piece except the moving one: the square it started from
	// counts as empty, and the pieces it has jumped stay until the end and
	// block (the Turkish strike).
	board Position
	// piece is what the moving piece is by now; a man may have been crowned.
	piece Piece
	// squares are the start and then one landing square for each jump.
	squares []Square
	// jumped are the pieces jumped so far, in the order of the jumps.
	jumped []Square
}

// jump is a piece that can be jumped next and the free squares behind it.
type jump struct {
	over   Square
	behind []Square
}

// at is where the moving piece is by now.
func (c chain) at() Square { return c.squares[len(c.squares)-1] }

// jumps lists the enemy pieces that can be jumped next. A man jumps a
// neighbour, forward or backward, onto the square right behind it. A king jumps
// the first piece in a line of free squares and may come down on any free
// square behind it. Own pieces are never jumped, and no piece twice.
func (c chain) jumps() []jump {
	var found []jump
	for _, direction := range diagonals {
		over := c.at().next(direction)
		if free := c.board.freeFrom(c.at(), direction); c.piece.isKing() && len(free) > 0 {
			over = free[len(free)-1].next(direction)
		}
		if !over.onBoard() || !c.board.At(over).belongsTo(c.board.Turn.Opponent()) {
			continue
		}
		if slices.Contains(c.jumped, over) {
			continue
		}
		behind := c.board.freeFrom(over, direction)
		if len(behind) == 0 {
			continue
		}
		if !c.piece.isKing() {
			behind = behind[:1]
		}
		found = append(found, jump{over, behind})
	}
	return found
}

// after is the chain with one more jump in it. A man that arrives on its far
// rank becomes a king at once.
func (c chain) after(over, landing Square) chain {
	next := chain{
		board:   c.board,
		piece:   c.piece,
		squares: append(slices.Clone(c.squares), landing),
		jumped:  append(slices.Clone(c.jumped), over),
	}
	if landing.Rank == c.board.Turn.farRank() {
		next.piece = c.piece.crowned()
	}
	return next
}

// landings carries out one jump in every way the landing rule allows: if from
// some of the free squares behind the jumped piece a further capture exists,
// straight on or sideways, the piece must land on one of those; otherwise it
// may land on any.
func (c chain) landings(j jump) []chain {
	var all, goingOn []chain
	for _, landing := range j.behind {
		next := c.after(j.over, landing)
		all = append(all, next)
		if len(next.jumps()) > 0 {
			goingOn = append(goingOn, next)
		}
	}
	if len(goingOn) > 0 {
		return goingOn
	}
	return all
}

// finished carries the chain to its end in every way: a capture once begun goes
// on for as long as there is something to jump, and any jump may be chosen.
func (c chain) finished() []chain {
	jumps := c.jumps()
	if len(jumps) == 0 {
		return []chain{c}
	}
	var ends []chain
	for _, j := range jumps {
		for _, next := range c.landings(j) {
			ends = append(ends, next.finished()...)
		}
	}
	return ends
}

// captures lists every capture of the side to move, one for each order of jumps
// and choice of landing squares.
func (p Position) captures() []Route {
	var routes []Route
	for _, from := range Squares() {
		piece := p.At(from)
		if !piece.belongsTo(p.Turn) {
			continue
		}
		board := p
		board.set(from, Empty)
		begin := chain{board: board, piece: piece, squares: []Square{from}}
		for _, c := range begin.finished() {
			if len(c.jumped) > 0 {
				routes = append(routes, c.route())
			}
		}
	}
	return routes
}

// route takes the jumped pieces off the board, now that the capture is over,
// and puts the moving piece where it ended.
func (c chain) route() Route {
	result := c.board
	for _, s := range c.jumped {
		result.set(s, Empty)
	}
	result.set(c.at(), c.piece)
	result.Turn = c.board.Turn.Opponent()
	captured := slices.Clone(c.jumped)
	slices.SortFunc(captured, compareSquares)
	return Route{
		Squares: c.squares,
		Jumped:  c.jumped,
		Move:    Move{From: c.squares[0], To: c.at(), Captured: captured, Result: result},
	}
}
