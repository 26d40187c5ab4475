package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bolshak-draughts/bolshak/engine"
)

type benchCmd struct {
	JSON bool `help:"Print JSON."`
}

func (benchCmd) Help() string {
	return "The number of nodes is the same on every run of one version: a change of it means a change of the search. Example: bolshak bench"
}

func (c benchCmd) Run(ctx context.Context, s streams) error {
	nodes, took, err := engine.Bench(ctx)
	if err != nil {
		return err
	}
	nps := int64(float64(nodes) / took.Seconds())
	if c.JSON {
		return json.NewEncoder(s.out).Encode(map[string]int64{"nodes": nodes, "nps": nps})
	}
	_, err = fmt.Fprintf(s.out, "nodes %d nps %d\n", nodes, nps)
	return err
}
