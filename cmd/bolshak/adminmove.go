package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

type adminMoveCmd struct {
	Data string `placeholder:"DIR" help:"Folder of the site; without it the one that serve takes."`
	DB   string `name:"db" required:"" placeholder:"URL" help:"The PostgreSQL database, empty, such as postgres://user@host/name."`
}

func (adminMoveCmd) Help() string {
	return `Stop the site first. Copies everything in one transaction and reads both sides
again: broken off, or with a row that differs, nothing is in the database. Prints
the table, its rows and its checksum, with tabs between them, and at last 'moved
N rows of K tables'. The folder stays as it is.

Example: bolshak admin move --data /var/lib/bolshak --db postgres://bolshak@db/site`
}

func (c adminMoveCmd) Run(ctx context.Context, s streams) (err error) {
	dir := c.Data
	if dir == "" {
		dir = dataFolder()
	}
	if _, err := os.Stat(filepath.Join(dir, store.File)); err != nil { // before a lock is left there
		return plainErr(err)
	}
	unlock, err := store.Lock(ctx, dir)
	if err != nil {
		return fmt.Errorf("%w (stop it first)", err)
	}
	defer func() { err = errors.Join(err, unlock()) }()
	tell := func(store.MoveProgress) {}
	end := func() {}
	if w, ok := terminal(s.err); ok {
		tell = func(p store.MoveProgress) {
			fmt.Fprintf(w, "\r\x1b[K%s %s: %d of %d rows", p.Stage, p.Table, p.Done, p.Of)
		}
		end = func() { fmt.Fprint(w, "\r\x1b[K") }
	}
	moved, err := store.Move(ctx, dir, c.DB, tell)
	end()
	if errors.Is(err, fs.ErrNotExist) {
		return plainErr(err)
	}
	if err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	var rows int64
	for _, t := range moved {
		rows += t.Sum.Rows
		fmt.Fprintf(out, "%s\t%d\t%x\n", t.Name, t.Sum.Rows, t.Sum.Bytes())
		if t.Mended > 0 {
			fmt.Fprintf(s.err, "bolshak: %s: %d texts had characters that PostgreSQL cannot keep; they are U+FFFD now\n", t.Name, t.Mended)
		}
	}
	fmt.Fprintf(out, "moved %d rows of %d tables\n", rows, len(moved))
	return out.Flush()
}
