package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
)

// TestSearch compares what is found with a plain look through all games.
func TestSearch(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		rng := rand.New(rand.NewPCG(9, 10))
		p := guests(t, s, 3)
		clocks := []live.Clock{blitz.Clock, {Kind: live.Fischer, Base: 1_800_000}, {Kind: live.InDays, Days: 2}}
		var all []Game
		for i := range 40 {
			terms := live.Terms{Clock: clocks[rng.IntN(3)]}
			if i%3 == 0 {
				terms.Opening = &live.Opening{Table: "fmjd64", Code: []string{"1-I", "11-IV", "2-II"}[i/3%3]}
			}
			if i%4 != 0 { // else two games end in one moment
				now.add(time.Minute)
			}
			seated := [2]Seated{{Player: p[i%3].ID}, {Player: p[(i+1+i/3%2)%3].ID}}
			if i%10 == 9 {
				seated[1] = Seated{Level: 5}
			}
			g := must(s.CreateGame(ctx, Game{State: must(live.New(terms, now.now()))(t), Seated: seated}))(t)
			g = playOn(t, s, g, 3, rng)
			switch i % 5 {
			case 0:
				continue // it goes on
			case 1:
				read := g.State.Version
				g = act(t, s, g, live.Action{Type: live.DoDrawOffer, Side: draughts.White})
				g = act(t, s, g, live.Action{Type: live.DoDrawAccept, Side: draughts.Black})
				g = must(s.Save(ctx, g, read, nil))(t).Game
			default:
				g = finish(t, s, g, draughts.Color(rng.IntN(2)))
			}
			all = append(all, g)
		}
		slices.SortFunc(all, func(a, b Game) int {
			if c := b.State.Ended.Compare(a.State.Ended); c != 0 {
				return c
			}
			return strings.Compare(b.ID, a.ID)
		})
		middle := all[len(all)/2].State.Ended
		for i, q := range []Search{
			{},
			{Player: p[0].Name},
			{Player: strings.ToUpper(p[1].Name)},
			{Player: p[0].Name, Opponent: p[1].Name},
			{Opponent: p[2].Name},
			{Result: "1-0"}, {Result: "1/2-1/2"}, {Result: "nonsense"}, {Result: "win"},
			{Player: p[0].Name, Result: "win"}, {Player: p[0].Name, Result: "loss"}, {Player: p[1].Name, Result: "draw"},
			{Player: p[0].Name, Result: "0-1"},
			{Class: rating.Blitz}, {Class: rating.Correspondence, Player: p[2].Name},
			{Opening: "1-I"}, {Opening: "11-iv"}, {Opening: "FMJD64"}, {Opening: "%"}, {Opening: "_"}, {Opening: `\`}, {Opening: "'"},
			{From: middle}, {To: middle}, {From: middle, To: middle, Player: p[0].Name},
			{Player: "nobody"}, {Player: p[0].Name, Opponent: "nobody"}, {Player: p[0].Name, Opponent: p[0].Name},
			{Class: rating.Blitz, Result: "0-1", Opening: "i", To: middle},
		} {
			var want []string
			for _, g := range all {
				if matches(q, g) {
					want = append(want, g.ID)
				}
			}
			for _, limit := range []int{3, 0} {
				var got []string
				for q.Before, q.Limit = "", limit; ; {
					page := must(s.Search(ctx, q))(t)
					for _, l := range page.Games {
						got = append(got, l.ID)
					}
					if q.Before = page.Next; q.Before == "" {
						break
					}
					if len(page.Games) == 0 {
						t.Fatalf("search %d: an empty page has a next one", i)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("search %d (%+v), limit %d:\n%v\nexpected\n%v", i, q, limit, got, want)
				}
			}
			t.Logf("search %d: %d games", i, len(want))
		}
		for _, cursor := range []string{"x", "-", "1-", "99999999999999999999-a", "1", "1-" + strings.Repeat("x", 100)} {
			_, err := s.Search(ctx, Search{Before: cursor})
			wantErr(t, err, ErrCursor)
		}

		first := must(s.Search(ctx, Search{Limit: 1000}))(t).Games[0]
		g := all[0]
		want := Line{
			ID: g.ID, Seated: g.Seated, Class: g.State.Terms.Class(), Result: g.State.Outcome.Result(),
			Reason: g.State.Outcome.Reason.Code(), Plies: len(g.State.Plies), Debut: g.State.Debut(),
			Created: g.State.Created, Finished: g.State.Ended,
		}
		if first != want {
			t.Errorf("the line %+v\nexpected %+v", first, want)
		}
	})
}

// matches tells the meaning of a search in another way.
func matches(q Search, g Game) bool {
	same := strings.EqualFold
	name := func(c draughts.Color) string { return g.Seated[c].Name }
	side := draughts.NoColor
	for c := range g.Seated {
		me, other := draughts.Color(c), draughts.Color(c).Other()
		if (q.Player == "" || same(name(me), q.Player)) && (q.Opponent == "" || same(name(other), q.Opponent)) {
			side = me
		}
	}
	if side == draughts.NoColor {
		return false
	}
	result := g.State.Outcome.Result()
	words := map[draughts.Color]string{draughts.NoColor: "draw", side: "win", side.Other(): "loss"}
	if q.Result != "" && q.Result != result && (q.Player == "" || q.Result != words[g.State.Outcome.Winner]) {
		return false
	}
	d := g.State.Debut()
	text := strings.ToLower(fmt.Sprint(d.Table, "\n", d.Code, "\n", d.Name, "\n", d.Russian))
	return (q.Class == "" || q.Class == g.State.Terms.Class()) &&
		strings.Contains(text, strings.ToLower(q.Opening)) &&
		!g.State.Ended.Before(q.From) && (q.To.IsZero() || !g.State.Ended.After(q.To))
}

// TestSearchUsesIndexes: no search looks through the whole table of games.
func TestSearchUsesIndexes(t *testing.T) {
	s := open(t, Config{Dir: t.TempDir()})
	p := guests(t, s, 2)
	for _, q := range []Search{
		{}, {Class: rating.Blitz}, {Result: "1-0"}, {From: monday}, {Before: "5-x"},
		{Player: p[0].Name}, {Player: p[0].Name, Opponent: p[1].Name, Class: rating.Blitz}, {Opponent: p[1].Name},
	} {
		query, args, err := s.searchQuery(t.Context(), q, 20)
		if err != nil {
			t.Fatal(err)
		}
		checkPlan(t, s, query, args...)
	}
	for _, query := range []string{
		"SELECT id FROM game WHERE deadline IS NOT NULL AND deadline <= 5 ORDER BY deadline LIMIT 9",
		"SELECT w.id FROM game w WHERE w.white_id = 'x' AND w.finished IS NULL UNION ALL SELECT b.id FROM game b WHERE b.black_id = 'x' AND b.finished IS NULL",
		"SELECT * FROM seat WHERE listed AND game_id = '' ORDER BY created",
		"SELECT * FROM session WHERE hash = 'x' AND expires > 5",
		"SELECT n FROM chat WHERE game_id = 'x' ORDER BY n DESC LIMIT 100",
	} {
		checkPlan(t, s, query)
	}
}

// checkPlan fails where SQLite would look through a table, or sort one.
func checkPlan(t *testing.T, s *Store, query string, args ...any) {
	t.Helper()
	rows := must(s.pool.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...))(t)
	defer rows.Close() //nolint:errcheck // a test
	for rows.Next() {
		var a, b, c int
		var step string
		if err := rows.Scan(&a, &b, &c, &step); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(step, "SCAN") && !strings.Contains(step, "USING") || step == "USE TEMP B-TREE FOR ORDER BY" {
			t.Errorf("%s\n%s", query, step)
		}
	}
	if err := rows.Err(); err != nil {
		t.Error(err)
	}
}
