package store

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// ReportState is how far a report on a game has come.
type ReportState string

// The states of a report.
const (
	ReportWanted ReportState = "wanted" // somebody asked for it, and nobody has made it yet
	ReportDone   ReportState = "done"
	ReportFailed ReportState = "failed"
)

// GameReport is a report on a game that a worker makes; what is in it is for
// those who ask and make.
type GameReport struct {
	// ID tells what is asked, a hash of the game and the rules: the same question
	// is answered once.
	ID      string
	State   ReportState
	Payload []byte // what is asked
	Result  []byte // of a report that is done
	Reason  string // of one that failed
	// Wanted is when it was first asked for, since it last failed.
	Wanted time.Time
}

func newGameReport(r db.GameReport) GameReport {
	report := GameReport{ID: r.ID, State: ReportState(r.State), Payload: r.Payload, Reason: r.Reason, Wanted: fromMicros(r.Wanted)}
	if report.State == ReportDone {
		report.Result = r.Result
	}
	return report
}

// How many reports there are, and for how long.
const (
	maxWanted   = 1000 // that wait at once
	maxKept     = 5000
	reportLife  = 28 * 24 * time.Hour // after somebody last asked
	wantedLife  = 24 * time.Hour      // of one that nobody makes
	askedEvery  = 24 * time.Hour      // how exactly it is known when somebody last asked
	failedFor   = 10 * time.Minute    // before one that failed is tried again
	sweptAtOnce = 200                 // in a transaction
)

// WantReport asks for a report and returns it as it is: it may be done already.
// One that failed is wanted again after ten minutes. The error matches
// [ErrCrowded] if a thousand wait already.
func (s *Store) WantReport(ctx context.Context, id string, payload []byte) (GameReport, error) {
	now := s.now()
	if payload == nil {
		payload = []byte{}
	}
	row, err := s.reads.GameReportByID(ctx, id)
	switch {
	case notFound(err) == ErrNotFound:
	case err != nil:
		return GameReport{}, err
	case row.State == string(ReportFailed) && row.Changed < now.Add(-failedFor).UnixMicro():
	case row.Asked >= now.Add(-askedEvery).UnixMicro():
		return newGameReport(row), nil // nothing to write
	}
	err = s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		var err error
		if row, err = wantReport(ctx, q, id, payload, now); err != nil || row.State != string(ReportWanted) || row.Wanted != now.UnixMicro() {
			return err
		}
		n, err := q.CountWantedGameReports(ctx)
		if err == nil && n > maxWanted {
			err = ErrCrowded
		}
		return err
	})
	if err != nil {
		return GameReport{}, err
	}
	return newGameReport(row), nil
}

// wantReport makes a report wanted within a transaction, if it is not there, and
// returns it.
func wantReport(ctx context.Context, q *db.Queries, id string, payload []byte, now time.Time) (db.GameReport, error) {
	_, err := q.AddGameReport(ctx, db.AddGameReportParams{ID: id, Payload: payload, Now: now.UnixMicro()})
	if err == nil {
		_, err = q.WantGameReportAgain(ctx, db.WantGameReportAgainParams{
			ID: id, Now: now.UnixMicro(), Before: now.Add(-failedFor).UnixMicro(),
		})
	}
	if err == nil {
		err = q.GameReportAsked(ctx, db.GameReportAskedParams{ID: id, Now: now.UnixMicro(), Before: now.Add(-askedEvery).UnixMicro()})
	}
	if err != nil {
		return db.GameReport{}, err
	}
	return q.GameReportByID(ctx, id)
}

// GameReport returns the report with an id, or [ErrNotFound].
func (s *Store) GameReport(ctx context.Context, id string) (GameReport, error) {
	row, err := s.reads.GameReportByID(ctx, id)
	if err != nil {
		return GameReport{}, notFound(err)
	}
	return newGameReport(row), nil
}

// FinishReport keeps the result of a report, once: first is false if there is a
// result already, which stays. The error may be [ErrNotFound].
func (s *Store) FinishReport(ctx context.Context, id string, result []byte) (first bool, err error) {
	if result == nil {
		result = []byte{}
	}
	err = certain(ctx, func() error {
		return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
			rows, err := q.FinishGameReport(ctx, db.FinishGameReportParams{ID: id, Result: result, Now: s.micros()})
			if first = rows > 0; first || err != nil {
				return err
			}
			_, err = q.GameReportByID(ctx, id)
			return notFound(err)
		})
	}, func() (bool, error) {
		row, err := s.reads.GameReportByID(ctx, id)
		first = err == nil && row.State == string(ReportDone) && bytes.Equal(row.Result, result)
		return first, notFound(err)
	})
	return first && err == nil, err
}

// FailReport notes why a report that is wanted cannot be made. One that is done
// stays. The error may be [ErrNotFound].
func (s *Store) FailReport(ctx context.Context, id, reason string) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		rows, err := q.FailGameReport(ctx, db.FailGameReportParams{ID: id, Reason: reason, Now: s.micros()})
		if err != nil || rows > 0 {
			return err
		}
		_, err = q.GameReportByID(ctx, id)
		return notFound(err)
	})
}

// UnwantReport forgets a report that nobody has made, since nobody waits for it
// any more.
func (s *Store) UnwantReport(ctx context.Context, id string) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error { return q.DeleteWantedGameReport(ctx, id) })
}

// WantedReports returns reports that were first asked for before a moment and
// that nobody has made, the oldest first, at most limit.
func (s *Store) WantedReports(ctx context.Context, olderThan time.Time, limit int) ([]GameReport, error) {
	rows, err := s.reads.WantedGameReports(ctx, db.WantedGameReportsParams{Before: olderThan.UnixMicro(), Most: int32(limit)})
	if err != nil {
		return nil, err
	}
	reports := make([]GameReport, 0, len(rows))
	for _, row := range rows {
		reports = append(reports, newGameReport(row))
	}
	return reports, nil
}

// sweepReports deletes reports that nobody has asked for of late, and those
// asked for longest ago beyond [maxKept].
func (s *Store) sweepReports(ctx context.Context, now time.Time) error {
	old := db.DeleteOldGameReportsParams{Before: now.Add(-reportLife).UnixMicro(), Most: sweptAtOnce}
	for swept := int64(sweptAtOnce); swept == sweptAtOnce; {
		err := s.write(ctx, func(ctx context.Context, q *db.Queries) error {
			var err error
			swept, err = q.DeleteOldGameReports(ctx, old)
			return errors.Join(err, q.DeleteStaleGameReports(ctx, now.Add(-wantedLife).UnixMicro()))
		})
		if err != nil {
			return err
		}
	}
	n, err := s.reads.CountGameReports(ctx)
	for over := n - maxKept; over > 0 && err == nil; over -= sweptAtOnce {
		err = s.write(ctx, func(ctx context.Context, q *db.Queries) error {
			return q.DeleteOldestGameReports(ctx, int32(min(over, sweptAtOnce)))
		})
	}
	return err
}
