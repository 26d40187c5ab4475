package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

type backupCmd struct {
	Data string `placeholder:"DIR" help:"Folder of the site; without it the one that serve takes."`
	Out  string `arg:"" help:"New file for the copy."`
}

func (backupCmd) Help() string {
	return `Copies the site's database as it is at one moment, while the site runs or not.
To put a copy back, stop the site and place it in the folder as bolshak.db, with
no bolshak.db-wal beside it. A PostgreSQL database is copied with pg_dump.

Example: bolshak backup --data /var/lib/bolshak backup-2026-11-30.db`
}

func (c backupCmd) Run(ctx context.Context) error {
	dir := c.Data
	if dir == "" {
		dir = dataFolder()
	}
	return plainErr(store.BackupDir(ctx, dir, c.Out))
}

// plainErr says what a person can do about a database that is not there.
func plainErr(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s does not exist (name the site's folder with --data)", path.Path)
	}
	return err
}
