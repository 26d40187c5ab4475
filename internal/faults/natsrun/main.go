// Command natsrun runs a NATS server of a cluster on this machine;
// scripts/three-nodes and scripts/cluster-faults call it.
package main

import (
	"context"
	"os"

	"github.com/bolshak-draughts/bolshak/internal/faults"
)

func main() {
	faults.Main("natsrun", func(ctx context.Context) error { return faults.ServeNATS(ctx, os.Args[1:], os.Stdout) })
}
