package store

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bolshak-draughts/bolshak/internal/postgres"
)

// cluster is a PostgreSQL server of the tests' own.
type cluster struct {
	*postgres.Server
	made atomic.Int64 // databases
}

func startCluster() (*cluster, error) {
	s, err := postgres.New(0)
	return &cluster{Server: s}, err
}

// database makes a new database and returns its URL.
func (c *cluster) database(tb testing.TB) string {
	tb.Helper()
	name := "test" + strconv.FormatInt(c.made.Add(1), 10)
	if err := c.Create(tb.Context(), name); err != nil {
		tb.Fatal(err)
	}
	return c.URL(name)
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
			defer c.Stop() //nolint:errcheck // nothing is lost with it
		case os.Getenv("CI") == "true" || !errors.Is(err, postgres.ErrMissing):
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
			t.Skip(postgres.ErrMissing)
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
