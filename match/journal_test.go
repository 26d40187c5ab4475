package match_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/match"
)

var header = match.Header{Params: map[string]string{"engine 1": "a", "games": "8"}, Offset: 5}

// small is a match that is the same each time it is played.
func small() match.Config {
	player := func(nodes int64) func() (match.Player, error) {
		return func() (match.Player, error) {
			return &match.EnginePlayer{Engine: engine.New(engine.Options{HashMB: 1}), Limits: engine.Limits{Nodes: nodes}}, nil
		}
	}
	cfg := match.Config{
		Games: 8, Players: [2]func() (match.Player, error){player(200), player(60)},
		Adjudication: match.Adjudication{Tables: endgame.Default(), MaxMoves: 60},
	}
	for _, text := range []string{"c3-d4", "g3-f4", "e3-d4"} {
		g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
		if err := g.PlayText(text); err != nil {
			panic(err)
		}
		cfg.Openings = append(cfg.Openings, match.Opening{Name: text, Position: g.Position()})
	}
	return cfg
}

func open(t *testing.T, path string) *match.Journal {
	t.Helper()
	j, err := match.OpenJournal(path, header)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// text is a game without its times.
func text(g match.Game) string {
	return fmt.Sprint(g.Number, g.First, g.Opening, g.Game.Moves(), g.Game.Outcome(), g.Ending, g.Detail, len(g.Replies))
}

// TestResume plays a match with a journal, cuts the journal near the ends of its
// lines and here and there within, and plays on: games and result are those of
// the whole match.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "whole")
	cfg := small()
	cfg.Journal = open(t, path)
	var whole []string
	cfg.Played = func(g match.Game, _ match.Result) { whole = append(whole, text(g)) }
	want, err := match.Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := cfg.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	if len(whole) != 8 || len(lines) != 2+8+1 {
		t.Fatalf("%d games, %d lines", len(whole), len(lines))
	}
	cuts := []int{0, len(data)}
	for at := range data {
		if at%997 == 0 || at > 0 && data[at-1] == '\n' || data[at] == '\n' {
			cuts = append(cuts, at)
		}
	}
	for i, cut := range cuts {
		path := filepath.Join(dir, "cut")
		if err := os.WriteFile(path, data[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		j := open(t, path)
		games := 0
		for end := len(lines[0]) + len(lines[1]); games < 8; games++ {
			if end += len(lines[2+games]); end > cut {
				break
			}
		}
		var got []string
		for _, g := range j.Games() {
			got = append(got, text(g))
		}
		if !slices.Equal(got, whole[:games]) {
			t.Fatalf("cut at %d: %d games, want %d", cut, len(got), games)
		}
		if i%8 == 1 {
			cfg := small()
			cfg.Concurrency = 2
			cfg.Journal = j
			cfg.Played = func(g match.Game, _ match.Result) { got = append(got, text(g)) }
			result, err := match.Run(context.Background(), cfg)
			slices.Sort(got)
			if err != nil || result != want || !slices.Equal(got, whole) {
				t.Errorf("cut at %d: %+v, %v, want %+v", cut, result, err, want)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if i%8 == 1 {
			after := open(t, path)
			if len(after.Games()) != 8 {
				t.Errorf("cut at %d: the journal has %d games in the end", cut, len(after.Games()))
			}
			if err := after.Remove(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestResumeDecided: a test that was decided is not played on.
func TestResumeDecided(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	cfg := small()
	cfg.Games, cfg.SPRT = 100, &match.SPRT{Elo0: -400, Elo1: -300, Alpha: 0.05, Beta: 0.05}
	cfg.Journal = open(t, path)
	want, err := match.Run(context.Background(), cfg)
	if err != nil || want.Games() == 100 {
		t.Fatal(want, err)
	}
	cfg.Journal.Close()
	cfg.Journal = open(t, path)
	defer cfg.Journal.Close()
	cfg.Played = func(g match.Game, _ match.Result) { t.Errorf("game %d is played", g.Number) }
	if got, err := match.Run(context.Background(), cfg); err != nil || got != want {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

func TestJournalRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	cfg := small()
	cfg.Games = 2
	cfg.Journal = open(t, path)
	if _, err := match.Run(context.Background(), cfg); err != nil {
		t.Fatal(err)
	}
	if _, err := match.OpenJournal(path, header); !errors.Is(err, match.ErrInUse) {
		t.Errorf("opened twice: %v", err)
	}
	cfg.Journal.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other := match.Header{Params: map[string]string{"engine 1": "b", "rules": "fshr"}}
	if _, err := match.OpenJournal(path, other); !errors.Is(err, match.ErrOtherMatch) ||
		!strings.HasSuffix(err.Error(), `engine 1 was "a", is "b", games was "8", is "", rules was not told, is "fshr"`) {
		t.Errorf("another match: %v", err)
	}
	if j := open(t, path); j.Header().Offset != 5 || len(j.Games()) != 2 {
		t.Errorf("%+v, %d games", j.Header(), len(j.Games()))
	} else {
		j.Close()
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for name, bad := range map[string][]byte{
		"text":           []byte("dear diary\n"),
		"other version":  []byte("bolshak match journal 2\n"),
		"damage":         bytes.Replace(whole, []byte(`"number":1`), []byte(`"number":3`), 1),
		"a game twice":   append(bytes.Clone(whole), lines[2]...),
		"damaged header": bytes.Replace(whole, []byte(`"offset"`), []byte(`"offsat"`), 1),
	} {
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := match.OpenJournal(path, header); !errors.Is(err, match.ErrJournal) {
			t.Errorf("%s: %v", name, err)
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, bad) {
			t.Errorf("%s: the file was changed, %v", name, err)
		}
	}
	// The last line may be damaged in its middle too.
	if err := os.WriteFile(path, append(bytes.Clone(whole), "00000000 {}\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	j := open(t, path)
	defer j.Close()
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, whole) || len(j.Games()) != 2 {
		t.Errorf("a damaged end: %d games, %v", len(j.Games()), err)
	}
}

// FuzzJournal: whatever a file holds, it is read or refused, and what was read
// is read again.
func FuzzJournal(f *testing.F) {
	path := filepath.Join(f.TempDir(), "journal")
	cfg := small()
	cfg.Games = 1
	j, err := match.OpenJournal(path, header)
	if err != nil {
		f.Fatal(err)
	}
	cfg.Journal = j
	if _, err := match.Run(context.Background(), cfg); err != nil {
		f.Fatal(err)
	}
	j.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte("bolshak match journal 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := match.OpenJournal(path, header)
		if err != nil {
			if !errors.Is(err, match.ErrJournal) && !errors.Is(err, match.ErrOtherMatch) {
				t.Fatal(err)
			}
			return
		}
		games := len(j.Games())
		j.Close()
		if again := open(t, path); len(again.Games()) != games {
			t.Fatalf("%d games, then %d", games, len(again.Games()))
		}
	})
}
