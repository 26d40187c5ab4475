package faults

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// played are the moves that were acknowledged, by game.
type played struct {
	mu    sync.Mutex
	moves map[string][]draughts.Move
}

func (p *played) add(game string, moves []draughts.Move) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(moves) >= len(p.moves[game]) {
		p.moves[game] = moves
	}
}

// compare looks for the moves in the database and asks every node, and returns
// how many are missing or are told otherwise.
func (p *played) compare(ctx context.Context, s *Nodes, log *slog.Logger) (lost int, err error) {
	kept, err := store.Open(ctx, store.Config{URL: s.Database()})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	p.mu.Lock()
	defer p.mu.Unlock()
	clients := make([]*client, nodes)
	for i := range clients {
		clients[i] = newClient(s.URLs(), i)
	}
	for id, moves := range p.moves {
		g, err := kept.Game(ctx, id)
		if err != nil {
			log.Error("a game is not in the database", "game", id, "error", err)
			lost += len(moves)
			continue
		}
		var truth []draughts.Move
		for _, ply := range g.State.Plies {
			truth = append(truth, ply.Move)
		}
		if !startsWith(truth, moves) {
			log.Error("the database does not have what was acknowledged", "game", id, "acknowledged", moves, "kept", truth)
			lost++
		}
		for i, c := range clients {
			var told view
			if err := c.ask(ctx, "GET", "/api/v1/games/"+id, nil, &told); err != nil {
				return lost, err
			}
			if list, ok := told.moves(); !ok || !slices.Equal(list, truth) || told.Version != g.State.Version {
				log.Error("a node tells another game than is kept", "game", id, "node", i+1, "told", told.Version, "kept", g.State.Version)
				lost++
			}
		}
	}
	return lost, nil
}

func startsWith(all, first []draughts.Move) bool {
	return len(all) >= len(first) && slices.Equal(all[:len(first)], first)
}
