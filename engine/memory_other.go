//go:build !linux

package engine

// newSlots returns n empty slots for t.
func newSlots(_ *table, n int) []slot { return make([]slot, n) }
