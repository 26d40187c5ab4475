package store

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
)

const password = "correct horse"

func TestAccounts(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		guest := must(s.CreateGuest(ctx))(t)
		if !guest.Guest || !strings.HasPrefix(guest.Name, "guest-") || !guest.Created.Equal(monday) {
			t.Errorf("guest %+v", guest)
		}
		anna := must(s.Register(ctx, guest.ID, "Anna", password))(t)
		if anna.ID != guest.ID || anna.Guest || anna.Name != "Anna" {
			t.Errorf("registered %+v", anna)
		}
		for _, name := range []string{"Anna", "anna", "ANNA"} {
			if got := must(s.Login(ctx, name, password))(t); got.ID != anna.ID {
				t.Errorf("logging in as %s: %+v", name, got)
			}
			if got := must(s.PlayerByName(ctx, name))(t); got.ID != anna.ID {
				t.Errorf("by the name %s: %+v", name, got)
			}
		}
		_, err := s.Register(ctx, guest.ID, "Boris", password)
		wantErr(t, err, ErrNotGuest)
		_, err = s.Register(ctx, "nobody", "Boris", password)
		wantErr(t, err, ErrNotFound)
		_, err = s.CreateAccount(ctx, "aNNA", password)
		wantErr(t, err, ErrNameTaken)
		_, err = s.CreateAccount(ctx, "Boris", "short")
		wantErr(t, err, ErrWeakPassword)
		_, err = s.CreateAccount(ctx, "Boris", strings.Repeat("x", MaxPassword+1))
		wantErr(t, err, ErrWeakPassword)
		_, err = s.CreateAccount(ctx, "B", password)
		wantErr(t, err, ErrName)
		_, err = s.Login(ctx, "Anna", "wrong password")
		wantErr(t, err, ErrPassword)
		_, err = s.Login(ctx, "Boris", password)
		wantErr(t, err, ErrPassword)
		_, err = s.Login(ctx, must(s.CreateGuest(ctx))(t).Name, "")
		wantErr(t, err, ErrPassword)
		_, err = s.Player(ctx, "nobody")
		wantErr(t, err, ErrNotFound)
		_, err = s.PlayerByName(ctx, "nobody")
		wantErr(t, err, ErrNotFound)

		wantErr(t, s.ChangePassword(ctx, anna.ID, "wrong password", "another one"), ErrPassword)
		wantErr(t, s.ChangePassword(ctx, anna.ID, password, "short"), ErrWeakPassword)
		wantErr(t, s.ChangePassword(ctx, "nobody", password, "another one"), ErrNotFound)
		if err := s.ChangePassword(ctx, anna.ID, password, "another one"); err != nil {
			t.Fatal(err)
		}
		_, err = s.Login(ctx, "Anna", password)
		wantErr(t, err, ErrPassword)
		must(s.Login(ctx, "Anna", "another one"))(t)

		if err := s.SetBot(ctx, anna.ID, true); err != nil {
			t.Fatal(err)
		}
		if !must(s.Player(ctx, anna.ID))(t).Bot {
			t.Error("no bot")
		}
		wantErr(t, s.SetBot(ctx, "nobody", true), ErrNotFound)
	})
}

// TestOneName: of many who want a name at once, one gets it.
func TestOneName(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		var wg sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wg.Go(func() { _, errs[i] = s.CreateAccount(context.Background(), "Vera", password) })
		}
		wg.Wait()
		got := 0
		for _, err := range errs {
			if err == nil {
				got++
			} else {
				wantErr(t, err, ErrNameTaken)
			}
		}
		if got != 1 {
			t.Errorf("%d players have the name", got)
		}
	})
}

func TestPasswordsAreHashed(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		must(s.CreateAccount(t.Context(), "Anna", password))(t)
		must(s.CreateAccount(t.Context(), "Boris", password))(t)
		a := must(s.reads.PlayerByKey(t.Context(), nameKey("Anna")))(t).Password
		b := must(s.reads.PlayerByKey(t.Context(), nameKey("Boris")))(t).Password
		if !strings.HasPrefix(a, "$argon2id$v=19$m=19456,t=2,p=1$") || a == b {
			t.Errorf("kept are %s and %s", a, b)
		}
	})
}

