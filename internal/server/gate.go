package server

import "context"

// gate lets a few pieces of work through at once; others wait in turn. The
// channel holds those at work.
type gate chan struct{}

// pass does a piece of work when its turn has come and returns its error, or
// that of ctx if it ends before. Nothing that waits for a client is to be done
// in it.
func (g gate) pass(ctx context.Context, work func() error) error {
	select {
	case g <- struct{}{}:
		defer func() { <-g }()
		return work()
	case <-ctx.Done():
		return ctx.Err()
	}
}
