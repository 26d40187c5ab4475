package draughts_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/reference"
)

// key is the form of a move in which both implementations can write it, such
// as "h6>b4xc5,e7,g7".
func key(m draughts.Move) string {
	text := m.From.String() + ">" + m.To.String()
	if m.IsCapture() {
		captured := strings.Split(m.Captured.String(), ",")
		slices.Sort(captured)
		text += "x" + strings.Join(captured, ",")
	}
	return text
}

func keys(p draughts.Position) []string {
	var list []string
	for m := range p.Moves() {
		list = append(list, key(m))
	}
	slices.Sort(list)
	return list
}

// TestMovesTable checks the lists of moves that independent generators agree on.
func TestMovesTable(t *testing.T) {
	for _, row := range rows(t, "moves.tsv") {
		p := position(t, row[0])
		var want []string
		if row[2] != "" {
			want = strings.Split(row[2], ";")
		}
		if got := keys(p); !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %v\nwant %v", row[0], got, want)
		}
	}
}

// TestAgainstReference compares the generator with the slow one, move for move
// and route for route, on legal playouts and on random placements.
func TestAgainstReference(t *testing.T) {
	playouts, placements, anywheres := 1500, 100_000, 20_000
	if testing.Short() {
		playouts, placements, anywheres = 200, 15_000, 3000
	}
	rng := rand.New(rand.NewPCG(64, 1))
	var seen stats
	for range playouts {
		for _, p := range reference.Playout(rng, 120) {
			seen.compare(t, p)
		}
	}
	for i := range placements {
		turn := reference.Side(i % 2)
		var p reference.Position
		switch i / 2 % 4 {
		case 0: // men against men
			p = reference.Placement(rng, 1+rng.IntN(12), 0, 1+rng.IntN(12), 0, turn)
		case 1: // a few kings everywhere
			p = reference.Placement(rng, rng.IntN(6), rng.IntN(5), rng.IntN(6), rng.IntN(5), turn)
		case 2: // kings among many men: long chains and Turkish strikes
			p = reference.Placement(rng, rng.IntN(3), 1+rng.IntN(3), 3+rng.IntN(9), 0, turn)
		case 3:
			p = reference.Placement(rng, 3+rng.IntN(9), rng.IntN(2), rng.IntN(3), 1+rng.IntN(3), turn)
		}
		seen.compare(t, p)
		if seen.failures > 10 {
			t.Fatal("and more")
		}
	}
	for range anywheres { // composers' positions: men on any rank
		seen.compare(t, anywhere(t, rng))
	}
	t.Logf("%+v", seen)
	if seen.positions < placements || seen.kingChains < 1000 || seen.crownedInChain < 300 || seen.circular < 20 || seen.severalOrders < 100 {
		t.Errorf("the sample is too poor: %+v", seen)
	}
}

