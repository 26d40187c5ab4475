package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/postgres"
	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// fullSite makes a site in a folder with rows in every table.
func fullSite(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s := must(Open(t.Context(), Config{Dir: dir, Now: (&clock{t: monday}).now}))(t)
	ctx := t.Context()
	p := guests(t, s, 2)
	for i, name := range []string{"Anna", "Борис"} {
		p[i] = must(s.Register(ctx, p[i].ID, name, password))(t)
	}
	if _, _, err := s.CreateToken(ctx, p[0].ID, "a program"); err != nil {
		t.Fatal(err)
	}
	must(s.CreateSession(ctx, p[0].ID, time.Hour))(t)
	must(s.CreateSeat(ctx, Seat{By: p[0], Terms: blitz, Color: "random", Open: true}))(t)
	rng := rand.New(rand.NewPCG(5, 6))
	rated := blitz
	rated.Rated = true
	g := finish(t, s, playOn(t, s, start(t, s, rated, p[0].ID, p[1].ID), 12, rng), draughts.White)
	for range 3 {
		playOn(t, s, start(t, s, blitz, p[1].ID, p[0].ID), 5, rng)
	}
	for i, text := range []string{"Good game!", "with a \x00 in it", "no UTF-8: \xff", strings.Repeat("я", 300)} {
		line, _, err := s.AddChat(ctx, g.ID, Chat{By: p[i%2].ID, Action: text[:3] + "\x00", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ReportChat(ctx, g.ID, line.N, p[0].ID); err != nil {
			t.Fatal(err)
		}
	}
	for i, id := range []string{"one", "two", "three"} {
		if _, _, err := s.AddTry(ctx, p[0].ID, id, 1200, i > 0); err != nil {
			t.Fatal(err)
		}
	}
	must(s.AddLesson(ctx, p[1].ID, "kings"))(t)
	must(s.WantReport(ctx, "wanted", nil))(t)
	must(s.WantReport(ctx, "done", []byte{0, 255}))(t)
	must(s.FinishReport(ctx, "done", []byte("\xff\x00result")))(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func exported(t *testing.T, c Config) string {
	t.Helper()
	s := must(Open(t.Context(), c))(t)
	defer s.Close() //nolint:errcheck // read
	var text bytes.Buffer
	if err := s.Export(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestMove(t *testing.T) {
	if shared == nil {
		t.Skip(postgres.ErrMissing)
	}
	ctx, dir, url := t.Context(), fullSite(t), shared.database(t)
	before := exported(t, Config{Dir: dir})
	told := map[MoveStage]map[string]int64{Copying: {}, Checking: {}}
	moved, err := Move(ctx, dir, url, func(p MoveProgress) {
		if p.Done > p.Of {
			t.Errorf("%+v", p)
		}
		told[p.Stage][p.Table] = p.Done
	})
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]MovedTable{}
	for _, m := range moved {
		if m.Sum.Rows == 0 {
			t.Errorf("nothing in the table %s: make this test fill it", m.Name)
		}
		if told[Copying][m.Name] != m.Sum.Rows || told[Checking][m.Name] != m.Sum.Rows {
			t.Errorf("%s: told were %v", m.Name, told)
		}
		if want := map[string]int64{"chat": 6}[m.Name]; m.Mended != want {
			t.Errorf("%s: %d texts were mended, expected %d", m.Name, m.Mended, want)
		}
		tables[m.Name] = m
	}
	s := open(t, Config{URL: url})
	var there []string
	rows := must(s.pool.QueryContext(ctx, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'goose_db_version'"))(t)
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		there = append(there, name)
	}
	if err := rows.Err(); err != nil || len(there) != len(tables) {
		t.Errorf("moved were %v, there are %v, %v", tables, there, err)
	}

	if after := exported(t, Config{URL: url}); after != before {
		t.Errorf("the games were\n%s\nand are\n%s", before, after)
	}
	anna := must(s.Login(ctx, "Anna", password))(t)
	old := open(t, Config{Dir: dir})
	if was := must(old.Login(ctx, "Anna", password))(t); was.Rating("blitz") != anna.Rating("blitz") || was.ID != anna.ID {
		t.Errorf("Anna was %+v and is %+v", was, anna)
	}
	for _, id := range []string{"wanted", "done"} {
		was, is := must(old.GameReport(ctx, id))(t), must(s.GameReport(ctx, id))(t)
		if was.State != is.State || !bytes.Equal(was.Payload, is.Payload) || !bytes.Equal(was.Result, is.Result) {
			t.Errorf("a report was %+v and is %+v", was, is)
		}
	}
	playing := must(s.Playing(ctx, anna.ID))(t)
	if len(playing) != 3 {
		t.Fatalf("Anna plays %v", playing)
	}
	playOn(t, s, must(s.Game(ctx, playing[0]))(t), 1, rand.New(rand.NewPCG(1, 1))) // life goes on

	_, err = Move(ctx, dir, url, nil)
	wantErr(t, err, ErrNotEmpty)
	if got := exported(t, Config{Dir: dir}); got != before {
		t.Error("the folder has changed")
	}
}

// isEmpty tells whether a database has no player.
func isEmpty(t *testing.T, url string) bool {
	t.Helper()
	pool := must(sql.Open("pgx", url))(t)
	defer pool.Close() //nolint:errcheck // read
	var n int
	if err := pool.QueryRowContext(t.Context(), "SELECT (SELECT COUNT(*) FROM player) + (SELECT COUNT(*) FROM game)").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n == 0
}

// TestMoveBreaksOff ends a move at every table, before and while it is checked:
// nothing is left of it.
func TestMoveBreaksOff(t *testing.T) {
	if shared == nil {
		t.Skip(postgres.ErrMissing)
	}
	dir, url := fullSite(t), shared.database(t)
	steps := 0
	count := func(MoveProgress) { steps++ }
	if _, err := Move(t.Context(), dir, shared.database(t), count); err != nil {
		t.Fatal(err)
	}
	stride := 5
	if testing.Short() {
		stride = 17
	}
	for stop := 1; stop <= steps; stop += stride {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		_, err := Move(ctx, dir, url, func(MoveProgress) {
			if n++; n == stop {
				cancel()
			}
		})
		wantErr(t, err, context.Canceled)
		if !isEmpty(t, url) {
			t.Fatalf("broken off at step %d, something is left", stop)
		}
	}
	if _, err := Move(t.Context(), dir, url, nil); err != nil {
		t.Error(err)
	}
}

// TestMoveFindsFaults lets the database keep something else than it was given.
func TestMoveFindsFaults(t *testing.T) {
	if shared == nil {
		t.Skip(postgres.ErrMissing)
	}
	dir := fullSite(t)
	for name, fault := range map[string]string{
		"a text":   "CREATE FUNCTION fault() RETURNS trigger AS $$ BEGIN NEW.text := NEW.text || ' '; RETURN NEW; END $$ LANGUAGE plpgsql; CREATE TRIGGER fault BEFORE INSERT ON chat FOR EACH ROW EXECUTE FUNCTION fault()",
		"a number": "CREATE FUNCTION fault() RETURNS trigger AS $$ BEGIN NEW.plies := NEW.plies + 1; RETURN NEW; END $$ LANGUAGE plpgsql; CREATE TRIGGER fault BEFORE INSERT ON game FOR EACH ROW WHEN (NEW.result <> '') EXECUTE FUNCTION fault()",
		"a row":    "CREATE FUNCTION fault() RETURNS trigger AS $$ BEGIN RETURN NULL; END $$ LANGUAGE plpgsql; CREATE TRIGGER fault BEFORE INSERT ON lesson_done FOR EACH ROW EXECUTE FUNCTION fault()",
	} {
		t.Run(name, func(t *testing.T) {
			url := shared.database(t)
			s := must(Open(t.Context(), Config{URL: url}))(t)
			_, err := s.pool.ExecContext(t.Context(), fault)
			if err := errors.Join(err, s.Close()); err != nil {
				t.Fatal(err)
			}
			_, err = Move(t.Context(), dir, url, nil)
			wantErr(t, err, ErrCopy)
			if !isEmpty(t, url) {
				t.Error("a wrong copy is left")
			}
		})
	}
}

// TestMoveIsAlone: nobody writes to either side meanwhile.
func TestMoveIsAlone(t *testing.T) {
	if shared == nil {
		t.Skip(postgres.ErrMissing)
	}
	dir, url := fullSite(t), shared.database(t)
	here := must(sql.Open("sqlite", sqliteName(filepath.Join(dir, File))))(t)
	defer here.Close() //nolint:errcheck // read
	tried := false
	_, err := Move(t.Context(), dir, url, func(MoveProgress) {
		if tried {
			return
		}
		tried = true
		if _, err := here.ExecContext(t.Context(), "UPDATE player SET bot = TRUE"); err == nil {
			t.Error("somebody has written to the folder")
		}
	})
	if err != nil || !tried {
		t.Error(err)
	}

	// A site on the database that is doing something.
	url = shared.database(t)
	busy := open(t, Config{URL: url})
	err = busy.write(t.Context(), func(ctx context.Context, q *db.Queries) error {
		if _, err := q.PlayerByID(ctx, "x"); !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		_, err := Move(ctx, dir, url, nil)
		wantErr(t, err, ErrNotEmpty)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestNothingToMove(t *testing.T) {
	dir := t.TempDir()
	_, err := Move(t.Context(), filepath.Join(dir, "no"), "postgres://x", nil)
	wantErr(t, err, fs.ErrNotExist)
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) > 0 {
		t.Errorf("made were %v", files)
	}
	for _, url := range []string{"http://x", "postgres://x@localhost:1/x?connect_timeout=1"} {
		if _, err := Move(t.Context(), fullSite(t), url, nil); err == nil {
			t.Errorf("moved to %s", url)
		} else {
			t.Log(err)
		}
	}
}

func TestChecksum(t *testing.T) {
	sum := func(rows ...[]any) Checksum {
		var c Checksum
		for _, row := range rows {
			c.add(row)
		}
		return c
	}
	row := func(values ...any) []any { return values }
	a, b := row("a", int64(1), nil), row("b", int64(2), true)
	if sum(a, b) != sum(b, a) {
		t.Error("the order counts")
	}
	for name, other := range map[string]Checksum{
		"a row is missing": sum(a), "twice": sum(a, a), "other lengths": sum(row("ab", "c"), row("a", "bc")),
		"a text for bytes": sum(a, row([]byte("b"), int64(2), true)), "another truth": sum(a, row("b", int64(2), false)),
		"0 for nothing": sum(row("a", int64(1), int64(0)), b), "a fraction": sum(row("a", 1.0, nil), b),
	} {
		if other == sum(a, b) {
			t.Error(name)
		}
	}
	if got := sum().String(); got != "0 rows "+strings.Repeat("0", 64) {
		t.Error(got)
	}
}
