package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// batcher writes to SQLite for all callers on one connection. While a commit is
// on its way to the disk, callers wait in the queue; all that wait then share
// the next transaction, each within a savepoint, so that one which fails undoes
// only its own. A caller is answered when the transaction is committed.
//
// The goroutine of run owns the connection. It ends when close is called.
type batcher struct {
	queue chan *request
	quit  chan struct{} // closed by stop
	stop  func()        // closes quit, once
	ended chan struct{} // closed by run

	pool *sql.DB
	conn *sql.Conn
	q    *db.Queries
	log  *slog.Logger

	failing atomic.Bool // the last commit failed
}

// request is a change that waits for its answer.
type request struct {
	change change
	answer chan error // with room for the one answer
}

// maxBatch is how many changes share a transaction at most.
const maxBatch = 256

func openBatcher(ctx context.Context, file string, log *slog.Logger) (*batcher, error) {
	pool, err := sql.Open("sqlite", sqliteDSN(file))
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	quit := make(chan struct{})
	b := &batcher{
		queue: make(chan *request), quit: quit, stop: sync.OnceFunc(func() { close(quit) }), ended: make(chan struct{}),
		pool: pool, log: log,
	}
	err = migrate(ctx, pool, goose.DialectSQLite3, log)
	if err == nil {
		b.conn, err = pool.Conn(ctx)
	}
	if err == nil {
		b.q, err = db.Prepare(ctx, b.conn)
	}
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	go b.run()
	return b, nil
}

// write waits until the change is committed. A caller that gives up while it
// waits in the queue changes nothing; after that it waits for the answer, which
// is a matter of one commit.
func (b *batcher) write(ctx context.Context, c change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{c, make(chan error, 1)}
	select {
	case b.queue <- r:
		return <-r.answer
	case <-b.quit:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *batcher) works() error {
	if b.failing.Load() {
		return ErrCommit
	}
	return nil
}

func (b *batcher) close() error {
	b.stop()
	<-b.ended
	return errors.Join(b.q.Close(), b.conn.Close(), b.pool.Close())
}

func (b *batcher) run() {
	defer close(b.ended)
	batch := make([]*request, 0, maxBatch)
	for {
		select {
		case r := <-b.queue:
			batch = b.collect(append(batch[:0], r))
		case <-b.quit:
			return
		}
		b.commit(batch)
		clear(batch)
	}
}

// collect adds the requests that are waiting.
func (b *batcher) collect(batch []*request) []*request {
	for len(batch) < maxBatch {
		select {
		case r := <-b.queue:
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// commit carries the requests out and answers them all.
func (b *batcher) commit(batch []*request) {
	errs := make([]error, len(batch))
	err := b.transact(batch, errs)
	b.failing.Store(err != nil)
	if err != nil {
		b.log.Error("a commit failed", "changes", len(batch), "error", err)
		for i := range errs {
			errs[i] = fmt.Errorf("%w: %w", ErrCommit, err)
		}
	}
	for i, r := range batch {
		r.answer <- errs[i]
	}
}

// transact runs the requests in a transaction; errs are those of their own
// changes. An error means that nothing at all was changed.
func (b *batcher) transact(batch []*request, errs []error) (err error) {
	// No caller's context: SQLite undoes a whole transaction when one of its
	// statements is interrupted.
	ctx := context.Background()
	if err := b.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			// SQLite may have undone it by itself, and then says so.
			_ = b.exec(ctx, "ROLLBACK")
		}
	}()
	for i, r := range batch {
		if err := b.exec(ctx, "SAVEPOINT change"); err != nil {
			return err
		}
		if errs[i] = r.change(ctx, b.q); errs[i] != nil {
			if err := b.exec(ctx, "ROLLBACK TO change"); err != nil {
				return fmt.Errorf("%w (%w)", errs[i], err) // a full disk, say
			}
		}
		if err := b.exec(ctx, "RELEASE change"); err != nil {
			return err
		}
	}
	return b.exec(ctx, "COMMIT")
}

func (b *batcher) exec(ctx context.Context, statement string) error {
	_, err := b.conn.ExecContext(ctx, statement)
	return err
}
