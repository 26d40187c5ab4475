package main

import (
	"context"

	"github.com/bolshak-draughts/bolshak/hub"
)

type hubCmd struct{}

func (hubCmd) Help() string {
	return "The engine reads and writes lines of the Hub protocol, version 2, until quit or the end of its input. Example: bolshak hub"
}

func (hubCmd) Run(ctx context.Context, s streams) error {
	return hub.Serve(ctx, s.in, s.out, hub.Identity{Name: "Bolshak", Version: version, Author: "the Bolshak developers"})
}
