package store

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
	"github.com/bolshak-draughts/bolshak/pdn"
)

func sessionKey(hash string) db.SessionByHashParams {
	return db.SessionByHashParams{Hash: hash, Now: 0}
}

func TestGameIsKept(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		p := guests(t, s, 2)
		g := start(t, s, blitz, p[0].ID, p[1].ID)
		if g.Seated[draughts.White].Name != p[0].Name || g.Seated[draughts.Black].Rating != 1500 || g.Seated[draughts.Black].Deviation != 350 {
			t.Errorf("created %+v", g.Seated)
		}
		rng := rand.New(rand.NewPCG(3, 4))
		for range 20 {
			g = playOn(t, s, g, 1, rng)
			if got := must(s.Game(t.Context(), g.ID))(t); !reflect.DeepEqual(got, g) {
				t.Fatalf("kept %+v\nexpected %+v", got, g)
			}
		}
		if g.Side(p[1].ID) != draughts.Black || g.Side("") != draughts.NoColor || g.Side("x") != draughts.NoColor {
			t.Error("sides")
		}
	})
}

func TestStale(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		p := guests(t, s, 2)
		g := start(t, s, blitz, p[0].ID, p[1].ID)
		rng := rand.New(rand.NewPCG(5, 6))
		one := act(t, s, g, randomMove(t, g.State, rng))
		two := act(t, s, g, live.Action{Type: live.DoAbort, Side: draughts.White})
		must(s.Save(ctx, one, g.State.Version, nil))(t)
		_, err := s.Save(ctx, two, g.State.Version, nil)
		wantErr(t, err, ErrStale)
		if got := must(s.Game(ctx, g.ID))(t); got.State.Status != live.StatusNew || len(got.State.Plies) != 1 {
			t.Errorf("kept %+v", got.State)
		}
		one.ID = "nothing"
		_, err = s.Save(ctx, one, g.State.Version, nil)
		wantErr(t, err, ErrNotFound)
		_, err = s.Game(ctx, "nothing")
		wantErr(t, err, ErrNotFound)
		if _, err = s.Save(ctx, g, g.State.Version+1, nil); err == nil {
			t.Error("an older version was saved")
		}
		must(s.Save(ctx, g, g.State.Version, nil))(t) // nothing new, nothing wrong
	})
}

// TestOneSaves: of many who have read the same version, one saves.
func TestOneSaves(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		p := guests(t, s, 2)
		g := start(t, s, blitz, p[0].ID, p[1].ID)
		next := act(t, s, g, randomMove(t, g.State, rand.New(rand.NewPCG(5, 6))))
		var wg sync.WaitGroup
		errs := make([]error, 20)
		for i := range errs {
			wg.Go(func() { _, errs[i] = s.Save(t.Context(), next, g.State.Version, nil) })
		}
		wg.Wait()
		saved := 0
		for _, err := range errs {
			if err == nil {
				saved++
			} else {
				wantErr(t, err, ErrStale)
			}
		}
		if saved != 1 {
			t.Errorf("%d have saved", saved)
		}
	})
}

func TestGamesThatCannotBe(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		p := guests(t, s, 1)[0]
		state := must(live.New(blitz, monday))(t)
		for name, seated := range map[string][2]Seated{
			"alone":          {{Player: p.ID}, {Player: p.ID}},
			"nobody":         {{Player: p.ID}, {}},
			"both":           {{Player: p.ID, Level: 3}, {Level: 3}},
			"two computers":  {{Level: 3}, {Level: 3}},
			"unknown player": {{Player: p.ID}, {Player: "unknown"}},
		} {
			if _, err := s.CreateGame(t.Context(), Game{ID: "game", State: state, Seated: seated}); err == nil {
				t.Errorf("%s: a game was made", name)
			}
		}
		_, err := s.Game(t.Context(), "game")
		wantErr(t, err, ErrNotFound)
	})
}

