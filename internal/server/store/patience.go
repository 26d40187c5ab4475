package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// When the PostgreSQL server goes away, for a restart say, whoever needs a
// connection waits for it a while. When it is away for longer, callers are told
// so at once, but for one in a while that tries.
const (
	patience = 5 * time.Second
	firstGap = 20 * time.Millisecond // between tries to connect; it doubles
	lastGap  = 400 * time.Millisecond
	// brokenTries is how often something is tried again whose connection broke:
	// every connection of the pool may be broken.
	brokenTries = connections + 4
	// connectTime is how long a try to connect may take, unless the URL says.
	connectTime = 5 * time.Second
	// silence is how long the server may take for one answer. A line that carries
	// nothing any more is known by it.
	silence = 12 * time.Second
)

// patient makes connections to a server that may be away. Its errors match
// [ErrDown] when it is.
type patient struct {
	driver.Connector
	log *slog.Logger

	mu     sync.Mutex
	away   time.Time // since when; zero when it is there
	tried  time.Time
	trying int
	last   error
}

func (p *patient) Connect(ctx context.Context) (driver.Conn, error) {
	for gap := firstGap; ; gap = min(2*gap, lastGap) {
		if err := p.begin(time.Now()); err != nil {
			return nil, err
		}
		conn, err := p.Connector.Connect(ctx)
		if wait := p.end(time.Now(), err); !wait {
			if err != nil && isDown(err) {
				err = fmt.Errorf("%w: %w", ErrDown, err)
			}
			return conn, err
		}
		select {
		case <-time.After(gap/2 + rand.N(gap)):
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", ErrDown, ctx.Err())
		}
	}
}

// begin returns an error if it is too early to try again.
func (p *patient) begin(now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.away.IsZero() && now.Sub(p.away) > patience && (p.trying > 0 || now.Sub(p.tried) < lastGap) {
		return fmt.Errorf("%w: %w", ErrDown, p.last)
	}
	p.tried = now
	p.trying++
	return nil
}

// end takes the outcome of a try and reports whether another one is worth
// waiting for.
func (p *patient) end(now time.Time, err error) (wait bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trying--
	switch {
	case err == nil:
		if !p.away.IsZero() {
			p.log.Warn("the database answers again", "away", now.Sub(p.away))
			p.away = time.Time{}
		}
		return false
	case !isDown(err):
		return false
	}
	p.last = err
	if p.away.IsZero() {
		p.away = now
		p.log.Error("the database does not answer", "error", err)
	}
	return now.Sub(p.away) <= patience
}

// patientReads reads again what a broken connection has kept from being read.
type patientReads struct{ pool *sql.DB }

func (r patientReads) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return r.pool.ExecContext(ctx, query, args...)
}

func (r patientReads) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	return r.pool.PrepareContext(ctx, query)
}

func (r patientReads) QueryContext(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	for range brokenTries {
		if rows, err = r.pool.QueryContext(ctx, query, args...); !isBroken(err) {
			break
		}
	}
	return rows, err
}

func (r patientReads) QueryRowContext(ctx context.Context, query string, args ...any) (row *sql.Row) {
	for range brokenTries {
		if row = r.pool.QueryRowContext(ctx, query, args...); !isBroken(row.Err()) {
			break
		}
	}
	return row
}

// isBroken reports whether a connection broke, and another one may do.
func isBroken(err error) bool {
	return isDown(err) && !errors.Is(err, ErrDown)
}

// isDown reports whether an error means that the server has gone away, or cannot
// be reached.
func isDown(err error) bool {
	if err == nil || errors.Is(err, ErrUnsure) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return leaving[pg.Code]
	}
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) {
		return !errors.Is(err, context.Canceled)
	}
	for _, broken := range []error{
		ErrDown, driver.ErrBadConn, pgconn.ErrConnClosed, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE,
	} {
		if errors.Is(err, broken) {
			return true
		}
	}
	return pgconn.SafeToRetry(err) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// leaving are the states of PostgreSQL's errors when the server, or the
// connection, comes to its end or has not begun.
var leaving = map[string]bool{
	"57P01": true,                                                             // shut down by an administrator
	"57P02": true,                                                             // a crash of another process
	"57P03": true,                                                             // starting up, or shutting down
	"57P05": true,                                                             // idle for too long
	"53300": true,                                                             // too many connections
	"08000": true, "08001": true, "08003": true, "08004": true, "08006": true, // the connection
	"25006": true, // it has become a standby, which only reads
}

// watched is a connection that is closed when the server keeps silent.
type watched struct {
	net.Conn
	alarm *time.Timer
}

func watch(conn net.Conn) net.Conn {
	w := &watched{Conn: conn}
	w.alarm = time.AfterFunc(silence, func() { _ = conn.Close() }) // connecting is an exchange too
	return w
}

func (w *watched) Write(b []byte) (int, error) {
	w.alarm.Reset(silence)
	return w.Conn.Write(b)
}

func (w *watched) Read(b []byte) (int, error) {
	w.alarm.Reset(silence)
	defer w.alarm.Stop()
	return w.Conn.Read(b)
}

func (w *watched) Close() error {
	w.alarm.Stop()
	return w.Conn.Close()
}

// certain does something that may end with [ErrUnsure], finds out by done
// whether it was done, and does it again if not. What it does must be harmless
// when it is done twice: it demands what the first time has changed.
func certain(ctx context.Context, do func() error, done func() (bool, error)) error {
	const times = 4
	var err error
	for try := range times {
		if err = do(); err == nil || try == 0 && !errors.Is(err, ErrUnsure) {
			return err
		}
		// From here on an earlier try is in doubt.
		ok, unread := done()
		switch {
		case unread != nil:
			return fmt.Errorf("%w: %w", ErrUnsure, unread)
		case ok:
			return nil
		case !errors.Is(err, ErrUnsure) && !isDown(err):
			return err // somebody else was first
		case ctx.Err() != nil:
			return fmt.Errorf("%w: %w", ErrUnsure, ctx.Err())
		}
	}
	return fmt.Errorf("%w: %w", ErrUnsure, err)
}
