package store

import (
	"maps"
	"math/rand/v2"
	"testing"
)

func TestVersions(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		p := guests(t, s, 2)
		want := map[string]int{}
		ids := []string{"nothing"}
		for i := range 3 {
			g := playOn(t, s, start(t, s, blitz, p[0].ID, p[1].ID), i, rand.New(rand.NewPCG(1, uint64(i))))
			want[g.ID] = g.State.Version
			ids = append(ids, g.ID)
		}
		if got := must(s.Versions(ctx, ids))(t); !maps.Equal(got, want) {
			t.Errorf("versions %v, expected %v", got, want)
		}
		if got := must(s.Versions(ctx, nil))(t); len(got) != 0 {
			t.Errorf("versions of no games: %v", got)
		}
		for len(ids) < MaxVersions {
			ids = append(ids, NewID())
		}
		if got := must(s.Versions(ctx, ids))(t); !maps.Equal(got, want) {
			t.Errorf("versions of many %v, expected %v", got, want)
		}
		_, err := s.Versions(ctx, append(ids, "one more"))
		wantErr(t, err, ErrTooMany)
	})
}
