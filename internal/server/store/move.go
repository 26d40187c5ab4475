package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ErrNotEmpty: the database to move a site to has a site already.
var ErrNotEmpty = errors.New("the database is not empty")

// ErrCopy: what was read back is not what was copied.
var ErrCopy = errors.New("the copy is not what was copied")

// MoveStage is what [Move] does with a table.
type MoveStage string

// The stages.
const (
	Copying  MoveStage = "copying"
	Checking MoveStage = "checking"
)

// MoveProgress is how far [Move] has come with a table.
type MoveProgress struct {
	Stage MoveStage
	Table string
	// Done are the rows copied, or checked on both sides, Of all there are.
	Done, Of int64
}

// MovedTable is a table that was moved and checked.
type MovedTable struct {
	Name string
	Sum  Checksum
	// Mended is how many texts had characters that PostgreSQL cannot keep, NUL or
	// what is no UTF-8, which have become U+FFFD.
	Mended int64
}

// Move copies the SQLite site in a folder to an empty PostgreSQL database and
// checks every row of the copy: each table is read again on both sides, and their
// numbers of rows and checksums are compared. All of it is one transaction: until
// Move has returned without an error, the database has tables without rows and
// the folder is what it was. Nobody can write to either meanwhile.
//
// Take the folder's [Lock] before. The error matches [fs.ErrNotExist] if there is
// no site in the folder, [ErrNotEmpty] if there is one in the database, or
// [ErrCopy]. Tell, if not nil, is called as the work goes on.
func Move(ctx context.Context, dir, url string, tell func(MoveProgress)) ([]MovedTable, error) {
	file := filepath.Join(dir, File)
	if _, err := os.Stat(file); err != nil {
		return nil, fmt.Errorf("no site in %s: %w", dir, err)
	}
	if tell == nil {
		tell = func(MoveProgress) {}
	}
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err) // pgx takes the password out
	}
	// Both sides get the tables of this version of the program.
	site, err := Open(ctx, Config{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := site.Close(); err != nil {
		return nil, err
	}
	if err := preparePostgres(ctx, config, slog.New(slog.DiscardHandler)); err != nil {
		return nil, fmt.Errorf("database %s at %s %w", config.Database, config.Host, err)
	}
	m := &mover{tell: tell}
	if err := m.openSource(ctx, file); err != nil {
		return nil, errors.Join(fmt.Errorf("reading %s: %w", file, err), m.close())
	}
	if m.target, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, errors.Join(err, m.close())
	}
	moved, err := m.run(ctx)
	return moved, errors.Join(err, m.close())
}

// mover moves a site.
type mover struct {
	tell   func(MoveProgress)
	pool   *sql.DB
	source *sql.Conn // in a transaction that keeps writers out
	target *pgx.Conn
	tables []*table // those that others refer to come first
}

// openSource begins to read the site, and lets nobody write to it.
func (m *mover) openSource(ctx context.Context, file string) error {
	pool, err := sql.Open("sqlite", sqliteDSN(file))
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	m.pool = pool
	if m.source, err = pool.Conn(ctx); err != nil {
		return err
	}
	if _, err := m.source.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	m.tables, err = readTables(ctx, m.source)
	return err
}

func (m *mover) close() error {
	var err error
	if m.target != nil {
		err = m.target.Close(context.Background()) // undoes what was not committed
	}
	if m.source != nil {
		err = errors.Join(err, m.source.Close())
	}
	if m.pool != nil {
		err = errors.Join(err, m.pool.Close())
	}
	return err
}

