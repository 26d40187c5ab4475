package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"iter"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine/eval"
	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// exerciseJob asks for the exercises in a game.
type exerciseJob struct {
	Seed    uint64 `json:"seed"`
	Number  int    `json:"number"`
	Play    bool   `json:"play"`
	Weights string `json:"weights"`
	// Game is the positions of the game if it is not to be played, packed one
	// after another.
	Game []byte `json:"game"`
}

// exerciseResult is what was found.
type exerciseResult struct {
	File     []byte `json:"file"`     // as package exercise writes it; empty if nothing was found
	Interest []int  `json:"interest"` // of each
}

// findExercises looks through a game.
func findExercises(ctx context.Context, t *cluster.Task) ([]byte, error) {
	job, err := decode[exerciseJob](t)
	if err != nil {
		return nil, err
	}
	if job.Weights != eval.Default().Hash() {
		return nil, fmt.Errorf("this worker has the weights %s, not %s: run the same version everywhere", eval.Default().Hash(), job.Weights)
	}
	share := exercise.Share{Number: job.Number, Play: job.Play}
	for rest := job.Game; len(rest) > 0; rest = rest[draughts.PackedSize:] {
		var p draughts.Position
		if len(rest) < draughts.PackedSize {
			return nil, cluster.Hopeless(fmt.Errorf("a position of %d bytes", len(rest)))
		}
		if err := p.UnmarshalBinary(rest[:draughts.PackedSize]); err != nil {
			return nil, cluster.Hopeless(err)
		}
		share.Game = append(share.Game, p)
	}
	found, err := exercise.Look(ctx, job.Seed, share)
	if err != nil {
		return nil, err
	}
	var result exerciseResult
	var list []*exercise.Exercise
	for _, c := range found {
		list = append(list, c.Exercise)
		result.Interest = append(result.Interest, c.Interest)
	}
	if len(list) > 0 {
		var file bytes.Buffer
		if err := exercise.Write(&file, nil, list); err != nil {
			return nil, err
		}
		result.File = file.Bytes()
	}
	return json.Marshal(result)
}

// FindExercises is [exercise.Find] by workers of the cluster, so many games at
// once, less than 1 meaning 64. Every exercise is proved again here before it is
// believed.
func FindExercises(ctx context.Context, node *cluster.Node, cfg exercise.FindConfig, atOnce int, others iter.Seq[[]draughts.Position]) ([]*exercise.Exercise, error) {
	if cfg.Threads = atOnce; atOnce < 1 {
		cfg.Threads = 64
	}
	cfg.Look = func(ctx context.Context, s exercise.Share) (found []exercise.Candidate, err error) {
		job := exerciseJob{Seed: cfg.Seed, Number: s.Number, Play: s.Play, Weights: eval.Default().Hash()}
		for _, p := range s.Game {
			if job.Game, err = p.AppendBinary(job.Game); err != nil {
				return nil, err
			}
		}
		id := fmt.Sprintf("exercises-%d-%d", cfg.Seed, s.Number)
		if !s.Play { // other files may have been looked through with the same seed
			id += fmt.Sprintf("-%08x", crc32.ChecksumIEEE(job.Game))
		}
		err = ask(ctx, node, cluster.Exercise, id, job, func(result []byte) error {
			found, err = believe(ctx, result)
			return err
		})
		return found, err
	}
	return exercise.Find(ctx, cfg, others)
}

// believe reads a result and proves its exercises.
func believe(ctx context.Context, data []byte) ([]exercise.Candidate, error) {
	var result exerciseResult
	if err := json.Unmarshal(data, &result); err != nil {
		return nil, err
	}
	if len(result.File) == 0 {
		return nil, nil
	}
	list, err := exercise.Read(bytes.NewReader(result.File))
	if err != nil {
		return nil, err
	}
	if len(list) != len(result.Interest) {
		return nil, fmt.Errorf("%d exercises and interest in %d", len(list), len(result.Interest))
	}
	var found []exercise.Candidate
	for i, x := range list {
		if err := exercise.Verify(ctx, x); err != nil {
			return nil, err
		}
		found = append(found, exercise.Candidate{Exercise: x, Interest: result.Interest[i]})
	}
	return found, nil
}
