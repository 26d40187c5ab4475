//go:build unix

package file

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"syscall"
)

// mapping is a file mapped into memory.
type mapping struct {
	lock sync.RWMutex // held for reading while data is looked at
	data []byte
}

// mapFile maps a file into memory.
func mapFile(path string) (Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size()
	if size == 0 || int64(int(size)) != size {
		return &mapping{}, nil
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return &mapping{data: data}, nil
}

func (m *mapping) Size() int64 {
	m.lock.RLock()
	defer m.lock.RUnlock()
	return int64(len(m.data))
}

// ReadAt copies from the mapping. Where the file has become shorter since it was
// mapped, or the disk fails, touching the memory is a fault, which becomes an
// error here and would end the program otherwise.
func (m *mapping) ReadAt(b []byte, offset int64) (n int, err error) {
	m.lock.RLock()
	defer m.lock.RUnlock()
	if offset < 0 || offset > int64(len(m.data)) {
		return 0, io.EOF
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			n, err = 0, fmt.Errorf("the file has shrunk or its disk fails: %v", fault)
		}
	}()
	n = copy(b, m.data[offset:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (m *mapping) Close() error {
	m.lock.Lock()
	defer m.lock.Unlock()
	data := m.data
	m.data = nil
	if data == nil {
		return nil
	}
	return syscall.Munmap(data)
}
