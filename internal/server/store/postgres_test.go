package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

// cluster is a PostgreSQL server of the tests' own, in a folder that goes away.
type cluster struct {
	dir  string // holds the data and the socket
	bin  string
	as   *syscall.Credential // nil to run as who we are
	made atomic.Int64        // databases
}

// errNoPostgres: the programs of the server are not on this machine.
var errNoPostgres = errors.New("no PostgreSQL here (apt-get install postgresql)")

// findPostgres returns the folder of the server's programs.
func findPostgres() (string, error) {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if path, err := exec.LookPath("postgres"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	slices.Reverse(dirs)
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
			return dir, nil
		}
	}
	return "", errNoPostgres
}

// startCluster starts a server that listens on a socket in its own folder.
func startCluster() (*cluster, error) {
	bin, err := findPostgres()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bolshak-postgres-") // a short path, as sockets want it
	if err != nil {
		return nil, err
	}
	c := &cluster{dir: dir, bin: bin}
	if os.Getuid() == 0 { // the server refuses to run as root
		const nobody = 65534
		c.as = &syscall.Credential{Uid: nobody, Gid: nobody}
		if err := os.Chown(dir, nobody, nobody); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(dir, "data")
	if err := c.run("initdb", "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"); err != nil {
		return nil, errors.Join(err, c.stop())
	}
	options := fmt.Sprintf("-k %s -c listen_addresses= -c max_connections=100 -c fsync=off", dir)
	if err := c.run("pg_ctl", "-D", data, "-w", "-l", filepath.Join(dir, "log"), "-o", options, "start"); err != nil {
		return nil, errors.Join(err, c.stop())
	}
	return c, nil
}

func (c *cluster) run(name string, args ...string) error {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.as}
	out, err := os.CreateTemp(c.dir, "out-")
	if err != nil {
		return err
	}
	defer out.Close() //nolint:errcheck // only read
	// A file and no pipe: the server keeps it open.
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(out.Name())
		return fmt.Errorf("%s: %w: %s", name, err, text)
	}
	return nil
}

func (c *cluster) stop() error {
	var err error
	if _, missing := os.Stat(filepath.Join(c.dir, "data", "postmaster.pid")); missing == nil {
		err = c.run("pg_ctl", "-D", filepath.Join(c.dir, "data"), "-m", "immediate", "-w", "stop")
	}
	return errors.Join(err, os.RemoveAll(c.dir))
}

func (c *cluster) url(database string) string {
	return "postgres:///" + database + "?user=test&host=" + url.QueryEscape(c.dir)
}

// database makes a new database and returns its URL.
func (c *cluster) database(tb testing.TB) string {
	tb.Helper()
	name := "test" + strconv.FormatInt(c.made.Add(1), 10)
	pool, err := sql.Open("pgx", c.url("postgres"))
	if err != nil {
		tb.Fatal(err)
	}
	defer pool.Close() //nolint:errcheck // the server goes away anyway
	if _, err := pool.ExecContext(context.Background(), "CREATE DATABASE "+name); err != nil {
		tb.Fatal(err)
	}
	return c.url(name)
}

// shared is the server of all tests, nil where there is none.
var shared *cluster

func TestMain(m *testing.M) {
	if os.Getenv(crashDir) != "" {
		crashChild()
		return
	}
	os.Exit(func() int {
		c, err := startCluster()
		switch {
		case err == nil:
			shared = c
			defer c.stop() //nolint:errcheck // nothing is lost with it
		case os.Getenv("CI") == "true" || !errors.Is(err, errNoPostgres):
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// each runs a test on every kind of database.
func each(t *testing.T, test func(t *testing.T, s *Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, open(t, Config{Dir: t.TempDir()})) })
	t.Run("postgres", func(t *testing.T) {
		if shared == nil {
			t.Skip(errNoPostgres)
		}
		test(t, open(t, Config{URL: shared.database(t)}))
	})
}

func TestClusterURLHidesNothingNeeded(t *testing.T) {
	s := &Store{}
	err := s.openPostgres(t.Context(), "postgres://me:secret@localhost:notaport/db")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v, expected one without the password", err)
	}
}
