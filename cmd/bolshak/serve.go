package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"

	"github.com/bolshak-draughts/bolshak/internal/server"
)

type serveCmd struct {
	Addr string `default:"127.0.0.1:8080" help:"Address to listen on; port 0 takes a free one."`
	Data string `placeholder:"DIR" help:"Folder of the site, made if missing. Games against the computer live in the player's browser, so this version keeps nothing in it."`
}

func (serveCmd) Help() string { return "Example: bolshak serve --addr 127.0.0.1:8080" }

func (c serveCmd) Validate() error {
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return fmt.Errorf("--addr %q is not HOST:PORT", c.Addr)
	}
	return nil
}

func (c serveCmd) Run(ctx context.Context, s streams) error {
	if c.Data != "" {
		if err := os.MkdirAll(c.Data, 0o700); err != nil {
			return fmt.Errorf("data folder: %w", err)
		}
	}
	site, err := server.New(server.Config{Logger: slog.New(slog.NewTextHandler(prefixed{s.err}, nil))})
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen: %w (choose another address with --addr)", err)
	}
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
