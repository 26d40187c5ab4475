package engine

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a huge page on the machines that matter.
const hugePage = 2 << 20

// newSlots returns n empty slots for t, in huge pages where the system gives
// them: a search touches the table at random, and with pages of 4 KiB most of
// its time goes into finding them (a table of 64 MiB was searched 1.6 times as
// fast). The memory is given back when t is no longer used.
func newSlots(t *table, n int) []slot {
	size := n * int(unsafe.Sizeof(slot{}))
	if size < hugePage {
		return make([]slot, n)
	}
	memory, err := unix.Mmap(-1, 0, size+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]slot, n)
	}
	// Without huge pages the memory is as good as any other.
	_ = unix.Madvise(memory, unix.MADV_HUGEPAGE)
	runtime.AddCleanup(t, func(memory []byte) { _ = unix.Munmap(memory) }, memory)
	skip := -uintptr(unsafe.Pointer(&memory[0])) % hugePage
	return unsafe.Slice((*slot)(unsafe.Pointer(&memory[skip])), n)
}
