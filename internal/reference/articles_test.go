package reference

import (
	"fmt"
	"testing"
)

// Each case gives what every profile says, as "ply article", or "" if the game
// goes on.
var overCases = []struct {
	why    string
	fen    string
	before int
	moves  string

	fmjd64, fshr, lidraughts, none string
}{
	{"no piece", "W:W:BKb8", 0, "",
		"0 no move", "0 no move", "0 no move", "0 no move"},
	{"blocked", "W:Wa3:Bb4,c5", 0, "",
		"0 no move", "0 no move", "0 no move", "0 no move"},
	{"no move beats the counters", "W:WKb2,Kd2:BKa1", 8, "d2-c3",
		"1 no move", "1 no move", "1 no move", "1 no move"},
	{"third time", "W:Wa1,Kc1:BKb8,h6", 0, "c1-e3 b8-a7 e3-c1 a7-b8 c1-e3 b8-a7 e3-c1 a7-b8",
		"8 7.2.3", "8 7.2.3", "8 7.2.3", ""},

	{"three kings, 15th move", "W:WKc1,Ke1,Kg1:BKb8", 28, "c1-d2 b8-a7",
		"1 7.2.4", "1 7.2.4", "2 7.2.4", ""},
	{"three kings, 14th move", "W:WKc1,Ke1,Kg1:BKb8", 26, "c1-d2 b8-a7",
		"", "", "", ""},
	{"three kings, 15 moves made before", "B:WKc1,Ke1,Kg1:BKb8", 29, "b8-a7",
		"0 7.2.4", "0 7.2.4", "1 7.2.4", ""},
	{"three kings, the lone king moves first", "B:WKc1,Ke1,Kg1:BKb8", 28, "b8-a7 c1-d2",
		"2 7.2.4", "2 7.2.4", "2 7.2.4", ""},
	{"four kings", "B:WKb8:BKc1,Ke1,Kg1,Ka5", 29, "c1-d2",
		"1 7.2.4", "1 7.2.4", "1 7.2.4", ""},
	{"four kings and a man", "W:WKc1,Ke1,Kg1,Ka5,a3:BKb8", 29, "c1-d2",
		"", "", "", ""},

	{"kings only, 30th ply", "W:WKc1,Ke1:BKb8,Kd8", 29, "c1-d2",
		"1 7.2.5", "1 7.2.5", "", ""},
	{"kings only, 29th ply", "W:WKc1,Ke1:BKb8,Kd8", 28, "c1-d2",
		"", "", "", ""},
	{"eight kings", "W:WKa1,Kc1,Ke1,Kg1:BKb8,Kd8,Kf8,Kh8", 29, "c1-d2",
		"1 7.2.5", "1 7.2.5", "1 7.2.5", ""},
	{"seven kings", "W:WKc1,Ke1,Kg1:BKb8,Kd8,Kf8,Kh8", 29, "c1-d2",
		"1 7.2.5", "1 7.2.5", "", ""},
	{"with a man the run of king moves starts at 0", "W:WKc1,Ke1:BKb8,d6", 57, "c1-d2",
		"", "", "", ""},

	{"four pieces, 60th ply", "W:WKc1,Ke1:BKb8,d6", 59, "c1-d2",
		"1 7.2.6", "1 7.2.6", "1 7.2.6", ""},
	{"five pieces, 60th ply", "W:WKc1,Ke1,a3:BKb8,d6", 59, "c1-d2",
		"1 7.2.6", "1 7.2.6", "1 7.2.6", ""},
	{"six pieces, 60th ply", "W:WKc1,Ke1,a3:BKb8,d6,h8", 59, "c1-d2",
		"", "", "", ""},
	{"six pieces, 120th ply", "W:WKc1,Ke1,a3:BKb8,d6,h8", 119, "c1-d2",
		"1 7.2.6", "1 7.2.6", "1 7.2.6", ""},
	{"seven pieces, 119th ply", "W:WKc1,Ke1,a3:BKb8,d6,f8,h8", 118, "c1-d2",
		"", "", "", ""},
	{"seven pieces, 120th ply", "W:WKc1,Ke1,a3:BKb8,d6,f8,h8", 119, "c1-d2",
		"1 7.2.6", "1 7.2.6", "1 7.2.6", ""},
	{"eight pieces", "W:WKc1,Ke1,a3,h2:BKb8,d6,f8,h8", 500, "c1-d2",
		"", "", "", ""},
	{"one side without a king", "W:WKc1,Ke1:Bb8,d6", 500, "c1-d2",
		"", "", "", ""},
	{"four pieces against a lone king", "W:WKc1,a3,a5,h2:BKd8", 59, "c1-d2",
		"1 7.2.6", "1 7.2.6", "1 7.2.6", ""},
	{"king and two men, 60th ply", "W:WKc1,a3,a5:BKb8", 59, "c1-d2",
		"1 7.2.6", "1 7.2.6", "0 7.2.4", ""},
	{"king and two men, 30th ply", "W:WKc1,a3,a5:BKb8", 29, "c1-d2",
		"", "", "1 7.2.4", ""},

	{"three kings against the road", "W:WKc1,Ke1,Kg1:BKh8", 0,
		"c1-d2 h8-g7 d2-c1 g7-f6 c1-d2 f6-g7 d2-c1 g7-h8 c1-d2 h8-f6",
		"9 7.2.7", "9 7.2.7", "10 7.2.7", ""},
	{"moves before the first position are no part of it", "W:WKc1,Ke1,Kg1:BKh8", 8,
		"c1-d2 h8-g7 d2-c1 g7-f6 c1-d2 f6-g7 d2-c1 g7-h8 c1-d2 h8-f6",
		"9 7.2.7", "9 7.2.7", "10 7.2.7", ""},
	{"the lone king moves first", "B:WKc1,Ke1,Kg1:BKh8", 0,
		"h8-g7 c1-d2 g7-f6 d2-c1 f6-g7 c1-d2 g7-h8 d2-c1 h8-f6 c1-d2",
		"10 7.2.7", "10 7.2.7", "10 7.2.7", ""},
	{"the lone king leaves the road and comes back", "W:WKc1,Ke1,Kg1:BKh8", 0,
		"g1-h2 h8-g7 h2-g1 g7-f8 g1-h2 f8-g7 h2-g1 g7-h8 g1-h2 h8-f6 h2-g1 f6-g7 g1-h2 g7-h8 h2-g1 h8-g7",
		"15 7.2.7", "15 7.2.7", "15 7.2.7", ""},
	{"three men against the road", "W:Wa3,h2,h4:BKh8", 0,
		"a3-b4 h8-g7 h2-g3 g7-h8 b4-a5 h8-g7 g3-f4 g7-h8 f4-g5 h8-g7",
		"", "9 7.2.7", "", ""},

	{"two kings, 5th move", "W:WKc1,Ke1:BKb8", 8, "c1-d2 b8-a7",
		"1 7.2.8", "2 7.2.8", "2 7.2.8", ""},
	{"two kings, 4th move", "W:WKc1,Ke1:BKb8", 7, "c1-d2 b8-a7",
		"", "", "", ""},
	{"two kings, the lone king on the road", "W:WKc1,Ke1:BKh8", 0,
		"c1-d2 h8-g7 d2-c1 g7-f6 c1-d2 f6-g7 d2-c1 g7-h8 c1-d2 h8-f6",
		"9 7.2.8", "10 7.2.8", "10 7.2.8", ""},
	{"king and man, 5th move", "W:WKc1,a3:BKb8", 8, "c1-d2 b8-a7",
		"1 7.2.8", "2 7.2.8", "2 7.2.8", ""},
	{"two men", "W:Wa3,c1:BKb8", 500, "c1-d2 b8-a7",
		"", "", "", ""},
	{"a man", "W:Wa3:BKb8", 500, "a3-b4 b8-c7",
		"", "", "", ""},
	{"one king each", "W:WKc1:BKb8", 9, "c1-d2 b8-a7",
		"1 7.2.8", "1 7.2.8", "1 7.2.8", ""},
	{"a promotion is a change", "W:WKc1,g7:BKb8", 8,
		"g7-h8 b8-a7 c1-d2 a7-b8 d2-c1 b8-a7 c1-d2 a7-b6 d2-c1 b6-c7 c1-d2 c7-b8",
		"11 7.2.8", "11 7.2.8", "11 7.2.8", ""},
}

func TestOver(t *testing.T) {
	for _, c := range overCases {
		start := mustParse(t, c.fen)
		played := playText(t, start, c.moves)
		for profile, want := range map[string]string{
			"fmjd64": c.fmjd64, "fshr": c.fshr, "lidraughts": c.lidraughts, "none": c.none,
		} {
			got := ""
			if ply, article, ok := Over(start, c.before, played, profile); ok {
				got = fmt.Sprintf("%d %s", ply, article)
			}
			if got != want {
				t.Errorf("%s, %s, %d plies before: %s says %q, want %q", c.why, c.fen, c.before, profile, got, want)
			}
		}
	}
}
