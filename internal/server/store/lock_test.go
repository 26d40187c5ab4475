package store

import "testing"

// TestLock serves a site twice.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	unlock := must(Lock(t.Context(), dir))(t)
	_, err := Lock(t.Context(), dir)
	wantErr(t, err, ErrInUse)
	s := open(t, Config{Dir: dir}) // the operator's command works meanwhile
	guests(t, s, 1)
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	unlock = must(Lock(t.Context(), dir))(t)
	if err := unlock(); err != nil {
		t.Error(err)
	}
}
