// Package postgres runs a PostgreSQL server of one's own in a folder, for tests
// and for trying things out. Nothing in it is safe from a power cut: the server
// does not wait for the disk.
package postgres

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
	"syscall"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// ErrMissing: the programs of the server are not on this machine.
var ErrMissing = errors.New("no PostgreSQL here (apt-get install postgresql)")

// find returns the folder of the server's programs.
func find() (string, error) {
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
	return "", ErrMissing
}

// user is the one role of the server; it needs no password.
const user = "bolshak"

// maxConnections is how many the server lets in.
const maxConnections = 100

// Server is a server in a folder. It listens on a socket there.
type Server struct {
	dir  string
	bin  string
	port int                 // on 127.0.0.1; 0 for none
	as   *syscall.Credential // nil to run as who we are
}

// New makes a server in a new folder, which Stop removes, and starts it. With a
// port it listens on 127.0.0.1 too. The error matches [ErrMissing] if there is no
// PostgreSQL on this machine.
func New(port int) (*Server, error) {
	bin, err := find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bolshak-postgres-") // a short path, as sockets want it
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, bin: bin, port: port}
	if os.Getuid() == 0 { // the server refuses to run as root
		const nobody = 65534
		s.as = &syscall.Credential{Uid: nobody, Gid: nobody}
		if err := os.Chown(dir, nobody, nobody); err != nil {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
	}
	err = s.run("initdb", "-D", s.data(), "-U", user, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// Start starts the server again, after Kill.
func (s *Server) Start() error {
	options := fmt.Sprintf("-k %s -c listen_addresses= -c max_connections=%d -c fsync=off", s.dir, maxConnections)
	if s.port > 0 {
		options = fmt.Sprintf("-k %s -c listen_addresses=127.0.0.1 -p %d -c max_connections=%d -c fsync=off", s.dir, s.port, maxConnections)
	}
	return s.run("pg_ctl", "-D", s.data(), "-w", "-l", filepath.Join(s.dir, "log"), "-o", options, "start")
}

// Kill ends the server as a crash would.
func (s *Server) Kill() error {
	return s.run("pg_ctl", "-D", s.data(), "-m", "immediate", "-w", "stop")
}

// Stop ends the server, if it runs, and removes its folder.
func (s *Server) Stop() error {
	var err error
	if _, missing := os.Stat(filepath.Join(s.data(), "postmaster.pid")); missing == nil {
		err = s.Kill()
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// run runs a program of the server.
func (s *Server) run(name string, args ...string) error {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	// A group of its own: a Ctrl-C in the terminal is for whoever has started it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as, Setpgid: true}
	out, err := os.CreateTemp(s.dir, "out-")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name()) //nolint:errcheck // the folder goes away
	defer out.Close()           //nolint:errcheck // only read
	// A file and no pipe: the server keeps it open.
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(out.Name())
		return fmt.Errorf("%s: %w: %s", name, err, text)
	}
	return nil
}

// Socket returns the path of the socket that the server listens on.
func (s *Server) Socket() string {
	port := s.port
	if port == 0 {
		port = 5432
	}
	return filepath.Join(s.dir, ".s.PGSQL."+strconv.Itoa(port))
}

// URL returns the URL of a database, by the socket.
func (s *Server) URL(database string) string {
	q := url.Values{"user": {user}, "host": {s.dir}}
	if s.port > 0 {
		q.Set("port", strconv.Itoa(s.port))
	}
	return "postgres:///" + database + "?" + q.Encode()
}

// TCP returns the URL of a database at an address, that of the server or of
// something before it.
func TCP(address, database string) string {
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", user, address, database)
}

// Create makes a database; the name is of small letters and digits.
func (s *Server) Create(ctx context.Context, name string) error {
	pool, err := sql.Open("pgx", s.URL("postgres"))
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "CREATE DATABASE "+name)
	return errors.Join(err, pool.Close())
}
