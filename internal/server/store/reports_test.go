package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

func TestGameReports(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		game := []byte("\x00\xff a game")
		_, err := s.GameReport(ctx, "a")
		wantErr(t, err, ErrNotFound)
		_, err = s.FinishReport(ctx, "a", nil)
		wantErr(t, err, ErrNotFound)
		wantErr(t, s.FailReport(ctx, "a", ""), ErrNotFound)

		got := must(s.WantReport(ctx, "a", game))(t)
		if got.ID != "a" || got.State != ReportWanted || !bytes.Equal(got.Payload, game) || got.Result != nil || !got.Wanted.Equal(monday) {
			t.Errorf("wanted: %+v", got)
		}
		now.add(time.Second)
		if again := must(s.WantReport(ctx, "a", nil))(t); !again.Wanted.Equal(monday) || !bytes.Equal(again.Payload, game) {
			t.Errorf("wanted again: %+v", again)
		}
		must(s.WantReport(ctx, "b", []byte("b")))(t)
		ids := func(before time.Time, limit int) (ids []string) {
			for _, r := range must(s.WantedReports(ctx, before, limit))(t) {
				ids = append(ids, r.ID)
			}
			return ids
		}
		for _, c := range []struct {
			before time.Duration
			limit  int
			want   []string
		}{{0, 9, nil}, {time.Microsecond, 9, []string{"a"}}, {time.Minute, 9, []string{"a", "b"}}, {time.Minute, 1, []string{"a"}}} {
			if got := ids(monday.Add(c.before), c.limit); !slices.Equal(got, c.want) {
				t.Errorf("wanted before %s, %d of them: %v", c.before, c.limit, got)
			}
		}

		// One result, however often it comes and from how many.
		var firsts atomic.Int32
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				first, err := s.FinishReport(ctx, "a", []byte{0, byte(i)})
				if err != nil {
					t.Error(err)
				}
				if first {
					firsts.Add(1)
				}
			})
		}
		wg.Wait()
		done := must(s.GameReport(ctx, "a"))(t)
		if firsts.Load() != 1 || done.State != ReportDone || len(done.Result) != 2 {
			t.Errorf("%d were first, the report is %+v", firsts.Load(), done)
		}
		if err := s.FailReport(ctx, "a", "late"); err != nil {
			t.Error(err)
		}
		if again := must(s.WantReport(ctx, "a", game))(t); again.State != ReportDone || !bytes.Equal(again.Result, done.Result) || again.Reason != "" {
			t.Errorf("done, and wanted again: %+v", again)
		}

		// One that failed rests a while.
		if err := s.FailReport(ctx, "b", "it hurts"); err != nil {
			t.Fatal(err)
		}
		if got := must(s.WantReport(ctx, "b", nil))(t); got.State != ReportFailed || got.Reason != "it hurts" {
			t.Errorf("failed: %+v", got)
		}
		now.add(failedFor + time.Second)
		if got := must(s.WantReport(ctx, "b", nil))(t); got.State != ReportWanted || got.Reason != "" || !got.Wanted.Equal(s.now()) {
			t.Errorf("failed long ago: %+v", got)
		}
		if first := must(s.FinishReport(ctx, "b", nil))(t); !first {
			t.Error("b was done already")
		}

		// Nobody waits any more.
		must(s.WantReport(ctx, "c", nil))(t)
		for _, id := range []string{"b", "c", "nothing"} {
			if err := s.UnwantReport(ctx, id); err != nil {
				t.Error(err)
			}
		}
		must(s.GameReport(ctx, "b"))(t) // done is done
		_, err = s.GameReport(ctx, "c")
		wantErr(t, err, ErrNotFound)
	})
}

func TestManyGameReports(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		want := func(id string) {
			t.Helper()
			must(s.WantReport(ctx, id, []byte("x")))(t)
		}
		addReports(t, s, "old", maxWanted)
		_, err := s.WantReport(ctx, "more", nil)
		wantErr(t, err, ErrCrowded)
		_, err = s.GameReport(ctx, "more")
		wantErr(t, err, ErrNotFound)
		want("old0") // which is no more than before
		finishReports(t, s, "old", 300)
		sweep := func(left int) {
			t.Helper()
			if err := s.Sweep(ctx); err != nil {
				t.Fatal(err)
			}
			if n := must(s.reads.CountGameReports(ctx))(t); n != int64(left) {
				t.Errorf("%d reports are left, expected %d", n, left)
			}
		}
		sweep(maxWanted)
		now.add(wantedLife + time.Second)
		sweep(300) // nobody makes the others
		now.add(reportLife - time.Hour)
		want("old1") // somebody wants it still
		sweep(1)
		want("new")
		now.add(reportLife)
		sweep(1) // asked for a moment before the time was over
		now.add(2 * time.Second)
		sweep(0)
	})
}

// TestTheOldestReportsGo keeps more than are kept.
func TestTheOldestReportsGo(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		const more = 2*sweptAtOnce + 7
		addReports(t, s, "old", more)
		finishReports(t, s, "old", more)
		now.add(time.Second)
		addReports(t, s, "new", maxKept)
		finishReports(t, s, "new", maxKept)
		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if n := must(s.reads.CountGameReports(ctx))(t); n != maxKept {
			t.Errorf("%d reports are left", n)
		}
		_, err := s.GameReport(ctx, fmt.Sprint("old", more-1))
		wantErr(t, err, ErrNotFound)
		must(s.GameReport(ctx, "new0"))(t)
	})
}

// addReports makes n reports wanted, in one transaction.
func addReports(t *testing.T, s *Store, name string, n int) {
	t.Helper()
	err := s.write(t.Context(), func(ctx context.Context, q *db.Queries) error {
		for i := range n {
			if _, err := wantReport(ctx, q, fmt.Sprint(name, i), []byte("x"), s.now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func finishReports(t *testing.T, s *Store, name string, n int) {
	t.Helper()
	err := s.write(t.Context(), func(ctx context.Context, q *db.Queries) error {
		for i := range n {
			if _, err := q.FinishGameReport(ctx, db.FinishGameReportParams{ID: fmt.Sprint(name, i), Result: []byte("r"), Now: s.micros()}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
