package store

import (
	"strings"
	"testing"
)

// TestAFullDisk lets the database grow no more, and later again: what fails says
// so, and nothing else is harmed.
func TestAFullDisk(t *testing.T) {
	ctx := t.Context()
	s := open(t, Config{Dir: t.TempDir()})
	b := s.writer.(*batcher)
	p := guests(t, s, 2)
	g := start(t, s, blitz, p[0].ID, p[1].ID)
	limit := func(pages string) {
		t.Helper()
		if _, err := b.conn.ExecContext(ctx, "PRAGMA max_page_count = "+pages); err != nil {
			t.Fatal(err)
		}
	}
	limit("1") // which means as many as there are
	text := strings.Repeat("x", 3000)
	var full error
	for i := 0; full == nil && i < 1000; i++ {
		_, _, full = s.AddChat(ctx, g.ID, Chat{By: p[0].ID, Action: string(rune('a' + i)), Text: text})
	}
	wantErr(t, full, ErrCommit)
	wantErr(t, s.Ping(ctx), ErrCommit)
	if _, err := s.Game(ctx, g.ID); err != nil {
		t.Errorf("reading: %v", err)
	}
	limit("1000000")
	if _, _, err := s.AddChat(ctx, g.ID, Chat{By: p[0].ID, Action: "later", Text: text}); err != nil {
		t.Errorf("later: %v", err)
	}
	if err := s.Ping(ctx); err != nil {
		t.Errorf("later: %v", err)
	}
}
