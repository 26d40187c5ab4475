package reports

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

func game(t *testing.T, moves ...string) *draughts.Game {
	t.Helper()
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for _, text := range moves {
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func newQueue(most int) *Queue {
	q := NewQueue(1, most, endgame.Default())
	q.limits = engine.Limits{Depth: 5}
	return q
}

func TestReportTellsItsProgress(t *testing.T) {
	var told []Progress
	report, err := newQueue(1).Judge(t.Context(), "one", game(t, "c3-d4", "d6-e5", "a3-b4"), func(p Progress) { told = append(told, p) })
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Moves) != 3 || len(told) != 4 || told[3] != (Progress{Done: 4, Of: 4}) {
		t.Errorf("%d moves, progress %v", len(report.Moves), told)
	}
}

// TestTurns lets people wait for the one who is served first, who holds still in
// the middle of the report.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2)
		hold := make(chan struct{})
		type end struct {
			person string
			err    error
		}
		ends := make(chan end, 10)
		places := map[string][]int{}
		judge := func(ctx context.Context, person string) {
			go func() {
				_, err := q.Judge(ctx, person, game(t, "c3-d4"), func(p Progress) {
					if p.Before > 0 {
						places[person] = append(places[person], p.Before)
					} else if person == "first" {
						<-hold
					}
				})
				ends <- end{person, err}
			}()
			synctest.Wait()
		}
		judge(t.Context(), "first")
		gone, leave := context.WithCancel(t.Context())
		judge(gone, "second")
		judge(t.Context(), "third")
		judge(t.Context(), "fourth")
		if e := <-ends; e.person != "fourth" || !errors.Is(e.err, ErrCrowded) {
			t.Errorf("%s ended with %v, want the fourth to find it crowded", e.person, e.err)
		}
		leave()
		if e := <-ends; e.person != "second" || !errors.Is(e.err, context.Canceled) {
			t.Errorf("%s ended with %v, want the second to be gone", e.person, e.err)
		}
		synctest.Wait()
		if got := places["third"]; len(got) != 2 || got[0] != 2 || got[1] != 1 {
			t.Errorf("the third stood at %v, want 2 and then 1", got)
		}
		judge(t.Context(), "third") // anew, behind the old one
		if e := <-ends; e.person != "third" || !errors.Is(e.err, ErrReplaced) {
			t.Errorf("%s ended with %v, want the third's old report to be replaced", e.person, e.err)
		}
		close(hold)
		for range 2 {
			if e := <-ends; e.err != nil {
				t.Errorf("%s ended with %v", e.person, e.err)
			}
		}
	})
}
