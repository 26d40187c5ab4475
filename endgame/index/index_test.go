package index

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

func ExampleOf() {
	p, _ := draughts.ParsePosition("B:WKa1:Bb8,h8")
	b, i, ok := Of(p)
	fmt.Println(b, i, ok)
	fmt.Println(b.Position(i))
	// Output:
	// 2 0 0 1 11279 true
	// W:Wa1,g1:BKh8
}

func ExampleBalance_CursorAt() {
	b := Balance{WhiteMen: 1, BlackKings: 1}
	c := b.CursorAt(b.Size() - 2)
	for ok := true; ok; ok = c.Next() {
		fmt.Println(c.Index(), c.Position())
	}
	// Output:
	// 866 W:Wg1:BKf8
	// 867 W:Wg1:BKh8
}

// TestSizes compares the numbers of positions with those known from other
// programs.
func TestSizes(t *testing.T) {
	want := map[int]uint64{2: 3488, 3: 196032, 4: 6209316, 5: 139450808, 6: 2426085676, 7: 34243113624}
	balances := map[int]int{2: 4, 3: 12, 4: 25, 5: 44, 6: 70, 7: 104}
	for pieces := 2; pieces <= 7; pieces++ {
		var sum, largest uint64
		n := 0
		for b := range Balances(pieces) {
			sum += b.Size()
			largest = max(largest, b.Size())
			n++
		}
		if sum != want[pieces] || n != balances[pieces] {
			t.Errorf("%d pieces: %d balances of %d positions, want %d of %d", pieces, n, sum, balances[pieces], want[pieces])
		}
		if pieces == 6 && largest != 124966800 {
			t.Errorf("largest balance of six pieces: %d positions", largest)
		}
	}
	for range Balances(MaxPieces + 1) {
		t.Error("a balance of too many pieces")
	}
}

// TestOrder checks that a balance comes after those to which a promotion leads.
func TestOrder(t *testing.T) {
	for pieces := 2; pieces <= MaxPieces; pieces++ {
		seen := map[Balance]bool{}
		for b := range Balances(pieces) {
			if !b.Valid() || b.Pieces() != pieces || seen[b] {
				t.Fatalf("%v among the balances of %d pieces", b, pieces)
			}
			seen[b] = true
			up := b
			if up.WhiteMen > 0 {
				up.WhiteMen--
				up.WhiteKings++
				if !seen[up] {
					t.Errorf("%v comes before %v", b, up)
				}
			}
		}
	}
}

// TestEveryIndex goes through every position of up to four pieces: there and
// back by number, by cursor, and as seen by the other side.
func TestEveryIndex(t *testing.T) {
	most := 4
	if testing.Short() {
		most = 3
	}
	for pieces := 2; pieces <= most; pieces++ {
		for b := range Balances(pieces) {
			c := b.CursorAt(0)
			for i := range b.Size() {
				at := b.At(i)
				if got := b.Index(at.White, at.Black, at.Kings); got != i {
					t.Fatalf("%v: position %d has the number %d", b, i, got)
				}
				if c.Index() != i || c.Pieces != at {
					t.Fatalf("%v: the cursor is at %d %v, want %d %v", b, c.Index(), c.Pieces, i, at)
				}
				if more := c.Next(); more != (i+1 < b.Size()) {
					t.Fatalf("%v: next after %d is %v", b, i, more)
				}
			}
		}
	}
}

func checkPosition(t *testing.T, b Balance, i uint64) {
	t.Helper()
	p := b.Position(i) // panics if it is no position
	at := b.At(i)
	if n := b.Numbering().Index(at.White&^at.Kings, at.White&at.Kings, at.Black&^at.Kings, at.Black&at.Kings); n != i {
		t.Fatalf("%v: position %d has the number %d by Numbering", b, i, n)
	}
	for _, q := range []draughts.Position{p, p.Rotate()} {
		if b2, i2, ok := Of(q); b2 != b || i2 != i || !ok {
			t.Fatalf("%v: %v has the number %v %d %v, want %d", b, q, b2, i2, ok, i)
		}
	}
}

