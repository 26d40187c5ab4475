package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// File is the name of the SQLite database in the folder of a site.
const File = "bolshak.db"

// Config says where a store is.
type Config struct {
	// Dir is the folder of the site, made if missing; SQLite is its file
	// bolshak.db.
	Dir string
	// URL is that of a PostgreSQL database, such as
	// postgres://user@host/bolshak; "" means SQLite.
	URL string
	// Logger may be nil.
	Logger *slog.Logger
	// Now tells the time; nil means time.Now.
	Now func() time.Time
}

// Store is the database of a site. It is for use by many goroutines.
type Store struct {
	pool   *sql.DB     // for reading
	reads  *db.Queries // on pool
	writer writer
	file   string // of SQLite, "" for PostgreSQL
	log    *slog.Logger
	now    func() time.Time
	hashes chan struct{} // a place for each password that is hashed at once
}

// writer carries changes out, each in a transaction of its own. A change may be
// tried more than once, so it must set what it tells its caller anew each time.
type writer interface {
	write(ctx context.Context, change change) error
	// works returns an error if the last change could not be written.
	works() error
	close() error
}

// change is what a transaction does. An error undoes it.
type change func(ctx context.Context, q *db.Queries) error

// Open opens the store and brings its tables up to date. Only [Store.Close]
// frees what it holds.
func Open(ctx context.Context, c Config) (*Store, error) {
	s := &Store{log: c.Logger, now: c.Now, hashes: make(chan struct{}, hashesAtOnce)}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.now == nil {
		s.now = time.Now
	}
	var err error
	if c.URL != "" {
		err = s.openPostgres(ctx, c.URL)
	} else {
		err = s.openSQLite(ctx, c.Dir)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Close waits for the changes that are on their way and closes the store. Later
// calls fail with [ErrClosed].
func (s *Store) Close() error {
	return errors.Join(s.writer.close(), s.reads.Close(), s.pool.Close())
}

// Ping returns an error if the database does not answer, or if the last change
// could not be written.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingTime)
	defer cancel()
	return errors.Join(s.pool.PingContext(ctx), s.writer.works())
}

// pingTime is how long a database may take to say that it is there.
const pingTime = 3 * time.Second

func (s *Store) write(ctx context.Context, c change) error { return s.writer.write(ctx, c) }

// micros returns the present time as the store keeps it.
func (s *Store) micros() int64 { return s.now().UnixMicro() }

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables up to date.
func migrate(ctx context.Context, pool *sql.DB, dialect goose.Dialect, log *slog.Logger) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	var options []goose.ProviderOption
	if dialect == goose.DialectPostgres {
		// Several nodes may start at once.
		const every, times = 1, 600 // seconds; others may have much to bring up to date
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(every, times))
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(dialect, pool, files, options...)
	if err != nil {
		return err
	}
	current, latest, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	if current > latest {
		return fmt.Errorf("the database is of a newer version of the program (tables %d, expected at most %d)", current, latest)
	}
	done, err := p.Up(ctx)
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	for _, m := range done {
		log.Info("tables brought up to date", "migration", m.Source.Version)
	}
	return nil
}

func (s *Store) openSQLite(ctx context.Context, dir string) error {
	if dir == "" {
		return errors.New("no folder for the database")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	s.file = filepath.Join(dir, File)
	// Made here, so that nobody else can read the hashes of passwords.
	f, err := os.OpenFile(s.file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	b, err := openBatcher(ctx, s.file, s.log)
	if err != nil {
		return fmt.Errorf("database %s: %w", s.file, err)
	}
	s.writer = b
	s.pool, err = sql.Open("sqlite", sqliteDSN(s.file, "query_only(1)"))
	if err == nil {
		s.pool.SetMaxOpenConns(readers)
		s.pool.SetMaxIdleConns(readers)
		s.reads, err = db.Prepare(ctx, s.pool)
	}
	if err != nil {
		err = errors.Join(fmt.Errorf("database %s: %w", s.file, err), b.close())
		if s.pool != nil {
			err = errors.Join(err, s.pool.Close())
		}
	}
	return err
}

// readers is how many connections read from SQLite at once.
const readers = 8

// sqliteDSN returns the name by which the driver opens a file.
func sqliteDSN(file string, pragmas ...string) string {
	pragmas = append([]string{
		"busy_timeout(10000)", // another process may be writing: the operator's command
		"journal_mode(WAL)",
		"synchronous(FULL)",
		"foreign_keys(1)",
		"cache_size(-16000)",
	}, pragmas...)
	return sqliteName(file) + "?_pragma=" + strings.Join(pragmas, "&_pragma=")
}

// sqliteName returns a file as a URI of SQLite.
func sqliteName(file string) string {
	escape := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")
	return "file:" + escape.Replace(filepath.ToSlash(file))
}
