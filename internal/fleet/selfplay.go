package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/engine/eval"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/train"
)

// selfPlayJob asks for a block of games.
type selfPlayJob struct {
	Block   int    `json:"block"`
	Seed    uint64 `json:"seed"`
	Nodes   int64  `json:"nodes"`
	HashMB  int    `json:"hashMB"`
	Weights string `json:"weights"` // the hash of the evaluation's weights
}

// mostHash is the largest table of the search that a job may ask for, in MB.
const mostHash = 1024

func (j selfPlayJob) config() train.SelfPlayConfig {
	return train.SelfPlayConfig{
		Threads: 1, Seed: j.Seed, Nodes: j.Nodes, Openings: train.Openings(), Options: engine.Options{HashMB: j.HashMB},
	}
}

// selfPlay plays a block of games.
func selfPlay(ctx context.Context, t *cluster.Task) ([]byte, error) {
	job, err := decode[selfPlayJob](t)
	switch {
	case err != nil:
		return nil, err
	case job.Block < 0 || job.Nodes < 1 || job.HashMB < 1 || job.HashMB > mostHash:
		return nil, cluster.Hopeless(errors.New("a block of games that cannot be played"))
	case job.Weights != eval.Default().Hash():
		return nil, fmt.Errorf("this worker has the weights %s, not %s: run the same version everywhere", eval.Default().Hash(), job.Weights)
	}
	return train.PlayBlock(ctx, job.config(), job.Block)
}

// SelfPlay fills the file of cfg by workers of the cluster, so many blocks at once,
// less than 1 meaning 64. Openings and options are those of [train.Openings] and
// of the size of the table in cfg. Of each block one game is played again here.
// The file is that of [train.SelfPlay]; what it has is not asked for again.
func SelfPlay(ctx context.Context, node *cluster.Node, cfg train.SelfPlayConfig, atOnce int) error {
	if atOnce < 1 {
		atOnce = 64
	}
	return train.Gather(ctx, cfg, atOnce, func(ctx context.Context, n int) (block []byte, err error) {
		job := selfPlayJob{Block: n, Seed: cfg.Seed, Nodes: cfg.Nodes, HashMB: cfg.Options.HashMB, Weights: eval.Default().Hash()}
		id := fmt.Sprintf("games-%d-%d-%d-%d", cfg.Seed, cfg.Nodes, job.HashMB, n)
		err = ask(ctx, node, cluster.SelfPlay, id, job, func(result []byte) error {
			if err := train.CheckBlock(ctx, job.config(), n, result); err != nil {
				return err
			}
			block = result
			return nil
		})
		return block, err
	})
}