func TestBadHashes(t *testing.T) {
	s := &Store{hashes: make(chan struct{}, 1)}
	for _, hash := range []string{"x", "$argon2id$$$$", "$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA", "$argon2id$v=19$m=19456,t=2,p=1$?$AAAA", "$argon2id$v=19$m=19456,t=2,p=1$AAAA$?"} {
		if same, err := s.samePassword(t.Context(), hash, password); same || err == nil {
			t.Errorf("%s: %v, %v", hash, same, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.hashes <- struct{}{}
	if _, err := s.hashPassword(ctx, password); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for a place: %v", err)
	}
}

func TestOperator(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		anna := must(s.CreateAccount(ctx, "Anna", password))(t)
		boris := must(s.CreateAccount(ctx, "Boris", password))(t)
		session := must(s.CreateSession(ctx, anna.ID, time.Hour))(t)
		_, secret, err := s.CreateToken(ctx, anna.ID, "bot")
		if err != nil {
			t.Fatal(err)
		}

		wantErr(t, s.Ban(ctx, "nobody", true), ErrNotFound)
		if err := s.Ban(ctx, "anna", true); err != nil {
			t.Fatal(err)
		}
		_, err = s.Login(ctx, "Anna", password)
		wantErr(t, err, ErrBanned)
		_, err = s.Login(ctx, "Anna", "wrong password")
		wantErr(t, err, ErrPassword)
		_, err = s.SessionPlayer(ctx, session)
		wantErr(t, err, ErrBanned)
		_, err = s.TokenPlayer(ctx, secret)
		wantErr(t, err, ErrBanned)
		if err := s.Ban(ctx, "Anna", false); err != nil {
			t.Fatal(err)
		}
		must(s.SessionPlayer(ctx, session))(t)

		wantErr(t, s.ResetPassword(ctx, "nobody", "another one"), ErrNotFound)
		wantErr(t, s.ResetPassword(ctx, "Anna", "short"), ErrWeakPassword)
		if err := s.ResetPassword(ctx, "Anna", "another one"); err != nil {
			t.Fatal(err)
		}
		must(s.Login(ctx, "Anna", "another one"))(t)
		_, err = s.SessionPlayer(ctx, session)
		wantErr(t, err, ErrNotFound)
		_, err = s.TokenPlayer(ctx, secret)
		wantErr(t, err, ErrNotFound)
		wantErr(t, s.ResetPassword(ctx, must(s.CreateGuest(ctx))(t).Name, "another one"), ErrNotFound)

		rated := blitz
		rated.Rated = true
		g := finish(t, s, start(t, s, rated, anna.ID, boris.ID), draughts.White)
		session = must(s.CreateSession(ctx, anna.ID, time.Hour))(t)
		wantErr(t, s.DeletePlayer(ctx, "nobody"), ErrNotFound)
		if err := s.DeletePlayer(ctx, "Anna"); err != nil {
			t.Fatal(err)
		}
		_, err = s.PlayerByName(ctx, "Anna")
		wantErr(t, err, ErrNotFound)
		_, err = s.Login(ctx, "Anna", "another one")
		wantErr(t, err, ErrPassword)
		_, err = s.SessionPlayer(ctx, session)
		wantErr(t, err, ErrNotFound)
		gone := must(s.Player(ctx, anna.ID))(t)
		if !gone.Deleted || !strings.HasPrefix(gone.Name, "deleted-") || len(gone.Ratings) != 0 {
			t.Errorf("deleted: %+v", gone)
		}
		_, err = s.Login(ctx, gone.Name, "another one")
		wantErr(t, err, ErrPassword)
		if got := must(s.Game(ctx, g.ID))(t).Seated[draughts.White].Name; got != gone.Name {
			t.Errorf("the game names %s", got)
		}
		must(s.CreateAccount(ctx, "Anna", password))(t) // the name is free again
	})
}

