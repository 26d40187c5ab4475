//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package match

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes from a journal until the file is closed, or the
// process ends in whatever way.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
