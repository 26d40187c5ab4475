package draughts

import "iter"

// mover is a position as the generator sees it: the pieces of the side to move
// and of its opponent, whoever they are. Only quiet moves of men and the far
// rank depend on the color.
type mover struct {
	own, opp, kings ghost
	turn            Color
}

func (p Position) mover() mover {
	own, opp := p.white, p.black
	if p.turn == Black {
		own, opp = opp, own
	}
	return mover{own: spread(own), opp: spread(opp), kings: spread(p.kings), turn: p.turn}
}

func (m *mover) empty() ghost { return onBoard &^ (m.own | m.opp) }

// jumps returns the squares from which a man could jump upRight, downLeft,
// upLeft and downRight: an enemy is next to them and a free square behind it.
func jumps(opp, empty ghost) (ur, dl, ul, dr ghost) {
	return opp >> 5 & (empty >> 10), opp << 5 & (empty << 10),
		opp >> 4 & (empty >> 8), opp << 4 & (empty << 8)
}

// AppendMoves appends the legal moves of p to dst and returns it. The list has
// every move once, in an order that depends on p alone. It allocates nothing
// when dst has room; 64 is enough for nearly all positions.
func (p Position) AppendMoves(dst []Move) []Move {
	m := p.mover()
	empty := m.empty()
	c := capturer{opp: m.opp, far: farRanks[m.turn&1], moves: dst}
	c.all(&m, empty)
	if len(c.moves) > len(dst) {
		return c.moves
	}
	return m.appendQuiet(dst, empty)
}

// Moves yields the legal moves of p in the order of [Position.AppendMoves].
func (p Position) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, m := range p.AppendMoves(make([]Move, 0, 64)) {
			if !yield(m) {
				return
			}
		}
	}
}

// IsLegal reports whether m is a legal move of p.
func (p Position) IsLegal(m Move) bool {
	if !m.From.Valid() || !m.To.Valid() {
		return false
	}
	for legal := range p.Moves() {
		if legal == m {
			return true
		}
	}
	return false
}

// MustCapture reports whether the side to move has a capture, and so must play
// one.
func (p Position) MustCapture() bool {
	m := p.mover()
	return m.hasCapture(m.empty())
}

// HasMoves reports whether the side to move has a legal move; if not, it has
// lost.
func (p Position) HasMoves() bool {
	m := p.mover()
	empty := m.empty()
	if m.quietMen(0, empty)|m.quietMen(1, empty) != 0 {
		return true
	}
	for k := m.own & m.kings; k != 0; k &= k - 1 {
		b := k & -k
		if (b<<5|b>>5|b<<4|b>>4)&empty != 0 {
			return true
		}
	}
	return m.hasCapture(empty)
}

func (m *mover) hasCapture(empty ghost) bool {
	ur, dl, ul, dr := jumps(m.opp, empty)
	if m.own&(ur|dl|ul|dr) != 0 {
		return true
	}
	for k := m.own & m.kings; k != 0; k &= k - 1 {
		for d := range direction(4) {
			over := (k.beyond(d) &^ empty).nearest(d) & m.opp
			if over.step(d)&empty != 0 {
				return true
			}
		}
	}
	return false
}

// quietMen returns the squares to which men may step, by the shift of 5 (side
// 0) or of 4 (side 1).
func (m *mover) quietMen(side int, empty ghost) ghost {
	men := m.own &^ m.kings
	switch {
	case m.turn == White && side == 0:
		return men << 5 & empty
	case m.turn == White:
		return men << 4 & empty
	case side == 0:
		return men >> 5 & empty
	}
	return men >> 4 & empty
}

func (m *mover) appendQuiet(dst []Move, empty ghost) []Move {
	for side := range 2 {
		shift := 5 - side
		for to := m.quietMen(side, empty); to != 0; to &= to - 1 {
			from := to & -to
			if m.turn == White {
				from >>= shift
			} else {
				from <<= shift
			}
			dst = append(dst, Move{From: from.square(), To: to.square()})
		}
	}
	for k := m.own & m.kings; k != 0; k &= k - 1 {
		from := k.square()
		for d := range direction(4) {
			for free := k.free(d, empty); free != 0; free &= free - 1 {
				dst = append(dst, Move{From: from, To: free.square()})
			}
		}
	}
	return dst
}

