package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

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
	s.pool = stdlib.OpenDB(*config)
	s.pool.SetMaxOpenConns(connections)
	s.pool.SetMaxIdleConns(connections)
	if err := s.pool.PingContext(ctx); err != nil {
		// The driver's message has several lines.
		text := strings.Join(strings.Fields(err.Error()), " ")
		return errors.Join(fmt.Errorf("database %s at %s does not answer: %s", config.Database, config.Host, text), s.pool.Close())
	}
	if err := migrate(ctx, s.pool, goose.DialectPostgres, s.log); err != nil {
		return errors.Join(fmt.Errorf("database %s at %s: %w", config.Database, config.Host, err), s.pool.Close())
	}
	s.reads = db.New(s.pool) // the driver keeps statements prepared by itself
	s.writer = transactor{s.pool}
	return nil
}

// transactor writes to PostgreSQL, which commits for many callers at once by
// itself.
type transactor struct{ pool *sql.DB }

// attempts is how often a transaction is tried that others stand in the way of.
const attempts = 10

func (t transactor) write(ctx context.Context, c change) error {
	var err error
	for range attempts {
		if err = t.transact(ctx, c); !isConflict(err) {
			break
		}
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
	return tx.Commit()
}

func (transactor) works() error { return nil } // the pool is pinged

func (transactor) close() error { return nil } // the pool is closed as that for reading

// The states of PostgreSQL's errors.
const (
	pgUnique        = "23505"
	pgNoText        = "22021" // such as a NUL, or what is not UTF-8
	pgSerialization = "40001"
	pgDeadlock      = "40P01"
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
