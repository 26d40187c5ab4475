package draughts_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/reference"
)

// FuzzFEN: any text is a position that survives writing and reading, or a typed
// error that points into the text.
func FuzzFEN(f *testing.F) {
	for _, row := range rows(f, "fen.tsv") {
		f.Add(row[0])
	}
	f.Fuzz(func(t *testing.T, text string) {
		setup, err := draughts.ParseSetup(text)
		if err != nil {
			var at *draughts.FENError
			if !errors.As(err, &at) || at.Offset < 0 || at.Offset > len(text) || at.Text != text {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, style := range []draughts.FENStyle{{Counters: true}, {Counters: true, Numbers: true, Numbering: draughts.FromA1}} {
			back, err := style.Parse(style.Format(setup))
			back.MoveNumber = setup.MoveNumber // 0 is written as 1
			if err != nil || back != setup {
				t.Fatalf("%q is written %q and read %+v, %v", text, style.Format(setup), back, err)
			}
		}
		p, strict := draughts.ParsePosition(text)
		q, forgiven := setup.Position(draughts.Forgivable)
		if forgiven != nil {
			t.Fatalf("%q gives a setup with overlapping pieces: %v", text, forgiven)
		}
		if strict == nil && p != q {
			t.Fatalf("%q gives %v or %v", text, p, q)
		}
	})
}

// FuzzNotation: any text in any position is a legal move, or one of the three
// errors.
func FuzzNotation(f *testing.F) {
	for _, row := range rows(f, "notation.tsv") {
		if row[0] == "start" {
			row[0] = draughts.StartFEN
		}
		f.Add(row[0], row[1], false)
	}
	f.Fuzz(func(t *testing.T, fen, text string, fromA1 bool) {
		p, err := draughts.ParsePosition(fen)
		if err != nil {
			return
		}
		n := draughts.Notation{Exact: true}
		if fromA1 {
			n.Numbering = draughts.FromA1
		}
		m, err := n.Parse(p, text)
		var syntax *draughts.SyntaxError
		var illegal *draughts.IllegalError
		var ambiguous *draughts.AmbiguousError
		switch {
		case err == nil:
			if !p.IsLegal(m) {
				t.Fatalf("%s: %q gives the illegal move %v", fen, text, m)
			}
			if back, err := n.Parse(p, n.Format(p, m)); err != nil || back != m {
				t.Fatalf("%s: %q gives %v, written %q, read %v, %v", fen, text, m, n.Format(p, m), back, err)
			}
		case errors.As(err, &syntax):
			if syntax.Offset < 0 || syntax.Offset > len(text) {
				t.Fatalf("%q: offset %d", text, syntax.Offset)
			}
		case errors.As(err, &illegal):
			if illegal.Position != p {
				t.Fatalf("%q: position changed", text)
			}
		case errors.As(err, &ambiguous):
			if len(ambiguous.Candidates) < 2 {
				t.Fatalf("%q: candidates %v", text, ambiguous.Candidates)
			}
		default:
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// FuzzPacked: any bytes are a legal position that packs to the same bytes, or a
// typed error.
func FuzzPacked(f *testing.F) {
	for _, row := range rows(f, "moves.tsv") {
		b, _ := position(f, row[0]).MarshalBinary()
		f.Add(b)
	}
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var p draughts.Position
		var setup *draughts.SetupError
		switch err := p.UnmarshalBinary(b); {
		case err == nil:
			if back, _ := p.MarshalBinary(); !slices.Equal(back, b) {
				t.Fatalf("%x packs to %x", b, back)
			}
		case !errors.Is(err, draughts.ErrPacked) && !errors.As(err, &setup):
			t.Fatalf("%x: %v", b, err)
		}
	})
}

// FuzzLegalMoves: in any position, legal moves are legal and nothing else is,
// and they are those of the slow generator.
func FuzzLegalMoves(f *testing.F) {
	for _, row := range rows(f, "moves.tsv") {
		p := position(f, row[0])
		f.Add(uint32(p.Pieces(draughts.White)), uint32(p.Pieces(draughts.Black)),
			uint32(p.Kings(draughts.White)|p.Kings(draughts.Black)), p.Turn() == draughts.Black, uint8(9), uint8(14), uint32(0))
	}
	f.Fuzz(func(t *testing.T, white, black, kings uint32, blackToMove bool, from, to uint8, captured uint32) {
		setup := draughts.Setup{White: draughts.Bitboard(white), Black: draughts.Bitboard(black), Kings: draughts.Bitboard(kings)}
		if blackToMove {
			setup.Turn = draughts.Black
		}
		p, err := setup.Position(draughts.WhiteManOnFarRank | draughts.BlackManOnFarRank)
		if err != nil {
			return
		}
		list := p.AppendMoves(nil)
		m := draughts.Move{From: draughts.Square(from), To: draughts.Square(to), Captured: draughts.Bitboard(captured)}
		if _, err := p.Play(m); (err == nil) != slices.Contains(list, m) {
			t.Fatalf("%s: playing %v: %v", p, m, err)
		}
		for i, m := range list {
			if slices.Contains(list[:i], m) {
				t.Fatalf("%s: %v is listed twice", p, m)
			}
			next, err := p.Play(m)
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			if next.Turn() == p.Turn() || next.Pieces(p.Turn()).Count() != p.Pieces(p.Turn()).Count() ||
				next.Pieces(next.Turn()) != p.Pieces(next.Turn())&^m.Captured {
				t.Fatalf("%s: %v leads to %s", p, m, next)
			}
		}
		r, err := reference.Parse(p.FEN())
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, m := range r.Moves() {
			want = append(want, m.Key())
			if next, _ := p.Play(find(list, m.Key())); next.FEN() != m.Result.FEN() {
				t.Fatalf("%s: %s leads to %s, want %s", p, m.Key(), next, m.Result)
			}
		}
		slices.Sort(want)
		if got := keys(p); !slices.Equal(got, want) {
			t.Fatalf("%s:\ngot  %v\nwant %v", p, got, want)
		}
	})
}

func find(moves []draughts.Move, text string) draughts.Move {
	for _, m := range moves {
		if key(m) == text {
			return m
		}
	}
	return draughts.Move{From: draughts.NoSquare, To: draughts.NoSquare}
}