func TestRatings(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		p := guests(t, s, 2)
		rated := blitz
		rated.Rated = true
		now.add(time.Minute)
		g := finish(t, s, start(t, s, rated, p[0].ID, p[1].ID), draughts.Black)
		if w, b := g.Seated[draughts.White], g.Seated[draughts.Black]; w.Change != 162 || b.Change != -162 || !w.Rated {
			t.Errorf("changes %+v %+v", w, b)
		}
		if got := must(s.Game(ctx, g.ID))(t); !reflect.DeepEqual(got, g) {
			t.Errorf("kept %+v, expected %+v", got, g)
		}
		want, _ := rating.After(rating.New(), rating.New(), 1, now.now())
		if got := must(s.Player(ctx, p[0].ID))(t).Rating(rating.Blitz); got != want {
			t.Errorf("rating %+v, expected %+v", got, want)
		}
		if got := must(s.Player(ctx, p[0].ID))(t); len(got.Ratings) != 1 {
			t.Errorf("ratings %+v", got.Ratings)
		}
		history := must(s.RatingHistory(ctx, p[1].ID, rating.Blitz))(t)
		if len(history) != 1 || history[0].Rating != 1338 || history[0].Game != g.ID || !history[0].At.Equal(now.now()) {
			t.Errorf("history %+v", history)
		}
		if got := must(s.Record(ctx, p[1].ID))(t); got != (Record{Losses: 1}) {
			t.Errorf("record %+v", got)
		}

		// What comes after the end changes no rating.
		read := g.State.Version
		g = act(t, s, g, live.Action{Type: live.DoRematchOffer, Side: draughts.White})
		must(s.Save(ctx, g, read, nil))(t)
		if got := must(s.Player(ctx, p[0].ID))(t).Rating(rating.Blitz); got != want {
			t.Errorf("after an offer of a rematch %+v", got)
		}

		// The next game knows the rating; another class, a casual game and one
		// that was aborted do not touch it.
		casual := finish(t, s, start(t, s, blitz, p[1].ID, p[0].ID), draughts.White)
		if casual.Seated[draughts.Black].Rating != 1662 || casual.Seated[draughts.Black].Change != 0 || casual.Seated[draughts.Black].Rated {
			t.Errorf("the casual game %+v", casual.Seated)
		}
		aborted := start(t, s, rated, p[1].ID, p[0].ID)
		read = aborted.State.Version
		aborted = act(t, s, aborted, live.Action{Type: live.DoAbort, Side: draughts.White})
		must(s.Save(ctx, aborted, read, nil))(t)
		slow := rated
		slow.Clock.Base = 1_800_000
		finish(t, s, start(t, s, slow, p[0].ID, p[1].ID), draughts.White)
		got := must(s.Player(ctx, p[0].ID))(t)
		if got.Rating(rating.Blitz) != want || got.Rating(rating.Classical).Rounded() != 1338 {
			t.Errorf("ratings %+v", got.Ratings)
		}
		if got := must(s.Record(ctx, p[0].ID))(t); got != (Record{Wins: 2, Losses: 1}) {
			t.Errorf("record %+v", got)
		}

		// Time makes them less sure.
		now.add(100 * 24 * time.Hour)
		if later := must(s.Player(ctx, p[0].ID))(t).Rating(rating.Blitz); later.Deviation <= want.Deviation || later.Rating != want.Rating {
			t.Errorf("later %+v", later)
		}
	})
}

