package draughts

import (
	"context"
	"sync"
	"sync/atomic"
)

// PerftOptions says how [Perft] counts. The zero value counts moves in one
// goroutine without a table.
type PerftOptions struct {
	// Routes counts every order in which a capture can take its pieces as a
	// move of its own, as some published tables do. Where a king lands between
	// two pieces that stand in one line makes no difference here, unlike in
	// [Position.Routes].
	Routes bool
	// Threads is the number of goroutines; less than 1 means 1.
	Threads int
	// Table, which may be nil, keeps counts already made and may serve many
	// calls. The counts stay exact: it holds whole positions.
	Table *PerftTable
	// Progress, if not nil, is told how many of how many parts of the work are
	// done. It is called by several goroutines, one at a time.
	Progress func(done, total int)
}

// Perft returns the number of ways to play depth plies from p. Depth 0 or less
// is one way. The last ply is counted without being played. It returns early
// with the context's error when ctx ends.
func Perft(ctx context.Context, p Position, depth int, opt PerftOptions) (uint64, error) {
	if depth <= 0 {
		return 1, ctx.Err()
	}
	divided, err := PerftDivide(ctx, p, depth, opt)
	var sum uint64
	for _, d := range divided {
		sum += d.Nodes
	}
	return sum, err
}

// PerftMove is the share of a first move in a perft count.
type PerftMove struct {
	Move  Move
	Nodes uint64
}

// PerftDivide returns the count of [Perft] for each legal move of p, in the
// order of [Position.AppendMoves]. Depth must be at least 1.
func PerftDivide(ctx context.Context, p Position, depth int, opt PerftOptions) ([]PerftMove, error) {
	first := p.mover()
	moves, orders := first.appendWithOrders(nil, nil)
	result := make([]PerftMove, len(moves))
	for i, m := range moves {
		result[i].Move = m
	}
	// A job is a position one or two plies on: enough of them to keep all
	// threads busy to the end.
	type job struct {
		position Position
		depth    int
		ways     uint64
		nodes    *atomic.Uint64
	}
	sums := make([]atomic.Uint64, len(moves))
	var jobs []job
	for i, m := range moves {
		ways := uint64(1)
		if opt.Routes {
			ways = orders[i]
		}
		next := p.PlayUnchecked(m)
		if depth < 4 {
			jobs = append(jobs, job{next, depth - 1, ways, &sums[i]})
			continue
		}
		second := next.mover()
		replies, replyOrders := second.appendWithOrders(nil, nil)
		for j, reply := range replies {
			w := ways
			if opt.Routes {
				w *= replyOrders[j]
			}
			jobs = append(jobs, job{next.PlayUnchecked(reply), depth - 2, w, &sums[i]})
		}
	}
	var taken atomic.Int64
	var progress sync.Mutex
	done := 0
	var wg sync.WaitGroup
	for range max(1, min(opt.Threads, len(jobs))) {
		wg.Go(func() {
			c := perftCounter{ctx: ctx, table: opt.Table}
			for {
				i := int(taken.Add(1)) - 1
				if i >= len(jobs) || ctx.Err() != nil {
					return
				}
				j := &jobs[i]
				if opt.Routes {
					j.nodes.Add(j.ways * c.byOrders(j.position, j.depth))
				} else {
					m := j.position.mover()
					j.nodes.Add(c.moves(m.own, m.opp, m.kings, m.turn, j.depth))
				}
				if opt.Progress != nil {
					progress.Lock()
					done++
					opt.Progress(done, len(jobs))
					progress.Unlock()
				}
			}
		})
	}
	wg.Wait()
	for i := range result {
		result[i].Nodes = sums[i].Load()
	}
	return result, ctx.Err()
}

