// Command threenodes runs a site of three nodes on this machine, for trying;
// scripts/three-nodes calls it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/bolshak-draughts/bolshak/internal/faults"
)

func main() { faults.Main("three-nodes", run) }

func run(ctx context.Context) (err error) {
	program := flag.String("program", "bolshak", "the program of the site")
	nats := flag.String("nats", "natsrun", "the program of the NATS servers")
	workers := flag.Int("workers", 1, "workers beside the nodes, which work too")
	flag.Parse()
	dir, err := os.MkdirTemp("", "bolshak-nodes-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	site, err := faults.StartNodes(ctx, dir, faults.Programs{
		Node: []string{*program, "serve"}, Worker: []string{*program, "worker"}, NATS: []string{*nats},
	}, *workers, false)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return err
	}
	for i, url := range site.URLs() {
		fmt.Printf("node %d      %s\n", i+1, url)
	}
	fmt.Printf("NATS        %s\nPostgreSQL  %s\n", site.NATS(), site.Database())
	fmt.Printf("fleet       bolshak admin fleet --nats %s\n", site.NATS())
	fmt.Println("Ctrl-C ends all of it and forgets everything.")
	<-ctx.Done()
	return site.Stop()
}