// capturer finds the captures of a position, piece by piece. Captured pieces
// stay in opp until the whole capture is over, as the Turkish strike demands:
// they are neither jumped again nor passed.
type capturer struct {
	opp   ghost
	empty ghost // free squares; the square where the capture started is one
	far   ghost
	from  Square

	moves []Move
	first int // index in moves of the first capture from this square

	// orders, when wanted, counts the orders of jumps of each move of moves.
	// Both stay in step.
	countOrders bool
	orders      []uint64
}

// all appends the captures of the side to move.
func (c *capturer) all(m *mover, empty ghost) {
	ur, dl, ul, dr := jumps(m.opp, empty)
	for men := m.own &^ m.kings & (ur | dl | ul | dr); men != 0; men &= men - 1 {
		b := men & -men
		c.start(b, empty)
		c.man(b, 0)
	}
	for kings := m.own & m.kings; kings != 0; kings &= kings - 1 {
		b := kings & -kings
		c.start(b, empty)
		c.king(b, 0)
	}
}

func (c *capturer) start(b, empty ghost) {
	c.from = b.square()
	c.first = len(c.moves)
	c.empty = empty | b
}

// man appends the captures of a man that stands on s and has taken the pieces
// in taken, and reports whether it could jump at all. The four directions are
// written out: they are the inmost loop of all.
func (c *capturer) man(s, taken ghost) (jumped bool) {
	opp := c.opp &^ taken
	if over := s << 5 & opp; over<<5&c.empty != 0 {
		c.landed(over<<5, taken|over)
		jumped = true
	}
	if over := s >> 5 & opp; over>>5&c.empty != 0 {
		c.landed(over>>5, taken|over)
		jumped = true
	}
	if over := s << 4 & opp; over<<4&c.empty != 0 {
		c.landed(over<<4, taken|over)
		jumped = true
	}
	if over := s >> 4 & opp; over>>4&c.empty != 0 {
		c.landed(over>>4, taken|over)
		jumped = true
	}
	return jumped
}

// landed goes on with a man that has just landed on s by a jump. On the far
// rank it is a king at once and goes on as one.
func (c *capturer) landed(s, taken ghost) {
	if s&c.far != 0 {
		if c.king(s, taken) {
			return
		}
	} else if c.man(s, taken) {
		return
	}
	c.end(s, taken)
}

// king appends the captures of a king on s in all four directions and reports
// whether there is one.
func (c *capturer) king(s, taken ghost) (jumped bool) {
	for d := range direction(4) {
		if c.ray(s, d, taken) {
			jumped = true
		}
	}
	return jumped
}

// ray appends the captures of a king on s that begin in direction d and reports
// whether there is one. From each square behind the jumped piece it looks
// across; straight on, all those squares see the same piece, so that is looked
// at once. If there is any way on, the landings without one are not allowed; if
// there is none, the capture ends on any of them.
func (c *capturer) ray(s ghost, d direction, taken ghost) bool {
	over := (s.beyond(d) &^ c.empty).nearest(d) & c.opp &^ taken
	if over.step(d)&c.empty == 0 {
		return false
	}
	landings := over.free(d, c.empty)
	taken |= over
	goesOn := c.ray(landings, d, taken)
	for l := landings; l != 0; l &= l - 1 {
		if c.ray(l, d^2, taken) {
			goesOn = true
		}
		if c.ray(l, d^3, taken) {
			goesOn = true
		}
	}
	for l := landings; l != 0 && !goesOn; l &= l - 1 {
		c.end(l&-l, taken)
	}
	return true
}

// end appends the finished capture unless another order of jumps has given it.
func (c *capturer) end(s, taken ghost) {
	m := Move{From: c.from, To: s.square(), Captured: taken.gather()}
	for i := c.first; i < len(c.moves); i++ {
		if c.moves[i] == m {
			if c.countOrders {
				c.orders[i]++
			}
			return
		}
	}
	c.moves = append(c.moves, m)
	if c.countOrders {
		c.orders = append(c.orders, 1)
	}
}
