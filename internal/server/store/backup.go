package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrBackup: the database is one that has its own way to be copied.
var ErrBackup = errors.New("PostgreSQL is copied with pg_dump")

// Backup writes a copy of the database to a new file, as it is at one moment,
// while the store goes on. The error matches [fs.ErrExist] if there is such a
// file, [ErrBackup] for PostgreSQL.
func (s *Store) Backup(ctx context.Context, path string) error {
	if s.file == "" {
		return ErrBackup
	}
	return backup(ctx, s.file, path)
}

// BackupDir is [Store.Backup] of the site in a folder, which may be running in
// another process. The error matches [fs.ErrNotExist] if there is no database.
func BackupDir(ctx context.Context, dir, path string) error {
	file := filepath.Join(dir, File)
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("no site in %s: %w", dir, err)
	}
	return backup(ctx, file, path)
}

// backup makes the copy under another name, so that what has its name is whole.
func backup(ctx context.Context, file, path string) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w (give a new name)", path, fs.ErrExist)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".backup-*") // readable by the owner alone
	if err != nil {
		return err
	}
	part := f.Name()
	defer func() {
		if err != nil {
			_ = os.Remove(part)
		}
	}()
	defer f.Close() //nolint:errcheck // synced below
	pool, err := sql.Open("sqlite", sqliteDSN(file))
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "VACUUM INTO $1", part)
	if err = errors.Join(err, pool.Close()); err != nil {
		return fmt.Errorf("copying %s: %w", file, err)
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes a new name in a folder last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