// appendWithOrders appends the legal moves to moves and the number of orders of
// each to orders; both must be of one length.
func (m *mover) appendWithOrders(moves []Move, orders []uint64) ([]Move, []uint64) {
	empty := m.empty()
	c := capturer{opp: m.opp, far: farRanks[m.turn&1], moves: moves, countOrders: true, orders: orders}
	c.all(m, empty)
	if len(c.moves) > len(moves) {
		return c.moves, c.orders
	}
	moves = m.appendQuiet(moves, empty)
	for len(orders) < len(moves) {
		orders = append(orders, 1)
	}
	return moves, orders
}

// perftCounter counts in one goroutine.
type perftCounter struct {
	ctx    context.Context
	table  *PerftTable
	visits uint32
	stop   bool

	// captures holds the lists of captures of the inner plies, one behind
	// another; a ply cuts off its own when it is done.
	captures []Move
	ways     []uint64
	// chains finds the captures of the last ply.
	chains capturer
}

// stopped looks at the context once in a while; nodes above depth 3 ask.
func (c *perftCounter) stopped() bool {
	if c.visits++; c.visits&0xfff == 0 && c.ctx.Err() != nil {
		c.stop = true
	}
	return c.stop
}

// moves counts by moves. It works on the ghost layout all the way down, with
// the pieces of the mover and its opponent exchanged at each ply.
func (c *perftCounter) moves(own, opp, kings ghost, turn Color, depth int) uint64 {
	if depth <= 1 {
		if depth < 1 {
			return 1
		}
		return c.last(own, opp, kings, turn)
	}
	if depth > 3 && c.stopped() {
		return 0
	}
	var key perftKey
	if c.table != nil && depth > 2 {
		key = perftKeyOf(own, opp, kings, turn, depth, false)
		if nodes, ok := c.table.get(key); ok {
			return nodes
		}
	}
	m := mover{own: own, opp: opp, kings: kings, turn: turn}
	empty := m.empty()
	var sum uint64
	if m.hasCapture(empty) {
		sum = c.afterCaptures(&m, empty, depth-1)
	} else {
		sum = c.afterQuiet(&m, empty, depth-1)
	}
	if c.table != nil && depth > 2 && !c.stop {
		c.table.put(key, depth, sum)
	}
	return sum
}

func (c *perftCounter) afterQuiet(m *mover, empty ghost, depth int) (sum uint64) {
	own, opp, kings := m.own, m.opp, m.kings
	far := farRanks[m.turn&1]
	for side := range 2 {
		shift := 5 - side
		for to := m.quietMen(side, empty); to != 0; to &= to - 1 {
			b := to & -to
			from := b >> shift
			if m.turn == Black {
				from = b << shift
			}
			next := own ^ from ^ b
			if depth == 1 {
				sum += c.last(opp, next, kings|b&far, m.turn^1)
			} else {
				sum += c.moves(opp, next, kings|b&far, m.turn^1, depth)
			}
		}
	}
	for k := own & kings; k != 0; k &= k - 1 {
		b := k & -k
		for d := range direction(4) {
			for free := b.free(d, empty); free != 0; free &= free - 1 {
				to := free & -free
				sum += c.moves(opp, own^b^to, kings^b^to, m.turn^1, depth)
			}
		}
	}
	return sum
}

func (c *perftCounter) afterCaptures(m *mover, empty ghost, depth int) (sum uint64) {
	start := len(c.captures)
	f := capturer{opp: m.opp, far: farRanks[m.turn&1], moves: c.captures}
	f.all(m, empty)
	c.captures = f.moves
	p := Position{turn: m.turn}
	for i := start; i < len(c.captures); i++ {
		mv := c.captures[i]
		from, to, taken := bit(mv.From), bit(mv.To), spread(mv.Captured)
		kings := m.kings
		if kings&from != 0 {
			kings = kings&^from | to
		} else if p.crowned(mv) {
			kings |= to
		}
		sum += c.moves(m.opp&^taken, m.own&^from|to, kings&^taken, m.turn^1, depth)
	}
	c.captures = c.captures[:start]
	return sum
}