// TestRandomIndex tries random positions of every balance.
func TestRandomIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for pieces := 2; pieces <= MaxPieces; pieces++ {
		for b := range Balances(pieces) {
			checkPosition(t, b, 0)
			checkPosition(t, b, b.Size()-1)
			for range 200 {
				i := rng.Uint64N(b.Size())
				checkPosition(t, b, i)
				c := b.CursorAt(i)
				for range 3 {
					if c.Next() && c.Pieces != b.At(c.Index()) {
						t.Fatalf("%v: the cursor went astray at %d", b, c.Index())
					}
				}
			}
		}
	}
}

func TestOfRefuses(t *testing.T) {
	for _, fen := range []string{
		draughts.StartFEN, "W:Wa1:B", "W:W:Ba3", "W:Wa1,c1,e1,g1:Bb8,d8,f8,h8,a7",
	} {
		p, err := draughts.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		if b, _, ok := Of(p); ok {
			t.Errorf("%s has a number in %v", fen, b)
		}
	}
	for _, fen := range []string{"W:Wb8:BKa1", "W:WKb8:Ba1", "B:Wb8:BKa1", "B:WKb8:Ba1"} {
		setup, err := draughts.ParseSetup(fen)
		if err != nil {
			t.Fatal(err)
		}
		p, err := setup.Position(draughts.Forgivable)
		if err != nil {
			t.Fatal(err)
		}
		if b, _, ok := Of(p); ok {
			t.Errorf("%s has a number in %v", fen, b)
		}
	}
}

func TestParseBalance(t *testing.T) {
	for pieces := 2; pieces <= MaxPieces; pieces++ {
		for b := range Balances(pieces) {
			for _, text := range []string{b.Name(), b.String()} {
				if got, err := ParseBalance(text); got != b || err != nil {
					t.Errorf("%q read as %v, %v", text, got, err)
				}
			}
		}
	}
	for _, text := range []string{"", "101", "1 0 0", "10101", "0011", "1100", "9999", "5500", "5050", "1x01", "1-01"} {
		if b, err := ParseBalance(text); err == nil {
			t.Errorf("%q read as %v", text, b)
		}
	}
}

// FuzzOf asks of any position: if it has a number, that number gives it back.
func FuzzOf(f *testing.F) {
	f.Add(uint32(1), uint32(1<<31), uint32(0), true)
	f.Add(uint32(0xf), uint32(0xf0000000), uint32(1<<31|1), false)
	f.Fuzz(func(t *testing.T, white, black, kings uint32, blacksTurn bool) {
		s := draughts.Setup{White: draughts.Bitboard(white), Black: draughts.Bitboard(black), Kings: draughts.Bitboard(kings)}
		if blacksTurn {
			s.Turn = draughts.Black
		}
		p, err := s.Position(draughts.Forgivable)
		if err != nil {
			return
		}
		b, i, ok := Of(p)
		if !ok {
			return
		}
		if i >= b.Size() {
			t.Fatalf("%v: number %d of %d", p, i, b.Size())
		}
		back := b.Position(i)
		if blacksTurn {
			back = back.Rotate()
		}
		if back != p {
			t.Fatalf("%v has the number %d, which is %v", p, i, back)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	balance := Balance{1, 2, 1, 1}
	rng := rand.New(rand.NewPCG(1, 2))
	var ps [256]draughts.Position
	for i := range ps {
		ps[i] = balance.Position(rng.Uint64N(balance.Size()))
	}
	for i := 0; b.Loop(); i++ {
		Of(ps[i&255])
	}
}

func BenchmarkAt(b *testing.B) {
	balance := Balance{1, 2, 1, 1}
	rng := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		balance.At(rng.Uint64N(balance.Size()))
	}
}