// TestManyEnds: games of few players that end at the same time all count.
func TestManyEnds(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		p := guests(t, s, 4)
		rated := blitz
		rated.Rated = true
		var wg sync.WaitGroup
		const games = 48
		errs := make([]error, games)
		for i := range games {
			white, black := i%4, (i+1+i/4%3)%4
			g := start(t, s, rated, p[white].ID, p[black].ID)
			next := act(t, s, g, live.Action{Type: live.DoResign, Side: draughts.White})
			wg.Go(func() { _, errs[i] = s.Save(t.Context(), next, g.State.Version, nil) })
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				t.Error(err)
			}
		}
		total := 0
		for _, p := range p {
			n := must(s.Player(t.Context(), p.ID))(t).Rating(rating.Blitz).Games
			total += n
			if history := must(s.RatingHistory(t.Context(), p.ID, rating.Blitz))(t); len(history) != n {
				t.Errorf("%d games, %d in the history", n, len(history))
			}
		}
		if total != 2*games {
			t.Errorf("%d games count, expected %d", total, 2*games)
		}
	})
}

func TestMicroMatchAndRematch(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		p := guests(t, s, 2)
		terms := blitz
		terms.Micro = true
		g := start(t, s, terms, p[0].ID, p[1].ID)
		read := g.State.Version
		g = act(t, s, g, live.Action{Type: live.DoResign, Side: draughts.Black})
		next := Game{ID: NewID(), Seated: [2]Seated{{Player: p[1].ID}, {Player: p[0].ID}}}
		var err error
		g.State, next.State, err = g.State.Follow(g.ID, next.ID, monday, nil)
		if err != nil {
			t.Fatal(err)
		}
		saved := must(s.Save(ctx, g, read, &next))(t)
		second := must(s.Game(ctx, next.ID))(t)
		if !reflect.DeepEqual(*saved.Next, second) || second.State.Micro.Other != g.ID || second.State.Micro.Black != 2 {
			t.Errorf("the second game %+v", second)
		}
		if got := must(s.Game(ctx, g.ID))(t); got.State.Micro.Other != second.ID {
			t.Errorf("the first game %+v", got.State.Micro)
		}
		// A next game that cannot be kept undoes all.
		second.State.Version++
		bad := next
		_, err = s.Save(ctx, second, second.State.Version-1, &bad)
		if !isDuplicate(err) {
			t.Errorf("the same next game again: %v", err)
		}
		if got := must(s.Game(ctx, second.ID))(t); got.State.Version != second.State.Version-1 {
			t.Errorf("version %d", got.State.Version)
		}
	})
}

func TestDue(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		if _, ok, err := s.NextDeadline(ctx); ok || err != nil {
			t.Errorf("a deadline without a game: %v", err)
		}
		p := guests(t, s, 2)
		first := start(t, s, blitz, p[0].ID, p[1].ID)
		now.add(time.Second)
		second := start(t, s, blitz, p[1].ID, p[0].ID)
		start(t, s, live.Terms{Clock: live.Clock{Kind: live.NoClock}}, p[0].ID, p[1].ID)
		computer := must(live.New(live.Terms{Clock: live.Clock{Kind: live.NoClock}}, now.now()))(t)
		against := must(s.CreateGame(ctx, Game{State: computer, Seated: [2]Seated{{Level: 4}, {Player: p[0].ID}}}))(t)
		if got := must(s.ComputerGames(ctx))(t); len(got) != 1 || got[0] != against.ID {
			t.Errorf("games of the computer: %v", got)
		}
		at, ok, err := s.NextDeadline(ctx)
		if err != nil || !ok || !at.Equal(monday.Add(live.FirstMove)) {
			t.Errorf("next deadline %v, %v", at, err)
		}
		for _, c := range []struct {
			after time.Duration
			limit int
			want  []string
		}{
			{live.FirstMove - time.Microsecond, 10, nil},
			{live.FirstMove, 10, []string{first.ID}},
			{live.FirstMove + time.Second, 10, []string{first.ID, second.ID}},
			{live.FirstMove + time.Second, 1, []string{first.ID}},
		} {
			if got := must(s.Due(ctx, monday.Add(c.after), c.limit))(t); strings.Join(got, " ") != strings.Join(c.want, " ") {
				t.Errorf("after %v: %v, expected %v", c.after, got, c.want)
			}
		}
		if got := must(s.Unfinished(ctx))(t); got != 4 {
			t.Errorf("%d games", got)
		}
		if got := must(s.Playing(ctx, p[1].ID))(t); len(got) != 3 {
			t.Errorf("playing %v", got)
		}
		late := monday.Add(live.FirstMove)
		read := first.State.Version
		var changed bool
		if first.State, changed = first.State.Look(late); !changed {
			t.Fatal("nothing has happened")
		}
		must(s.Save(ctx, first, read, nil))(t)
		if got := must(s.Due(ctx, late, 10))(t); len(got) != 0 {
			t.Errorf("still due: %v", got)
		}
		if got := must(s.Playing(ctx, p[1].ID))(t); len(got) != 2 {
			t.Errorf("playing %v", got)
		}
	})
}