func (m *mover) run(ctx context.Context) ([]MovedTable, error) {
	tx, err := m.target.Begin(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range m.tables {
		if err := m.reserve(ctx, tx, t); err != nil {
			return nil, err
		}
	}
	for _, t := range m.tables {
		if err := m.copy(ctx, tx, t); err != nil {
			return nil, fmt.Errorf("copying the table %s: %w", t.name, err)
		}
	}
	moved := make([]MovedTable, 0, len(m.tables))
	for _, t := range m.tables {
		done, err := m.check(ctx, tx, t)
		if err != nil {
			return nil, fmt.Errorf("checking the table %s: %w", t.name, err)
		}
		moved = append(moved, done)
	}
	// What a first start would do after a while.
	for _, t := range m.tables {
		if _, err := tx.Exec(ctx, "ANALYZE "+t.quoted()); err != nil {
			return nil, fmt.Errorf("the table %s: %w", t.name, err)
		}
	}
	if err := tx.Commit(ctx); err != nil {
		return nil, fmt.Errorf("committing the copy: %w (if the database has the games it was done, else move again)", err)
	}
	return moved, nil
}

// reserve keeps everybody else out of a table, in which there must be nothing.
func (m *mover) reserve(ctx context.Context, tx pgx.Tx, t *table) error {
	if _, err := tx.Exec(ctx, "LOCK TABLE "+t.quoted()+" IN ACCESS EXCLUSIVE MODE NOWAIT"); err != nil {
		if isLocked(err) {
			return fmt.Errorf("somebody works with the table %s: %w (stop the site)", t.name, ErrNotEmpty)
		}
		return fmt.Errorf("the table %s: %w", t.name, err)
	}
	var taken bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM "+t.quoted()+")").Scan(&taken); err != nil {
		return fmt.Errorf("the table %s: %w", t.name, err)
	}
	if taken {
		return fmt.Errorf("the table %s: %w (create another database)", t.name, ErrNotEmpty)
	}
	return nil
}

// every is after how many rows the progress is told.
const every = 1000

// copy copies the rows of a table as a stream.
func (m *mover) copy(ctx context.Context, tx pgx.Tx, t *table) error {
	if err := m.source.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+t.quoted()).Scan(&t.rows); err != nil {
		return err
	}
	rows, err := m.source.QueryContext(ctx, t.query())
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // read to its end
	from := &copySource{rows: rows, table: t, told: func(done int64) { m.tell(MoveProgress{Copying, t.name, done, t.rows}) }}
	n, err := tx.CopyFrom(ctx, pgx.Identifier{t.name}, t.names(), from)
	if err != nil {
		return err
	}
	if n != t.rows {
		return fmt.Errorf("%w: %d rows of %d", ErrCopy, n, t.rows)
	}
	m.tell(MoveProgress{Copying, t.name, n, t.rows})
	return nil
}

// copySource gives the rows of SQLite to PostgreSQL.
type copySource struct {
	rows  *sql.Rows
	table *table
	told  func(done int64)
	n     int64
	row   []any
	err   error
}

func (s *copySource) Next() bool {
	if s.err != nil || !s.rows.Next() {
		return false
	}
	if s.row, s.err = s.table.scan(s.rows); s.err != nil {
		return false
	}
	for i, v := range s.row {
		if text, ok := v.(string); ok {
			s.row[i], _ = mend(text)
		}
	}
	if s.n++; s.n%every == 0 {
		s.told(s.n)
	}
	return true
}

func (s *copySource) Values() ([]any, error) { return s.row, s.err }

func (s *copySource) Err() error { return errors.Join(s.err, s.rows.Err()) }

// mend returns a text as PostgreSQL can keep it, and whether it is another one.
func mend(text string) (string, bool) {
	mended := strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", "\uFFFD"), "\uFFFD")
	return mended, mended != text
}

// check reads a table on both sides and compares what is in it.
func (m *mover) check(ctx context.Context, tx pgx.Tx, t *table) (MovedTable, error) {
	moved := MovedTable{Name: t.name}
	m.tell(MoveProgress{Checking, t.name, 0, t.rows})
	source, err := m.source.QueryContext(ctx, t.query())
	if err != nil {
		return moved, err
	}
	defer source.Close() //nolint:errcheck // read to its end
	for source.Next() {
		row, err := t.scan(source)
		if err != nil {
			return moved, err
		}
		for i, v := range row {
			if text, ok := v.(string); ok {
				var was bool
				if row[i], was = mend(text); was {
					moved.Mended++
				}
			}
		}
		moved.Sum.add(row)
	}
	if err := source.Err(); err != nil {
		return moved, err
	}
	target, err := tx.Query(ctx, t.query())
	if err != nil {
		return moved, err
	}
	defer target.Close()
	var sum Checksum
	for target.Next() {
		row, err := t.scan(target)
		if err != nil {
			return moved, err
		}
		if sum.add(row); sum.Rows%every == 0 {
			m.tell(MoveProgress{Checking, t.name, sum.Rows, t.rows})
		}
	}
	if err := target.Err(); err != nil {
		return moved, err
	}
	if sum != moved.Sum || sum.Rows != t.rows {
		return moved, fmt.Errorf("%w: %s here, %s there", ErrCopy, moved.Sum, sum)
	}
	m.tell(MoveProgress{Checking, t.name, sum.Rows, t.rows})
	return moved, nil
}

