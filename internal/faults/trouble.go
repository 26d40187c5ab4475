package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"
)

// trouble is a fault that may befall a site.
type trouble struct {
	name string
	// part is what it befalls; one thing at a time befalls a part.
	part string
	// begin brings it about, end mends it.
	begin func()
	end   func(ctx context.Context) error
}

// trouble chooses a fault.
func (s *Nodes) trouble(rng *rand.Rand) trouble {
	i, j := rng.IntN(nodes), rng.IntN(natsServers)
	state, how := cut, "cut"
	if rng.IntN(2) == 0 {
		state, how = hanging, "hangs"
	}
	lines := func(name, part string, cables ...*cable) trouble {
		set := func(to cableState) {
			for _, c := range cables {
				c.set(to)
			}
		}
		return trouble{name + " " + how, part, func() { set(state) }, func(context.Context) error { set(whole); return nil }}
	}
	node, nats := fmt.Sprintf("node %d", i+1), fmt.Sprintf("NATS server %d", j+1)
	switch n := rng.IntN(100); {
	case n < 25:
		return killed(node, s.nodes[i])
	case n < 40:
		return killed(nats, s.nats[j])
	case n < 50:
		w := rng.IntN(len(s.workers))
		return killed(fmt.Sprintf("worker %d", w+1), s.workers[w])
	case n < 60:
		return trouble{"PostgreSQL is killed", "PostgreSQL", func() { _ = s.postgres.Kill() }, func(context.Context) error { return s.postgres.Start() }}
	case n < 68:
		return lines("the way to "+node, node, s.front[i])
	case n < 76:
		return lines("the way from "+node+" to the database", node, s.toDB[i])
	case n < 84:
		return lines("the way from "+node+" to NATS", node, s.toNATS[i][:]...)
	case n < 89:
		return lines("the way to "+nats+" from the others", nats, s.routes[j])
	case n < 95:
		return frozen(node, s.nodes[i])
	default:
		return frozen(nats, s.nats[j])
	}
}

func killed(name string, p *process) trouble {
	return trouble{name + " is killed", name, p.kill, p.startAgain}
}

// frozen is a program that goes on after a while as if nothing had happened.
func frozen(name string, p *process) trouble {
	return trouble{name + " is frozen", name, func() { p.signal(syscall.SIGSTOP) }, func(context.Context) error {
		p.signal(syscall.SIGCONT)
		return nil
	}}
}

// downTime chooses how long a fault lasts.
func downTime(rng *rand.Rand) time.Duration {
	return 100*time.Millisecond + time.Duration(rng.Int64N(int64(2500*time.Millisecond)))
}