func TestSeats(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		p := guests(t, s, 2)
		seat := must(s.CreateSeat(ctx, Seat{By: p[0], Terms: blitz, Color: "white", Open: true}))(t)
		hidden := must(s.CreateSeat(ctx, Seat{By: p[0], Terms: blitz, Color: "random"}))(t)
		if got := must(s.Seat(ctx, seat.ID))(t); !reflect.DeepEqual(got, seat) || got.By.Name != p[0].Name || got.Terms != blitz {
			t.Errorf("the seat %+v", got)
		}
		if got := must(s.OpenSeats(ctx))(t); len(got) != 1 || got[0].ID != seat.ID {
			t.Errorf("the lobby %+v", got)
		}
		_, err := s.CreateSeat(ctx, Seat{By: Player{ID: "nobody"}, Terms: blitz})
		wantErr(t, err, ErrNotFound)

		state := must(live.New(blitz, monday))(t)
		game := Game{State: state, Seated: [2]Seated{{Player: p[0].ID}, {Player: p[1].ID}}}
		var wg sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wg.Go(func() { _, errs[i] = s.TakeSeat(ctx, seat.ID, game) })
		}
		wg.Wait()
		got := 0
		for _, err := range errs {
			if err == nil {
				got++
			} else {
				wantErr(t, err, ErrTaken)
			}
		}
		if n := must(s.Unfinished(ctx))(t); got != 1 || n != 1 {
			t.Errorf("%d have taken the seat, there are %d games", got, n)
		}
		_, err = s.TakeSeat(ctx, "nothing", game)
		wantErr(t, err, ErrNotFound)
		if taken := must(s.Seat(ctx, seat.ID))(t); taken.Game == "" {
			t.Error("the seat does not know its game")
		}
		if got := must(s.OpenSeats(ctx))(t); len(got) != 0 {
			t.Errorf("the lobby %+v", got)
		}
		wantErr(t, s.DeleteSeat(ctx, seat.ID, p[0].ID), ErrNotFound)
		wantErr(t, s.DeleteSeat(ctx, hidden.ID, p[1].ID), ErrNotFound)
		if err := s.DeleteSeat(ctx, hidden.ID, p[0].ID); err != nil {
			t.Error(err)
		}
		_, err = s.Seat(ctx, hidden.ID)
		wantErr(t, err, ErrNotFound)
		now.add(seatLife + time.Second)
		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		_, err = s.Seat(ctx, seat.ID)
		wantErr(t, err, ErrNotFound)
	})
}

