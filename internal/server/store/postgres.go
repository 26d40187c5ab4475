package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// connections is how many connections to PostgreSQL a node has at most.
const connections = 16

func (s *Store) openPostgres(ctx context.Context, url string) error {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("database URL: %w", err) // pgx takes the password out
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTime
	}
	if err := preparePostgres(ctx, config, s.log); err != nil {
		return fmt.Errorf("database %s at %s %w", config.Database, config.Host, err)
	}
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return watch(conn), nil
	}
	s.pool = sql.OpenDB(&patient{Connector: stdlib.GetConnector(*config), log: s.log})
	s.pool.SetMaxOpenConns(connections)
	s.pool.SetMaxIdleConns(connections)
	s.reads = db.New(patientReads{s.pool}) // the driver keeps statements prepared by itself
	s.writer = transactor{s.pool, s.log}
	return nil
}

// preparePostgres brings the tables up to date, over connections that need not
// answer soon: a new index takes its time.
func preparePostgres(ctx context.Context, config *pgx.ConnConfig, log *slog.Logger) error {
	pool := stdlib.OpenDB(*config)
	err := pool.PingContext(ctx)
	if err != nil {
		// The driver's message has several lines.
		err = fmt.Errorf("does not answer: %s", strings.Join(strings.Fields(err.Error()), " "))
	} else if err = migrate(ctx, pool, goose.DialectPostgres, log); err != nil {
		err = fmt.Errorf("cannot be used: %w", err)
	}
	return errors.Join(err, pool.Close())
}

// transactor writes to PostgreSQL, which commits for many callers at once by
// itself.
type transactor struct {
	pool *sql.DB
	log  *slog.Logger
}

const (
	// attempts is how often a transaction is tried that others stand in the way of.
	attempts = 10
	// writeTime is how long a change may take, with all tries.
	writeTime = 15 * time.Second
)

// write carries out a change. Its errors match [ErrDown] if the server does not
// answer and nothing was changed, [ErrUnsure] if that is not known.
func (t transactor) write(ctx context.Context, c change) error {
	within, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	var err error
	conflicts, breaks := 0, 0
	for conflicts < attempts && breaks < brokenTries {
		err = t.transact(within, c)
		switch {
		case isConflict(err):
			conflicts++
		case isBroken(err):
			breaks++
		case errors.Is(err, ErrUnsure):
			t.log.Warn("a connection broke during a commit", "error", err)
			return err
		case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
			return fmt.Errorf("%w: %w", ErrDown, err)
		default:
			return err
		}
	}
	if isBroken(err) {
		err = fmt.Errorf("%w: %w", ErrDown, err)
	}
	return err
}

func (t transactor) transact(ctx context.Context, c change) error {
	tx, err := t.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := c(ctx, db.New(tx)); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	err = tx.Commit()
	var pg *pgconn.PgError
	switch {
	case err == nil, pgconn.SafeToRetry(err): // then it was not sent
		return err
	case errors.As(err, &pg) && !leaving[pg.Code]: // refused, and undone
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnsure, err)
}

func (transactor) works() error { return nil } // the pool is pinged

func (transactor) close() error { return nil } // the pool is closed as that for reading

// The states of PostgreSQL's errors.
const (
	pgUnique        = "23505"
	pgNoText        = "22021" // such as a NUL, or what is not UTF-8
	pgSerialization = "40001"
	pgDeadlock      = "40P01"
	pgLocked        = "55P03"
)

// isConflict reports whether a transaction may succeed when tried again.
func isConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == pgSerialization || pg.Code == pgDeadlock)
}

// isNoText reports whether something was looked for by what no text can be; so
// nothing has it.
func isNoText(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == pgNoText
}

// isLocked reports whether somebody else has a lock that was not waited for.
func isLocked(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == pgLocked
}

// isDuplicate reports whether a row was there already.
func isDuplicate(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == pgUnique
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) &&
		(lite.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || lite.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}
