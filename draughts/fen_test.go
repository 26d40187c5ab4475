package draughts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

func fenOutcome(p draughts.Position, err error) string {
	var at *draughts.FENError
	if err == nil {
		return p.FEN()
	}
	if !errors.As(err, &at) {
		return "untyped error: " + err.Error()
	}
	kind := "unknown: " + err.Error()
	var setup *draughts.SetupError
	switch {
	case errors.Is(err, draughts.ErrFENSyntax):
		kind = "syntax"
	case errors.Is(err, draughts.ErrDuplicateSquare):
		kind = "twice"
	case errors.Is(err, draughts.ErrLightSquare):
		kind = "light"
	case errors.Is(err, draughts.ErrOffBoard):
		kind = "off board"
	case errors.As(err, &setup):
		return fmt.Sprintf("setup %d: %v", at.Offset, setup.Faults)
	}
	return fmt.Sprintf("%s %d", kind, at.Offset)
}

func TestFENTable(t *testing.T) {
	for _, row := range rows(t, "fen.tsv") {
		if got := fenOutcome(draughts.ParsePosition(row[0])); got != row[1] {
			_, err := draughts.ParsePosition(row[0])
			t.Errorf("%q: got %s (%v), want %s", row[0], got, err, row[1])
		}
	}
}

// TestControlCharacters: a byte that no table can hold is not passed over.
func TestControlCharacters(t *testing.T) {
	for text, offset := range map[string]int{
		"W:Wa1\x00:Bh8": 5, "W:Wa1\x00": 5, "\x00W:Wa1": 0, "W\x00:Wa1": 1, "W:Wa1:Bh8:H\x00": 11, "W:W\x00a1": 3, "W:Wa1,\x7fb2": 6,
	} {
		var e *draughts.FENError
		if _, err := draughts.ParseSetup(text); !errors.As(err, &e) || e.Offset != offset {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFENStyles(t *testing.T) {
	setup, err := draughts.ParseSetup("B:Wa1,Kc3:Bb4:H7:F31")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		style draughts.FENStyle
		want  string
	}{
		{draughts.FENStyle{}, "B:Wa1,Kc3:Bb4"},
		{draughts.FENStyle{Counters: true}, "B:Wa1,Kc3:Bb4:H7:F31"},
		{draughts.FENStyle{Numbers: true}, "B:W29,K22:B17"},
		{draughts.FENStyle{Numbers: true, Numbering: draughts.FromA1}, "B:W1,K10:B13"},
	} {
		got := tt.style.Format(setup)
		if got != tt.want {
			t.Errorf("%+v: got %s, want %s", tt.style, got, tt.want)
		}
		back, err := tt.style.Parse(got)
		if !tt.style.Counters {
			back.SinceChange, back.MoveNumber = setup.SinceChange, setup.MoveNumber
		}
		if err != nil || back != setup {
			t.Errorf("%s is read as %+v, %v", got, back, err)
		}
	}
}

func TestParseLegalSetup(t *testing.T) {
	s, err := draughts.ParseLegalSetup("B:Wa1,Kc3:Bb4:H7:F31")
	if err != nil || s.SinceChange != 7 || s.MoveNumber != 31 {
		t.Errorf("%+v, %v", s, err)
	}
	var e *draughts.FENError
	if _, err := draughts.ParseLegalSetup("W:Wa1:Bh8,c1"); !errors.As(err, &e) || e.Offset != 10 {
		t.Errorf("a man on its promotion rank: %v", err)
	}
}

func TestStart(t *testing.T) {
	if got := draughts.Start().FEN(); got != draughts.StartFEN {
		t.Errorf("got %s, want %s", got, draughts.StartFEN)
	}
}

func TestForgiveness(t *testing.T) {
	for _, tt := range []struct {
		fen    string
		faults draughts.Faults
	}{
		{"W:Wd8:Bg7", draughts.WhiteManOnFarRank},
		{"W:Wd8:Ba1", draughts.WhiteManOnFarRank | draughts.BlackManOnFarRank},
		{"W:W17-32:B1", draughts.TooManyWhite},
		{"W:W32:B1-16", draughts.TooManyBlack},
		{"W:W:B", draughts.EmptyBoard},
	} {
		setup, err := draughts.ParseSetup(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		var e *draughts.SetupError
		if _, err := setup.Position(0); !errors.As(err, &e) || e.Faults != tt.faults {
			t.Errorf("%s: got %v, want %v", tt.fen, err, tt.faults)
		}
		for fault := draughts.Faults(1); fault <= draughts.EmptyBoard; fault <<= 1 {
			_, err := setup.Position(tt.faults &^ fault)
			if (err == nil) != (tt.faults&fault == 0) {
				t.Errorf("%s without forgiving %v: %v", tt.fen, fault, err)
			}
		}
		if p, err := setup.Position(tt.faults); err != nil || p.Setup() != setup {
			t.Errorf("%s forgiven: %v, %v", tt.fen, p, err)
		}
	}
	for _, s := range []struct {
		setup draughts.Setup
		fault draughts.Faults
	}{
		{draughts.Setup{White: 1, Black: 1}, draughts.Overlap},
		{draughts.Setup{White: 1, Kings: 3}, draughts.StrayKing},
		{draughts.Setup{White: 1, Turn: draughts.NoColor}, draughts.BadTurn},
	} {
		var e *draughts.SetupError
		if _, err := s.setup.Position(255); !errors.As(err, &e) || e.Faults != s.fault {
			t.Errorf("%+v: got %v, want %v", s.setup, err, s.fault)
		}
	}
}

func TestPositionAsText(t *testing.T) {
	type doc struct{ P draughts.Position }
	out, err := json.Marshal(doc{draughts.Start()})
	if err != nil || string(out) != `{"P":"`+draughts.StartFEN+`"}` {
		t.Fatalf("%s, %v", out, err)
	}
	var in doc
	if err := json.Unmarshal(out, &in); err != nil || in.P != draughts.Start() {
		t.Fatalf("%v, %v", in, err)
	}
	if err := json.Unmarshal([]byte(`{"P":"W:Wa2"}`), &in); !errors.Is(err, draughts.ErrLightSquare) || in.P != draughts.Start() {
		t.Errorf("bad text: %v, position %v", err, in.P)
	}
}
