package postgres

import (
	"database/sql"
	"errors"
	"net"
	"os"
	"testing"
)

func TestServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	port := l.Addr().(*net.TCPAddr).Port
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := New(port)
	if errors.Is(err, ErrMissing) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(s.dir); !os.IsNotExist(err) {
			t.Errorf("the folder is left: %v", err)
		}
	}()
	if err := s.Create(t.Context(), "site"); err != nil {
		t.Fatal(err)
	}
	if err := s.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{s.URL("site"), TCP(address, "site")} {
		pool, err := sql.Open("pgx", url)
		if err != nil {
			t.Fatal(err)
		}
		if err := pool.PingContext(t.Context()); err != nil {
			t.Errorf("%s: %v", url, err)
		}
		_ = pool.Close()
	}
	if _, err := os.Stat(s.Socket()); err != nil {
		t.Error(err)
	}
}