func TestSessions(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		p := guests(t, s, 1)[0]
		token := must(s.CreateSession(ctx, p.ID, 10*time.Hour))(t)
		other := must(s.CreateSession(ctx, p.ID, 10*time.Hour))(t)
		third := must(s.CreateSession(ctx, p.ID, 10*time.Hour))(t)
		if got := must(s.SessionPlayer(ctx, token))(t); got.ID != p.ID {
			t.Errorf("the session is of %+v", got)
		}
		if _, err := s.reads.SessionByHash(ctx, sessionKey(token)); err == nil {
			t.Error("the token itself is kept")
		}
		now.add(6 * time.Hour)
		must(s.SessionPlayer(ctx, token))(t) // begins anew
		now.add(6 * time.Hour)
		must(s.SessionPlayer(ctx, token))(t)
		_, err := s.SessionPlayer(ctx, other)
		wantErr(t, err, ErrNotFound)
		_, err = s.SessionPlayer(ctx, "nonsense")
		wantErr(t, err, ErrNotFound)
		_, err = s.CreateSession(ctx, "nobody", time.Hour)
		wantErr(t, err, ErrNotFound)

		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		now.add(-6 * time.Hour)
		_, err = s.SessionPlayer(ctx, third)
		wantErr(t, err, ErrNotFound) // swept away
		other = must(s.CreateSession(ctx, p.ID, time.Hour))(t)
		if err := s.DeleteSessions(ctx, p.ID, token); err != nil {
			t.Fatal(err)
		}
		must(s.SessionPlayer(ctx, token))(t)
		_, err = s.SessionPlayer(ctx, other)
		wantErr(t, err, ErrNotFound)
		if err := s.DeleteSession(ctx, token); err != nil {
			t.Fatal(err)
		}
		_, err = s.SessionPlayer(ctx, token)
		wantErr(t, err, ErrNotFound)
	})
}

func TestTokens(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		p := guests(t, s, 2)
		token, secret, err := s.CreateToken(ctx, p[0].ID, "my bot")
		if err != nil || !strings.HasPrefix(secret, TokenPrefix) {
			t.Fatal(secret, err)
		}
		list := must(s.Tokens(ctx, p[0].ID))(t)
		if len(list) != 1 || list[0] != token || list[0].Label != "my bot" || !list[0].Used.IsZero() {
			t.Errorf("tokens %+v", list)
		}
		now.add(2 * time.Hour)
		if got := must(s.TokenPlayer(ctx, secret))(t); got.ID != p[0].ID {
			t.Errorf("the token is of %+v", got)
		}
		if used := must(s.Tokens(ctx, p[0].ID))(t)[0].Used; !used.Equal(monday.Add(2 * time.Hour)) {
			t.Errorf("used %v", used)
		}
		wantErr(t, s.DeleteToken(ctx, p[1].ID, token.ID), ErrNotFound)
		if err := s.DeleteToken(ctx, p[0].ID, token.ID); err != nil {
			t.Fatal(err)
		}
		_, err = s.TokenPlayer(ctx, secret)
		wantErr(t, err, ErrNotFound)
		for range MaxTokens {
			if _, _, err := s.CreateToken(ctx, p[0].ID, ""); err != nil {
				t.Fatal(err)
			}
		}
		_, _, err = s.CreateToken(ctx, p[0].ID, "")
		wantErr(t, err, ErrTooMany)
		_, _, err = s.CreateToken(ctx, "nobody", "")
		wantErr(t, err, ErrNotFound)
	})
}

func TestNames(t *testing.T) {
	for name, good := range map[string]bool{
		"Anna": true, "Анна": true, "anna_2": true, "Ёж-1": true, "ab": true, strings.Repeat("ы", MaxName): true,
		"": false, "a": false, strings.Repeat("a", MaxName+1): false, "1anna": false, "_anna": false, "an na": false,
		"an\x00na": false, "an/na": false, "Anна": false, "admin": false, "ADMIN": false, "Админ": false, "guest-1": false,
		"deleted-x": false, "\xff\xfe": false, "李白": false, "a\u0301b": false,
	} {
		if err := CheckName(name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		} else if err != nil {
			wantErr(t, err, ErrName)
		}
	}
	for _, same := range [][2]string{{"Anna", "aNNA"}, {"Сосо", "Coco"}, {"Ёлка", "елка"}} {
		if nameKey(same[0]) != nameKey(same[1]) {
			t.Errorf("%s and %s are two names", same[0], same[1])
		}
	}
}

// FuzzCheckName: a name that passes is short, and its key is stable.
func FuzzCheckName(f *testing.F) {
	for _, name := range []string{"Anna", "Ёж-1", "guest-1", "\xff", "a b"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if CheckName(name) != nil {
			return
		}
		if len(name) > 2*MaxName || nameKey(nameKey(name)) != nameKey(name) || nameKey(strings.ToUpper(name)) != nameKey(name) {
			t.Errorf("%q passes, its key is %q", name, nameKey(name))
		}
	})
}

func TestNewPlayerHasARating(t *testing.T) {
	if got := (Player{}).Rating(rating.Blitz); got != rating.New() {
		t.Errorf("%+v", got)
	}
}