// last counts the legal moves of the last ply without making a list of them
// wherever the count is plain: men's quiet moves, and jumps of men that end
// after one piece.
func (c *perftCounter) last(own, opp, kings ghost, turn Color) uint64 {
	empty := onBoard &^ (own | opp)
	ur, dl, ul, dr := jumps(opp, empty)
	if own&kings != 0 {
		return c.lastSlow(own, opp, kings, turn)
	}
	if own&(ur|dl|ul|dr) == 0 {
		if turn == White {
			return uint64((own << 5 & empty).count() + (own << 4 & empty).count())
		}
		return uint64((own >> 5 & empty).count() + (own >> 4 & empty).count())
	}
	// The squares where each jump lands; those from which the man goes on (in
	// any direction but back) or is crowned are left for the careful way.
	toUR, toDL, toUL, toDR := own&ur<<10, own&dl>>10, own&ul<<8, own&dr>>8
	far := farRanks[turn&1]
	onUR, onDL := toUR&(ur|ul|dr|far), toDL&(dl|ul|dr|far)
	onUL, onDR := toUL&(ul|ur|dl|far), toDR&(dr|ur|dl|far)
	n := uint64((toUR &^ onUR).count() + (toDL &^ onDL).count() + (toUL &^ onUL).count() + (toDR &^ onDR).count())
	if onUR|onDL|onUL|onDR == 0 {
		return n
	}
	f := &c.chains
	f.opp, f.far, f.moves, f.first = opp, far, f.moves[:0], 0
	for ; onUR != 0; onUR &= onUR - 1 {
		b := onUR & -onUR
		f.goOn(b, b>>5, b>>10, empty)
	}
	for ; onDL != 0; onDL &= onDL - 1 {
		b := onDL & -onDL
		f.goOn(b, b<<5, b<<10, empty)
	}
	for ; onUL != 0; onUL &= onUL - 1 {
		b := onUL & -onUL
		f.goOn(b, b>>4, b>>8, empty)
	}
	for ; onDR != 0; onDR &= onDR - 1 {
		b := onDR & -onDR
		f.goOn(b, b<<4, b<<8, empty)
	}
	return n + uint64(len(f.moves))
}

// goOn appends the captures of a man that begin with the jump from from over
// over to land.
func (c *capturer) goOn(land, over, from, empty ghost) {
	c.from = from.square()
	c.empty = empty | from
	c.landed(land, over)
}

// lastSlow counts the moves of a side that has kings.
func (c *perftCounter) lastSlow(own, opp, kings ghost, turn Color) uint64 {
	m := mover{own: own, opp: opp, kings: kings, turn: turn}
	empty := m.empty()
	f := &c.chains
	f.opp, f.far, f.moves = opp, farRanks[turn&1], f.moves[:0]
	f.all(&m, empty)
	if len(f.moves) > 0 {
		return uint64(len(f.moves))
	}
	n := m.quietMen(0, empty).count() + m.quietMen(1, empty).count()
	for k := own & kings; k != 0; k &= k - 1 {
		for d := range direction(4) {
			n += k.free(d, empty).count()
		}
	}
	return uint64(n)
}

// byOrders counts by moves and orders of jumps.
func (c *perftCounter) byOrders(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth > 2 && c.stopped() {
		return 0
	}
	m := p.mover()
	var key perftKey
	if c.table != nil && depth > 1 {
		key = perftKeyOf(m.own, m.opp, m.kings, m.turn, depth, true)
		if nodes, ok := c.table.get(key); ok {
			return nodes
		}
	}
	start := len(c.captures)
	c.captures, c.ways = m.appendWithOrders(c.captures, c.ways)
	var sum uint64
	for i := start; i < len(c.captures); i++ {
		n := c.ways[i]
		if depth > 1 {
			n *= c.byOrders(p.PlayUnchecked(c.captures[i]), depth-1)
		}
		sum += n
	}
	c.captures, c.ways = c.captures[:start], c.ways[:start]
	if c.table != nil && depth > 1 && !c.stop {
		c.table.put(key, depth, sum)
	}
	return sum
}
