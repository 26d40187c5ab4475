package reference

import "testing"

func mustParse(t *testing.T, fen string) Position {
	t.Helper()
	p, err := Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParse(t *testing.T) {
	for fen, want := range map[string]string{
		"W:Wa1,Kc3:Bb4,Kd6":                      "W:Wa1,Kc3:Bb4,Kd6",
		"B:BKd6,b4:WKc3,a1":                      "B:Wa1,Kc3:Bb4,Kd6",
		"W:W29,K22:B17,K10":                      "W:Wa1,Kc3:Bb4,Kd6",
		"B:W32,28,5:B1,4,K8":                     "B:Wg1,h2,a7:BKg7,b8,h8",
		"W:W:B":                                  "W:W:B",
		"B:B:Wh2":                                "B:Wh2:B",
		"W:Wb8:Bg1":                              "W:Wb8:Bg1",
		"B:W19,23,26,18,24:B6,7,8,11,K20":        "B:Wd2,e3,g3,d4,f4:BKh4,f6,c7,e7,g7",
		"W:W12,17,19,23,25,27,29:B1,3,4,7,8,K13": "W:Wa1,b2,f2,e3,b4,f4,h6:BKa5,e7,g7,b8,f8,h8",
	} {
		p, err := Parse(fen)
		if err != nil {
			t.Errorf("%s: %v", fen, err)
			continue
		}
		again, err := Parse(want)
		if err != nil || again != p {
			t.Errorf("%s and %s are not the same position (%v)", fen, want, err)
		}
	}
}

func TestFENIsInBoardOrder(t *testing.T) {
	want := "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
	if got := Start().FEN(); got != want {
		t.Errorf("start: %s, want %s", got, want)
	}
	want = "B:Wa1,Kc3:BKb4,d6"
	if got := mustParse(t, "B:Bd6,Kb4:WKc3,a1").FEN(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, fen := range []string{
		"", "W", "W:Wa1", "W:Wa1:Bc3:", "w:Wa1:Bc3", "X:Wa1:Bc3", "W:Wa1:Wc3", "W::Bc3", "W:a1:Bc3",
		"W:Wa2:Bc3", "W:Wa9:Bc3", "W:Wi1:Bc3", "W:W0:Bc3", "W:W33:Bc3", "W:W01:Bc3", "W:W+1:Bc3",
		"W:Wa1,:Bc3", "W:WK:Bc3", "W:Wa1:Ba1", "W:Wa1,Ka1:Bc3", "W:Wa1,29:Bc3", "W:Wa1:Bc3.", "W:Wa1: Bc3",
	} {
		if p, err := Parse(fen); err == nil {
			t.Errorf("%q was read as %v", fen, p)
		}
	}
}

func TestSquares(t *testing.T) {
	if n := len(Squares()); n != 32 {
		t.Fatalf("%d dark squares", n)
	}
	for _, s := range Squares() {
		if got, err := ParseSquare(s.String()); err != nil || got != s {
			t.Errorf("%v is read as %v, %v", s, got, err)
		}
	}
	for _, text := range []string{"", "a", "a2", "h1", "A1", "a1 ", "j9"} {
		if s, err := ParseSquare(text); err == nil {
			t.Errorf("%q was read as %v", text, s)
		}
	}
}