// anywhere gives a position with up to 12 pieces a side on any squares.
func anywhere(t *testing.T, rng *rand.Rand) reference.Position {
	t.Helper()
	var setup draughts.Setup
	for _, s := range rng.Perm(draughts.Squares)[:2+rng.IntN(20)] {
		side := &setup.White
		if rng.IntN(2) == 0 {
			side = &setup.Black
		}
		*side |= 1 << s
		if rng.IntN(6) == 0 {
			setup.Kings |= 1 << s
		}
	}
	setup.Turn = draughts.Color(rng.IntN(2))
	r, err := reference.Parse(setup.FEN())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// stats counts what the compared positions held.
type stats struct {
	positions, moves                                    int
	kingChains, crownedInChain, circular, severalOrders int
	failures                                            int
}

// placed gives the position of the reference to the fast generator.
func placed(t *testing.T, r reference.Position) draughts.Position {
	t.Helper()
	setup, err := draughts.ParseSetup(r.FEN())
	if err != nil {
		t.Fatal(err)
	}
	p, err := setup.Position(draughts.Forgivable)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (s *stats) compare(t *testing.T, r reference.Position) {
	t.Helper()
	p := placed(t, r)
	s.positions++
	want := r.Moves()
	wantKeys := make([]string, len(want))
	results := make(map[string]string, len(want))
	for i, m := range want {
		wantKeys[i] = m.Key()
		results[m.Key()] = m.Result.FEN()
	}
	slices.Sort(wantKeys)
	if got := keys(p); !slices.Equal(got, wantKeys) {
		s.failures++
		t.Errorf("%s:\ngot  %v\nwant %v", r.FEN(), got, wantKeys)
		return
	}
	if got := p.HasMoves(); got != (len(want) > 0) {
		s.failures++
		t.Errorf("%s: HasMoves %v", r.FEN(), got)
	}
	routes := make(map[string][]string)
	for _, route := range r.Routes() {
		routes[route.Key()] = append(routes[route.Key()], route.String())
	}
	for m := range p.Moves() {
		s.moves++
		next, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: %s: %v", r.FEN(), m, err)
		}
		if next.FEN() != results[key(m)] {
			s.failures++
			t.Errorf("%s: after %s got %s, want %s", r.FEN(), key(m), next.FEN(), results[key(m)])
		}
		if got := p.KeyAfter(p.Key(), m); got != next.Key() {
			s.failures++
			t.Errorf("%s: key after %s differs", r.FEN(), key(m))
		}
		if p.MustCapture() != m.IsCapture() {
			s.failures++
			t.Errorf("%s: MustCapture %v, but %s", r.FEN(), p.MustCapture(), m)
		}
		s.compareRoutes(t, p, m, routes[key(m)])
	}
}

func (s *stats) compareRoutes(t *testing.T, p draughts.Position, m draughts.Move, want []string) {
	t.Helper()
	var got []string
	for _, route := range p.Routes(m) {
		got = append(got, routeText(route, m.IsCapture()))
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		s.failures++
		t.Errorf("%s: routes of %s:\ngot  %v\nwant %v", p.FEN(), key(m), got, want)
	}
	if main := p.MoveText(m); !slices.Contains(want, main) {
		s.failures++
		t.Errorf("%s: %s is written %s, which is no route", p.FEN(), key(m), main)
	}
	switch king := p.Kings(p.Turn()).Has(m.From); {
	case m.Captured.Count() >= 3 && king:
		s.kingChains++
	case m.IsCapture() && !king && p.Crowns(m) && m.To.Bitboard()&draughts.FarRank(p.Turn()) == 0:
		s.crownedInChain++
	}
	if m.From == m.To {
		s.circular++
	}
	if len(want) > 1 {
		s.severalOrders++
	}
}

func routeText(route []draughts.Square, capture bool) string {
	names := make([]string, len(route))
	for i, square := range route {
		names[i] = square.String()
	}
	if capture {
		return strings.Join(names, ":")
	}
	return strings.Join(names, "-")
}

// TestLegs checks of every route of random positions that each leg jumps one
// enemy piece and nothing else, and that quiet moves cross nothing.
func TestLegs(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 2))
	for range 20_000 {
		r := reference.Placement(rng, rng.IntN(4), rng.IntN(4), rng.IntN(8), rng.IntN(4), reference.Side(rng.IntN(2)))
		p := placed(t, r)
		for m := range p.Moves() {
			for _, route := range p.Routes(m) {
				checkLegs(t, p, m, route)
			}
		}
	}
}

func checkLegs(t *testing.T, p draughts.Position, m draughts.Move, route []draughts.Square) {
	t.Helper()
	occupied := p.Occupied() &^ m.From.Bitboard()
	var jumped draughts.Bitboard
	for i := 1; i < len(route); i++ {
		from, to := route[i-1], route[i]
		df, dr := sign(to.File()-from.File()), sign(to.Rank()-from.Rank())
		var over draughts.Bitboard
		for f, r := from.File()+df, from.Rank()+dr; f != to.File(); f, r = f+df, r+dr {
			s, err := draughts.SquareAt(f, r)
			if err != nil {
				t.Fatalf("%s: %s leaves its diagonal: %v", p.FEN(), m, route)
			}
			over |= s.Bitboard() & occupied
		}
		switch {
		case from == to, occupied.Has(to):
			t.Fatalf("%s: %s lands on a piece: %v", p.FEN(), m, route)
		case !m.IsCapture() && over != 0:
			t.Fatalf("%s: %s crosses a piece", p.FEN(), m)
		case m.IsCapture() && (over.Count() != 1 || over&p.Pieces(p.Turn().Other()) == 0 || over&jumped != 0):
			t.Fatalf("%s: leg %d of %v jumps %v", p.FEN(), i, route, over)
		}
		jumped |= over
	}
	if jumped != m.Captured {
		t.Fatalf("%s: %v jumps %v, the move takes %v", p.FEN(), route, jumped, m.Captured)
	}
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// TestRotation checks that turning the board round changes nothing.
func TestRotation(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 3))
	for range 5000 {
		p := placed(t, reference.Placement(rng, rng.IntN(8), rng.IntN(3), rng.IntN(8), rng.IntN(3), reference.White))
		q := p.Rotate()
		if q.Rotate() != p {
			t.Fatalf("%s: turning round twice gives %s", p, q.Rotate())
		}
		var got, want []string
		for m := range p.Moves() {
			want = append(want, key(draughts.Move{From: m.From.Rotate(), To: m.To.Rotate(), Captured: m.Captured.Rotate()}))
		}
		slices.Sort(want)
		if got = keys(q); !slices.Equal(got, want) {
			t.Fatalf("%s: turned round:\ngot  %v\nwant %v", p, got, want)
		}
	}
}

// TestAppendMovesAllocatesNothing holds for all sorts of positions.
func TestAppendMovesAllocatesNothing(t *testing.T) {
	moves := make([]draughts.Move, 0, 128)
	for _, bp := range benchPositions {
		p := position(t, bp.fen)
		if n := testing.AllocsPerRun(100, func() { moves = p.AppendMoves(moves[:0]) }); n != 0 {
			t.Errorf("%s: %v allocations", bp.name, n)
		}
	}
}
