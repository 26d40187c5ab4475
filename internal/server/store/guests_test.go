package store

import (
	"errors"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// TestOldGuests ends the sessions of guests: those who have left something stay.
func TestOldGuests(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		const life = 24 * time.Hour
		names := []string{"idle", "playing", "opponent", "with a token", "who came again", "who said something", "registered", "who left"}
		people := guests(t, s, len(names))
		for i, p := range people {
			token := must(s.CreateSession(ctx, p.ID, life))(t)
			if names[i] == "who left" {
				if err := s.DeleteSession(ctx, token); err != nil {
					t.Fatal(err)
				}
			}
		}
		g := start(t, s, blitz, people[1].ID, people[2].ID)
		finish(t, s, g, draughts.White)
		if _, _, err := s.CreateToken(ctx, people[3].ID, ""); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.AddChat(ctx, g.ID, Chat{By: people[5].ID, Action: "a", Text: "!"}); err != nil {
			t.Fatal(err)
		}
		must(s.Register(ctx, people[6].ID, "Anna", "correct horse"))(t)
		now.add(life / 2)
		must(s.CreateSession(ctx, people[4].ID, life))(t)
		now.add(life/2 + time.Second)
		many := guests(t, s, sweepAtOnce+10) // more than one transaction deletes
		for _, p := range many {
			must(s.CreateSession(ctx, p.ID, time.Second))(t)
		}
		now.add(time.Minute)
		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		for i, p := range people {
			_, err := s.Player(ctx, p.ID)
			if gone := names[i] == "idle" || names[i] == "who left"; gone {
				wantErr(t, err, ErrNotFound)
			} else if err != nil {
				t.Errorf("the guest %s: %v", names[i], err)
			}
		}
		for _, p := range many {
			_, err := s.Player(ctx, p.ID)
			wantErr(t, err, ErrNotFound)
		}
	})
}

// TestWhatNoTextCanBe looks things up by names and ids that only an attacker
// sends.
func TestWhatNoTextCanBe(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		for _, text := range []string{"\x00", "a\x00b", "\xff", "\xed\xa0\x80"} {
			_, err := s.Game(ctx, text)
			wantErr(t, err, ErrNotFound)
			_, err = s.Seat(ctx, text)
			wantErr(t, err, ErrNotFound)
			_, err = s.Player(ctx, text)
			wantErr(t, err, ErrNotFound)
			_, err = s.PlayerByName(ctx, text)
			wantErr(t, err, ErrNotFound)
			_, err = s.Login(ctx, text, "correct horse")
			wantErr(t, err, ErrPassword)
			for _, q := range []Search{{Player: text}, {Opening: text}, {Player: text, Opponent: text}, {Before: text}} {
				if page, err := s.Search(ctx, q); err == nil && len(page.Games) > 0 {
					t.Errorf("%q finds %v", text, page)
				} else if err != nil && !errors.Is(err, ErrCursor) {
					t.Errorf("%q: %v", text, err)
				}
			}
			wantErr(t, s.DeleteSeat(ctx, text, "x"), ErrNotFound)
			wantErr(t, s.DeleteToken(ctx, "x", text), ErrNotFound)
		}
	})
}
