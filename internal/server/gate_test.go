package server

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

func TestGateLetsAFewThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := make(gate, 2)
		release := make(chan struct{})
		began := 0
		done := make(chan error, 3)
		for range 3 {
			go func() {
				done <- g.pass(t.Context(), func() error {
					began++
					<-release
					return nil
				})
			}()
			synctest.Wait()
		}
		if began != 2 {
			t.Errorf("%d are at work, want 2", began)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := g.pass(ctx, func() error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("whoever gives up gets %v", err)
		}
		close(release)
		for range 3 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if began != 3 {
			t.Errorf("%d got their turn, want 3", began)
		}
	})
}