func TestChats(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		p := guests(t, s, 2)
		g := start(t, s, blitz, p[0].ID, p[1].ID)
		var wg sync.WaitGroup
		errs := make([]error, 10)
		for i := range errs {
			wg.Go(func() {
				_, _, errs[i] = s.AddChat(ctx, g.ID, Chat{By: p[i%2].ID, Action: strconv.Itoa(i), Text: "Удачи! 🙂 '%_"})
			})
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				t.Error(err)
			}
		}
		chats := must(s.Chats(ctx, g.ID, 4))(t)
		if len(chats) != 4 || chats[0].N != 7 || chats[3].N != 10 || chats[0].Text != "Удачи! 🙂 '%_" || chats[0].Name == "" || !chats[0].At.Equal(monday) {
			t.Errorf("chats %+v", chats)
		}
		_, _, err := s.AddChat(ctx, "nothing", Chat{By: p[0].ID})
		wantErr(t, err, ErrNotFound)
		_, _, err = s.AddChat(ctx, g.ID, Chat{By: "nobody"})
		wantErr(t, err, ErrNotFound)

		// Sent again, by many at once; the same id of somebody else is another line.
		var again, other int
		var mu sync.Mutex
		for i := range 10 {
			wg.Go(func() {
				line, known, err := s.AddChat(ctx, g.ID, Chat{By: p[i%2].ID, Action: "same", Text: "?"})
				mu.Lock()
				defer mu.Unlock()
				if err != nil || line.N < 11 || line.N > 12 {
					t.Errorf("line %+v, %v", line, err)
				}
				if known {
					again++
				} else {
					other++
				}
			})
		}
		wg.Wait()
		if said := must(s.Chats(ctx, g.ID, 100))(t); again != 8 || other != 2 || len(said) != 12 {
			t.Errorf("said %d times, again %d times; %d lines", other, again, len(said))
		}

		for range 2 {
			if err := s.ReportChat(ctx, g.ID, 7, p[1].ID); err != nil {
				t.Fatal(err)
			}
		}
		wantErr(t, s.ReportChat(ctx, g.ID, 13, p[1].ID), ErrNotFound)
		reports := must(s.Reports(ctx))(t)
		if len(reports) != 1 || reports[0].Chat != chats[0] || reports[0].By != p[1].Name || reports[0].Game != g.ID {
			t.Errorf("reports %+v", reports)
		}
	})
}

func TestExport(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		p := guests(t, s, 2)
		rng := rand.New(rand.NewPCG(7, 8))
		terms := must(live.Terms{Clock: blitz.Clock, Opening: &live.Opening{Table: "idf64"}, Micro: true}.Draw(rng))(t)
		const games = exportPage + 7
		for range games - 2 {
			now.add(time.Second)
			finish(t, s, start(t, s, blitz, p[0].ID, p[1].ID), draughts.White)
		}
		now.add(time.Second)
		finish(t, s, playOn(t, s, start(t, s, terms, p[1].ID, p[0].ID), 8, rng), draughts.White)
		now.add(time.Second)
		playOn(t, s, start(t, s, blitz, p[0].ID, p[1].ID), 3, rng)

		read := func(text string) (n int, last *pdn.Game) {
			for g, err := range pdn.Read(strings.NewReader(text), pdn.Options{}) {
				if err != nil {
					t.Fatal(err)
				}
				n++
				last = g
			}
			return n, last
		}
		var out bytes.Buffer
		if err := s.Export(ctx, &out); err != nil {
			t.Fatal(err)
		}
		n, last := read(out.String())
		if n != games || last.Plies() != 3 || last.Result != pdn.NoResult {
			t.Errorf("%d games, the last %+v", n, last)
		}
		out.Reset()
		if err := s.ExportPlayer(ctx, &out, p[0].Name); err != nil {
			t.Fatal(err)
		}
		n, last = read(out.String())
		if n != games-1 || last.Tags.Get("OpeningTable") != "idf64" || last.Tags.Get("White") != p[1].Name || last.Tags.Get("Round") != "1.1" {
			t.Errorf("%d games, the last %+v", n, last)
		}
		if clock, ok := last.Main.Plies[len(last.Main.Plies)-1].Note.Clock(draughts.Black); !ok || clock.Black < 0 && clock.White < 0 {
			t.Error("no clock behind the moves")
		}
		wantErr(t, s.ExportPlayer(ctx, &out, "nobody"), ErrNotFound)
	})
}
