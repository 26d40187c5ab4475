package diagram

import (
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// title returns what a diagram is called.
func (pic picture) title() string {
	if title := strings.Join(strings.Fields(pic.opt.Caption), " "); title != "" {
		return title
	}
	return "Russian draughts"
}

// description tells a diagram in words, for those who do not see it.
func (pic picture) description() string {
	parts := []string{
		"White: " + pieces(pic.position, draughts.White),
		"Black: " + pieces(pic.position, draughts.Black),
		capital(pic.position.Turn().String()) + " to move",
	}
	if m := pic.opt.LastMove; m != nil {
		text := "Last move " + m.String()
		if m.IsCapture() {
			text += ", taken " + m.Captured.String()
		}
		parts = append(parts, text)
	}
	for _, m := range pic.opt.Marks {
		parts = append(parts, capital(m.Shape.String())+" on "+m.Square.String())
	}
	for _, a := range pic.opt.Arrows {
		parts = append(parts, "Arrow from "+a.From.String()+" to "+a.To.String())
	}
	return strings.Join(parts, ". ") + "."
}

// pieces lists the pieces of a side, such as "men a1, c3; king h8".
func pieces(p draughts.Position, side draughts.Color) string {
	var parts []string
	for _, kind := range []struct {
		squares  draughts.Bitboard
		one, all string
	}{{p.Men(side), "man ", "men "}, {p.Kings(side), "king ", "kings "}} {
		list := strings.ReplaceAll(kind.squares.String(), ",", ", ")
		switch kind.squares.Count() {
		case 0:
		case 1:
			parts = append(parts, kind.one+list)
		default:
			parts = append(parts, kind.all+list)
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}

// capital returns an English word with a capital letter.
func capital(word string) string {
	return strings.ToUpper(word[:1]) + word[1:]
}
