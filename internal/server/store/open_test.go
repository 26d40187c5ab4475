package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/bolshak-draughts/bolshak/internal/postgres"
	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

func TestReopen(t *testing.T) {
	test := func(t *testing.T, c Config) {
		s := must(Open(t.Context(), c))(t)
		p := guests(t, s, 1)[0]
		if err := s.Ping(t.Context()); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if got := must(open(t, c).Player(t.Context(), p.ID))(t); got.Name != p.Name {
			t.Errorf("after opening again %+v", got)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "new", "a?b#c%41 d")
		test(t, Config{Dir: dir})
		if info := must(os.Stat(filepath.Join(dir, File)))(t); info.Mode().Perm() != 0o600 {
			t.Errorf("the file has mode %v", info.Mode())
		}
	})
	t.Run("postgres", func(t *testing.T) {
		if shared == nil {
			t.Skip(postgres.ErrMissing)
		}
		test(t, Config{URL: shared.database(t)})
	})
}

// TestManyOpen: nodes that start at once on one database, which is new, or of an
// older version of the program.
func TestManyOpen(t *testing.T) {
	if shared == nil {
		t.Skip(postgres.ErrMissing)
	}
	for _, test := range []struct {
		name string
		url  func(t *testing.T) string
		want int // seats
	}{
		{"new", func(t *testing.T) string { return shared.database(t) }, 0},
		{"old", oldDatabase, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			url := test.url(t)
			var wg sync.WaitGroup
			for range 3 {
				wg.Go(func() {
					s, err := Open(t.Context(), Config{URL: url})
					if err != nil {
						t.Error(err)
						return
					}
					seats, err := s.OpenSeats(t.Context())
					if err != nil || len(seats) != test.want {
						t.Errorf("%d seats, %v", len(seats), err)
					}
					for _, seat := range seats {
						if !seat.Seen.Equal(seat.Created) {
							t.Errorf("made %v, seen %v", seat.Created, seat.Seen)
						}
					}
					if err := s.Close(); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		})
	}
}

// oldDatabase makes a database as it was before there were nodes, with a seat.
func oldDatabase(t *testing.T) (url string) {
	t.Helper()
	url = shared.database(t)
	pool := must(sql.Open("pgx", url))(t)
	defer pool.Close() //nolint:errcheck // read elsewhere
	files := must(fs.Sub(migrations, "migrations"))(t)
	p := must(goose.NewProvider(goose.DialectPostgres, pool, files))(t)
	must(p.UpTo(t.Context(), 3))(t)
	for _, statement := range []string{
		"INSERT INTO player VALUES ('p', 'Anna', 'anna', '', FALSE, FALSE, FALSE, FALSE, 5)",
		"INSERT INTO seat VALUES ('s', 'p', '{}', 'white', TRUE, 7, '')",
	} {
		must(pool.ExecContext(t.Context(), statement))(t)
	}
	return url
}

// TestTwoProcesses: the operator's command and the server on one file.
func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, Config{Dir: dir}), open(t, Config{Dir: dir})
	var wg sync.WaitGroup
	for _, s := range []*Store{a, b} {
		wg.Go(func() {
			for range 30 {
				if _, err := s.CreateGuest(context.Background()); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	var n int
	if err := a.pool.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM player").Scan(&n); err != nil || n != 60 {
		t.Errorf("%d players, %v", n, err)
	}
}

func TestCannotOpen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	garbage := t.TempDir()
	if err := os.WriteFile(filepath.Join(garbage, File), []byte(strings.Repeat("garbage ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	newer := t.TempDir()
	s := open(t, Config{Dir: newer})
	if err := s.write(t.Context(), func(ctx context.Context, _ *db.Queries) error {
		_, err := s.writer.(*batcher).conn.ExecContext(ctx, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Config{
		"nowhere": {}, "a file": {Dir: file}, "garbage": {Dir: garbage}, "newer": {Dir: newer},
		"no server": {URL: "postgres://x@localhost:1/x?connect_timeout=1"}, "no URL": {URL: "http://%"},
	} {
		s, err := Open(t.Context(), c)
		if err == nil {
			t.Errorf("%s: opened", name)
			_ = s.Close()
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
}

func TestClosed(t *testing.T) {
	s := must(Open(t.Context(), Config{Dir: t.TempDir()}))(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for {
				if _, err := s.CreateGuest(context.Background()); err != nil {
					wantErr(t, err, ErrClosed)
					return
				}
			}
		})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.CreateGuest(cancelled)
	wantErr(t, err, context.Canceled)
}

// TestBatch: in one transaction, a change that fails undoes itself alone.
func TestBatch(t *testing.T) {
	s := open(t, Config{Dir: t.TempDir()})
	b := s.writer.(*batcher)
	wrong := errors.New("wrong")
	add := func(id string, then error) *request {
		return &request{func(ctx context.Context, q *db.Queries) error {
			if err := q.AddPlayer(ctx, db.AddPlayerParams{ID: id, Name: id, NameKey: id}); err != nil {
				return err
			}
			return then
		}, make(chan error, 1)}
	}
	batch := []*request{add("a", nil), add("b", wrong), add("c", nil), add("c", nil), add("d", nil)}
	// The goroutine of the batcher waits for requests meanwhile.
	b.commit(batch)
	for i, want := range []error{nil, wrong, nil, errors.ErrUnsupported, nil} {
		switch err := <-batch[i].answer; {
		case i == 3:
			if !isDuplicate(err) {
				t.Errorf("change %d: %v, expected a duplicate", i, err)
			}
		case !errors.Is(err, want):
			t.Errorf("change %d: %v, expected %v", i, err, want)
		}
	}
	for id, there := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, err := s.Player(t.Context(), id); (err == nil) != there {
			t.Errorf("player %s: %v", id, err)
		}
	}

	// A transaction that cannot be committed fails for all in it.
	batch = []*request{add("e", nil), {func(ctx context.Context, q *db.Queries) error {
		return b.exec(ctx, "ROLLBACK")
	}, make(chan error, 1)}, add("f", nil)}
	b.commit(batch)
	for i, r := range batch {
		if err := <-r.answer; err == nil {
			t.Errorf("change %d was acknowledged", i)
		}
	}
	for _, id := range []string{"e", "f"} {
		if _, err := s.Player(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("player %s: %v", id, err)
		}
	}
	guests(t, s, 1) // and the next goes well
}

// TestReadersCannotWrite: all that changes goes through the writer.
func TestReadersCannotWrite(t *testing.T) {
	s := open(t, Config{Dir: t.TempDir()})
	if err := s.reads.AddPlayer(t.Context(), db.AddPlayerParams{ID: "x"}); err == nil {
		t.Error("a reader has written")
	}
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"} {
		var got string
		conn := s.writer.(*batcher).conn
		if err := conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, %v", pragma, got, err)
		}
	}
	var none sql.NullString
	if err := s.pool.QueryRowContext(t.Context(), "SELECT NULL").Scan(&none); err != nil {
		t.Error(err)
	}
}
