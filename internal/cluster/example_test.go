package cluster_test

import (
	"context"
	"fmt"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// One process is a cluster too: it asks for a move and does the work itself.
func Example() {
	ctx := context.Background()
	node, err := cluster.Open(ctx, cluster.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer node.Close()

	_, err = node.Work(ctx, cluster.Worker{Slots: 2, Handlers: map[cluster.Kind]cluster.Handler{
		cluster.Move: func(_ context.Context, t *cluster.Task) ([]byte, error) {
			t.Tell([]byte("depth 12"))
			return []byte("c3-d4"), nil
		},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}

	ticket, err := node.Submit(ctx, cluster.Job{ID: "game-1-ply-0", Kind: cluster.Move, Priority: cluster.High}, cluster.Follow{
		Progress: func(told []byte) { fmt.Printf("%s\n", told) },
		Done: func(result []byte) error { // an error here has the job done again
			fmt.Printf("the move %s is legal\n", result)
			return nil
		},
		Failed: func(err error) { fmt.Println(err) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := ticket.Wait(ctx); err != nil {
		fmt.Println(err)
	}
	// Output:
	// depth 12
	// the move c3-d4 is legal
}
