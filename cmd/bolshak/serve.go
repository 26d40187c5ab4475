package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"

	"github.com/bolshak-draughts/bolshak/internal/server"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

type serveCmd struct {
	Addr string `default:"127.0.0.1:8080" help:"Address to listen on; port 0 takes a free one."`
	Data string `placeholder:"DIR" help:"Folder of the site, made if missing; without it bolshak in the user's folder for data."`
	DB   string `name:"db" placeholder:"URL" help:"PostgreSQL database, such as postgres://user@host/name, in place of SQLite in the folder."`
	natsFlags
	NoWorker bool `help:"Leave analyses, reports and computer moves to the workers."`
}

func (serveCmd) Help() string {
	return "Example: bolshak serve --addr 127.0.0.1:8080 --data /var/lib/bolshak"
}

func (c serveCmd) Validate() error {
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return fmt.Errorf("--addr %q is not HOST:PORT", c.Addr)
	}
	if c.NoWorker && c.NATS == "" {
		return errors.New("--no-worker needs --nats: nobody else could do the work")
	}
	return c.check()
}

// dataFolder is where the site keeps what it must not lose, unless told
// otherwise.
func dataFolder() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "bolshak")
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		if dir, err := os.UserConfigDir(); err == nil {
			return filepath.Join(dir, "bolshak")
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "share", "bolshak")
	}
	return "bolshak-data"
}

func (c serveCmd) Run(ctx context.Context, s streams) (err error) {
	log := slog.New(slog.NewTextHandler(prefixed{s.err}, nil))
	dir := c.Data
	if dir == "" {
		dir = dataFolder()
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen: %w (choose another address with --addr)", err)
	}
	defer listener.Close() //nolint:errcheck // the site closes it; this is for when there is none
	if c.DB == "" {
		unlock, failed := store.Lock(ctx, dir)
		if failed != nil {
			return fmt.Errorf("%w (choose another folder with --data)", failed)
		}
		log.Info("the site's data", "folder", dir)
		defer func() { err = errors.Join(err, unlock()) }()
	}
	// What was begun is finished when the signal comes: the store closes last.
	kept, err := store.Open(context.WithoutCancel(ctx), store.Config{Dir: dir, URL: c.DB, Logger: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	node, err := c.natsFlags.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, node.Close()) }()
	if !node.Embedded() {
		log.Info("node", "name", node.Name(), "worker", !c.NoWorker)
	}
	site, err := server.New(server.Config{Logger: log, Store: kept, Cluster: node, NoWorker: c.NoWorker})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	if _, err := fmt.Fprintf(s.out, "listening on http://%s\n", listener.Addr()); err != nil {
		return err
	}
	return site.Serve(ctx, listener)
}

// prefixed writes lines with the prefix of all talk; each write is a line.
type prefixed struct{ w io.Writer }

func (p prefixed) Write(b []byte) (int, error) {
	if _, err := p.w.Write(append([]byte("bolshak: "), b...)); err != nil {
		return 0, err
	}
	return len(b), nil
}
