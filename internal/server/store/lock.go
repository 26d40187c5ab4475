package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrInUse: another process serves the site of the folder.
var ErrInUse = errors.New("another process serves this site")

// lockFile is the name of the file that is locked while a site is served.
const lockFile = "bolshak.lock"

// Lock makes this process the only one that serves the site in a folder, made if
// missing, until it calls the function returned or ends, however it ends. Two
// that serve the same file would not hear of each other's moves. The error
// matches [ErrInUse] if another one serves it. Commands of the operator need no
// lock.
//
// It is SQLite that locks, since it knows how on every system.
func Lock(ctx context.Context, dir string) (unlock func() error, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	file := filepath.Join(dir, lockFile)
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	pool, err := sql.Open("sqlite", sqliteName(file)+"?_pragma=journal_mode(MEMORY)")
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	if _, err := pool.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		var lite *sqlite.Error
		if errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_BUSY {
			err = ErrInUse
		}
		return nil, errors.Join(fmt.Errorf("%s: %w", file, err), pool.Close())
	}
	return pool.Close, nil
}
