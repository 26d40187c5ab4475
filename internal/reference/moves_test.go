package reference

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// table reads a file of testdata: the tab-separated fields of every line but
// the first.
func table(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	var rows [][]string
	for _, line := range lines[1:] {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func keys(moves []Move) []string {
	var keys []string
	for _, m := range moves {
		keys = append(keys, m.Key())
	}
	slices.Sort(keys)
	return keys
}

func TestMovesTable(t *testing.T) {
	rows := table(t, "moves.tsv")
	if len(rows) != 56 {
		t.Fatalf("%d rows, want 56", len(rows))
	}
	for _, row := range rows {
		moves := mustParse(t, row[0]).Moves()
		if want := number(t, row[1]); len(moves) != want {
			t.Errorf("%s: %d moves, want %d", row[0], len(moves), want)
		}
		if got := strings.Join(keys(moves), ";"); got != row[2] {
			t.Errorf("%s:\n got %s\nwant %s", row[0], got, row[2])
		}
	}
}

// Every route of the worked examples and of some more positions, with the
// number of moves they make.
var routeExamples = []struct {
	why    string
	fen    string
	moves  int
	routes string
}{
	{"free choice", "W:Wa3,h4,h6:Bc5,d8,e7,g5,g7,h8", 3, "h4:f6 h6:f4 h6:f8:d6:b4"},
	{"promotion in mid-capture", "W:Wh2:Bd2,e7,g3,g5,g7", 1, "h2:f4:h6:f8:b4:e1"},
	{"landing rule", "W:Wh6:Bg7,c5,d2", 1, "h6:f8:b4:e1"},
	{"two captures between the same squares", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", 3,
		"f8:b4 f8:h6:f4:d6:b4 h4:f6:d4:b6"},
	{"jumped piece stays and blocks", "W:WKf4:Bd6,g3,h6", 3, "f4:b8 f4:c7 f4:h2"},
	{"jumped piece stays and blocks", "W:WKb2:BKa1,d4,d6,f4,f6", 6,
		"b2:e5:b8 b2:e5:c7 b2:e5:g3 b2:e5:g7 b2:e5:h2 b2:e5:h8"},
	{"two landing squares, one move", "W:WKa3:BKa1,b4,e7,h6", 1, "a3:c5:f8 a3:d6:f8"},
	{"circular, as a king", "W:Wd6:Be7,g7,g5,e5", 6,
		"d6:f4:h6:f8:a3 d6:f4:h6:f8:b4 d6:f4:h6:f8:c5 d6:f4:h6:f8:d6 " +
			"d6:f8:h6:f4:b8 d6:f8:h6:f4:c7 d6:f8:h6:f4:d6"},
	{"circular", "W:WKe1:Bc3,c7,f2,f6", 3,
		"e1:a5:d8:h4:e1 e1:g3:b8 e1:h4:d8:a5:d2 e1:h4:d8:a5:e1"},
	{"a man goes on as a king", "W:Wb6:Bc7,e7", 3, "b6:d8:f6 b6:d8:g5 b6:d8:h4"},
	{"a man goes forward only", "W:Wc3:Bh8", 2, "c3-b4 c3-d4"},
	{"a black man goes forward only", "B:Wh2:Bc3", 2, "c3-b2 c3-d2"},
	{"a man captures backward", "W:We5:Bd4", 1, "e5:c3"},
	{"a king lands on any free square", "W:WKa1:Bc3", 5, "a1:d4 a1:e5 a1:f6 a1:g7 a1:h8"},
	{"two in a row protect each other", "W:WKa1:Bc3,d4", 1, "a1-b2"},
	{"a king does not jump its own", "W:WKa1,c3:Be5", 3, "a1-b2 c3-b4 c3-d4"},
	{"straight on and sideways", "W:WKa1:Bb2,e5,e3", 5,
		"a1:c3:f6 a1:c3:g7 a1:c3:h8 a1:d4:f2 a1:d4:f6 a1:d4:g1 a1:d4:g7 a1:d4:h8"},
	{"blocked", "W:Wa3:Bb4,c5", 0, ""},
	{"no piece", "W:W:Bb4", 0, ""},
	{"a man on its promotion rank has no quiet move", "W:Wd8:Bh2", 0, ""},
	{"a man on its promotion rank captures backward", "W:Wd8:Be7", 1, "d8:f6"},
	{"a black one too", "B:We3,g5:Bf2,e1", 1, "f2:d4"},
	{"and is crowned when it arrives there again", "W:Wd8:Bc5,c7,e5,e7", 1,
		"d8:b6:d4:f6:d8 d8:f6:d4:b6:d8"},
}

func TestRoutes(t *testing.T) {
	for _, example := range routeExamples {
		p := mustParse(t, example.fen)
		if got := len(p.Moves()); got != example.moves {
			t.Errorf("%s, %s: %d moves, want %d", example.why, example.fen, got, example.moves)
		}
		var routes []string
		for _, r := range p.Routes() {
			routes = append(routes, r.String())
		}
		slices.Sort(routes)
		if got := strings.Join(routes, " "); got != example.routes {
			t.Errorf("%s, %s:\n got %s\nwant %s", example.why, example.fen, got, example.routes)
		}
	}
}

func TestResult(t *testing.T) {
	for _, example := range []struct{ fen, key, want string }{
		{"W:Wc3:Bh8", "c3>d4", "B:Wd4:Bh8"},
		{"W:We7:Bh4", "e7>d8", "B:WKd8:Bh4"},
		{"B:Wa1:Bd2", "d2>c1", "W:Wa1:BKc1"},
		{"B:WKa1:BKh8", "h8>b2", "W:WKa1:BKb2"},
		{"W:Wh6:Bg7,c5,d2", "h6>e1xc5,d2,g7", "B:WKe1:B"},
		{"W:Wb6:Bc7,e7", "b6>g5xc7,e7", "B:WKg5:B"},
		{"W:Wc5:Bb6,h8", "c5>a7xb6", "B:Wa7:Bh8"},
		{"W:Wd6:Be7,h2", "d6>f8xe7", "B:WKf8:Bh2"},
		{"W:Wd8:Be7", "d8>f6xe7", "B:Wf6:B"},
		{"W:Wd8:Be7,g7", "d8>h8xe7,g7", "B:WKh8:B"},
		{"W:Wd8:Bc5,c7,e5,e7", "d8>d8xc5,c7,e5,e7", "B:WKd8:B"},
		{"W:WKe1:Bc3,c7,f2,f6", "e1>e1xc3,c7,f2,f6", "B:WKe1:B"},
		{"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "f8>b4xc5", "B:Wb2,h2,a3,e3,g3,Kb4,h4,a5:Be5,g5,g7,h8"},
	} {
		found := false
		for _, m := range mustParse(t, example.fen).Moves() {
			if m.Key() != example.key {
				continue
			}
			found = true
			if got := m.Result.FEN(); got != example.want {
				t.Errorf("%s %s: %s, want %s", example.fen, example.key, got, example.want)
			}
		}
		if !found {
			t.Errorf("%s: no move %s", example.fen, example.key)
		}
	}
}

func TestCapturedIsInBoardOrder(t *testing.T) {
	m := mustParse(t, "W:Wh2:Bd2,e7,g3,g5,g7").Moves()[0]
	var names []string
	for _, s := range m.Captured {
		names = append(names, s.String())
	}
	if got, want := strings.Join(names, " "), "d2 g3 g5 e7 g7"; got != want {
		t.Errorf("captured %s, want %s", got, want)
	}
}
