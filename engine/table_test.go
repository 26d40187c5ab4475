package engine

import (
	"runtime"
	"sync"
	"testing"
)

// TestTable stores and finds, with the scores of proven wins as seen from the
// position.
func TestTable(t *testing.T) {
	tab := newTable(4)
	for i := range uint64(1000) {
		key := mix(i)
		tab.put(key, 3, entry{score: int16(win - 10), depth: int8(i % 50), bound: exact, move: uint8(i % 100)})
		e, ok := tab.get(key, 5)
		if !ok || e.score != int16(win-10)-2 || e.depth != int8(i%50) || e.move != uint8(i%100) || e.bound != exact {
			t.Fatalf("key %d: %+v, %v", i, e, ok)
		}
	}
	if _, ok := tab.get(12345, 0); ok {
		t.Error("found what was never stored")
	}
	tab.clear()
	if _, ok := tab.get(mix(1), 0); ok || tab.full() != 0 {
		t.Error("found something after clear")
	}
}

// TestTableShared lets goroutines write the same slots; what is found must be
// what somebody stored for that key.
func TestTableShared(t *testing.T) {
	tab := newTable(1)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 20000 {
				n := uint64((i*7 + g) % 64)
				key := mix(n) &^ 0xfffff // one bucket, many collisions
				tab.put(key, 0, entry{score: int16(n), depth: int8(n), bound: exact, move: uint8(n)})
				if e, ok := tab.get(key, 0); ok && (e.score != int16(n) || e.move != uint8(n)) {
					t.Errorf("key %d holds %+v", n, e)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestTablesComeAndGo: the memory of tables that are no longer used is given
// back, and those in use stay whole.
func TestTablesComeAndGo(t *testing.T) {
	kept := newTable(8)
	kept.put(1<<30, 0, entry{score: 7, depth: 1, bound: exact})
	for range 200 {
		newTable(64).put(1, 0, entry{score: 1, bound: exact})
		runtime.GC()
	}
	if e, ok := kept.get(1<<30, 0); !ok || e.score != 7 {
		t.Errorf("the table in use lost its entry: %+v, %v", e, ok)
	}
}
