package exercise

import "encoding/json"

// exerciseJSON is how an exercise goes to a page: moves are texts in full
// notation, each of which fits one legal move.
type exerciseJSON struct {
	ID       string   `json:"id"`
	FEN      string   `json:"fen"`
	Turn     string   `json:"turn"` // white or black
	Rating   int      `json:"rating"`
	Themes   []string `json:"themes"`
	Moves    int      `json:"moves"` // of the solver in the main line
	Solution turnJSON `json:"solution"`
}

type turnJSON struct {
	Move    string      `json:"move"`
	Tries   []tryJSON   `json:"tries"`
	Replies []replyJSON `json:"replies"` // the most stubborn first
}

type tryJSON struct {
	Move string `json:"move"`
	// Line is the defence, the opponent's move first.
	Line  []string `json:"line"`
	Loses bool     `json:"loses"` // the solver loses; else he draws
}

type replyJSON struct {
	Move string    `json:"move"`
	Next *turnJSON `json:"next"` // null: solved
}

// MarshalJSON writes the exercise with its whole solution.
func (x *Exercise) MarshalJSON() ([]byte, error) {
	return json.Marshal(exerciseJSON{
		ID: x.ID, FEN: x.Start.FEN(), Turn: x.Start.Turn().String(), Rating: x.Rating, Themes: x.Themes.Names(),
		Moves: x.Moves(), Solution: *x.Solution.json(),
	})
}

func (t *Turn) json() *turnJSON {
	if t == nil {
		return nil
	}
	p := t.Position
	doc := &turnJSON{Move: notation.Format(p, t.Move), Tries: []tryJSON{}, Replies: []replyJSON{}}
	for _, try := range t.Tries {
		doc.Tries = append(doc.Tries, tryJSON{notation.Format(p, try.Move), texts(p.PlayUnchecked(try.Move), try.Line), try.Loses})
	}
	next := p.PlayUnchecked(t.Move)
	for _, r := range t.Replies {
		doc.Replies = append(doc.Replies, replyJSON{notation.Format(next, r.Move), r.Next.json()})
	}
	return doc
}
