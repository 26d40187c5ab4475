package pdn

import (
	"unicode/utf8"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// resolver finds the move that a text names. Most texts name just two squares,
// which are found without the general reader of package draughts.
type resolver struct {
	moves []draughts.Move // reused
}

// squareAt holds the squares by file and rank, NoSquare for the light ones.
var squareAt = func() (t [8][8]draughts.Square) {
	for file := range t {
		for rank := range t[file] {
			s, err := draughts.SquareAt(file, rank)
			if err != nil {
				s = draughts.NoSquare
			}
			t[file][rank] = s
		}
	}
	return t
}()

// steps holds the squares that a man of each color reaches from each square.
var steps = func() (t [2][draughts.Squares]draughts.Bitboard) {
	for color, up := range []int{1, -1} {
		for s := range draughts.Square(draughts.Squares) {
			for _, side := range []int{-1, 1} {
				file, rank := s.File()+side, s.Rank()+up
				if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
					t[color][s] |= squareAt[file][rank].Bitboard()
				}
			}
		}
	}
	return t
}()

// ends reads a text that is just start and end.
func ends(text []byte, n draughts.Numbering) (from, to draughts.Square, ok bool) {
	if len(text) == 5 && isFile(text[0]) && isRank(text[1]) && !runLetter(text[2]) && isFile(text[3]) && isRank(text[4]) {
		from, to = squareAt[text[0]-'a'][text[1]-'1'], squareAt[text[3]-'a'][text[4]-'1']
		return from, to, from != draughts.NoSquare && to != draughts.NoSquare
	}
	first, rest := leadingNumber(text)
	if first == 0 || len(rest) < 2 || runLetter(rest[0]) {
		return 0, 0, false
	}
	last, rest := leadingNumber(rest[1:])
	if last == 0 || len(rest) > 0 {
		return 0, 0, false
	}
	from, ok1 := n.Square(first)
	to, ok2 := n.Square(last)
	return from, to, ok1 && ok2
}

// runLetter reports whether c is something else than the dash or colon between
// two squares.
func runLetter(c byte) bool { return c != '-' && c != ':' && c != 'x' }

func leadingNumber(text []byte) (n int, rest []byte) {
	i := 0
	for i < len(text) && i < 2 && isDigit(text[i]) {
		n = n*10 + int(text[i]-'0')
		i++
	}
	return n, text[i:]
}

// move returns the legal move of p that a text names. The error is one of
// package draughts.
func (r *resolver) move(p draughts.Position, text []byte, n draughts.Numbering) (draughts.Move, error) {
	if from, to, ok := ends(text, n); ok {
		turn := p.Turn()
		if steps[turn][from].Has(to) && p.Men(turn).Has(from) && !p.Occupied().Has(to) && !p.MustCapture() {
			return draughts.Move{From: from, To: to}, nil
		}
		r.moves = p.AppendMoves(r.moves[:0])
		found := -1
		for i := range r.moves {
			if r.moves[i].From == from && r.moves[i].To == to {
				if found >= 0 {
					found = -1
					break // ambiguous, or not if the text says more
				}
				found = i
			}
		}
		if found >= 0 {
			return r.moves[found], nil
		}
	}
	w, ok := readWritten(text)
	if !ok {
		return p.ParseMove(string(text))
	}
	notation := draughts.Notation{Numbers: w.numbers, Numbering: n}
	m, err := notation.Parse(p, w.text())
	if err != nil && w.maybeKing {
		_, size := utf8.DecodeRune(text)
		if king, ok := readWritten(text[size:]); ok {
			if m, err := notation.Parse(p, king.text()); err == nil {
				return m, nil
			}
		}
	}
	return m, err
}
