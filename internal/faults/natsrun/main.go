// Command natsrun runs a NATS server of a cluster on this machine;
// scripts/three-nodes and scripts/cluster-faults call it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/bolshak-draughts/bolshak/internal/faults"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := faults.ServeNATS(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "natsrun:", err)
		os.Exit(1)
	}
}