// table is a table of the store.
type table struct {
	name    string
	columns []column
	rows    int64
}

// column is a column of a table with its type.
type column struct{ name, kind string }

// readTables returns the tables of the site, each after those that it refers to.
func readTables(ctx context.Context, conn *sql.Conn) ([]*table, error) {
	names, err := readTexts(ctx, conn, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> 'goose_db_version' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	refers := map[string][]string{}
	for _, name := range names {
		if refers[name], err = readTexts(ctx, conn, `SELECT DISTINCT "table" FROM pragma_foreign_key_list($1) ORDER BY 1`, name); err != nil {
			return nil, err
		}
	}
	var tables []*table
	known := map[string]bool{}
	var add func(name string) error
	add = func(name string) error {
		if known[name] {
			return nil
		}
		known[name] = true
		for _, other := range refers[name] {
			if err := add(other); err != nil {
				return err
			}
		}
		t := &table{name: name}
		columns, err := readTexts(ctx, conn, `SELECT name || ':' || type || CASE WHEN type = 'BYTEA' AND NOT "notnull" THEN ' NULL' ELSE '' END FROM pragma_table_info($1) ORDER BY cid`, name)
		for _, c := range columns {
			var column column
			column.name, column.kind, _ = strings.Cut(c, ":")
			t.columns = append(t.columns, column)
		}
		tables = append(tables, t)
		return cmp.Or(err, t.known())
	}
	for _, name := range names {
		if err := add(name); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

func readTexts(ctx context.Context, conn *sql.Conn, query string, args ...any) (texts []string, err error) {
	rows, err := conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // read to its end
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, rows.Err()
}

// known returns an error if a column has a type that cannot be moved.
func (t *table) known() error {
	for _, c := range t.columns {
		if kinds[c.kind] == nil {
			return fmt.Errorf("the table %s: column %s has the type %s, which cannot be moved", t.name, c.name, c.kind)
		}
	}
	return nil
}

func (t *table) names() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return names
}

func (t *table) quoted() string { return pgx.Identifier{t.name}.Sanitize() }

// query selects all rows, in any order.
func (t *table) query() string {
	quoted := make([]string, len(t.columns))
	for i, name := range t.names() {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	return "SELECT " + strings.Join(quoted, ", ") + " FROM " + t.quoted()
}

// kinds make the places that values of a type are read to.
var kinds = map[string]func() any{
	"TEXT":             func() any { return new(sql.Null[string]) },
	"BIGINT":           func() any { return new(sql.Null[int64]) },
	"BOOLEAN":          func() any { return new(sql.Null[bool]) },
	"DOUBLE PRECISION": func() any { return new(sql.Null[float64]) },
	"BYTEA":            func() any { return new([]byte) }, // never NULL: SQLite's driver reads no bytes as nil
}

// scan reads a row; its values are nil, string, int64, bool, float64 and []byte.
func (t *table) scan(rows interface{ Scan(...any) error }) ([]any, error) {
	places := make([]any, len(t.columns))
	for i, c := range t.columns {
		places[i] = kinds[c.kind]()
	}
	if err := rows.Scan(places...); err != nil {
		return nil, err
	}
	for i, place := range places {
		switch v := place.(type) {
		case *sql.Null[string]:
			places[i] = valueOf(*v)
		case *sql.Null[int64]:
			places[i] = valueOf(*v)
		case *sql.Null[bool]:
			places[i] = valueOf(*v)
		case *sql.Null[float64]:
			places[i] = valueOf(*v)
		case *[]byte:
			places[i] = append([]byte{}, *v...)
		}
	}
	return places, nil
}

func valueOf[T any](v sql.Null[T]) any {
	if !v.Valid {
		return nil
	}
	return v.V
}
