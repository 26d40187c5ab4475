package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
)

// MoveAsk is a position of a live game in which the computer is to do something.
type MoveAsk struct {
	Game string `json:"game"`
	// State is the game as it was when the computer was asked.
	State live.State `json:"state"`
	// Level is the strength of the computer, 0 where it is only to say what the
	// position is worth.
	Level int `json:"level"`
	// MS is how many milliseconds it may think at most.
	MS int64 `json:"ms"`
}

// MoveAnswer is what the computer found, for the side to move.
type MoveAnswer struct {
	Move live.Move `json:"move"`
	// Score is in hundredths of a man.
	Score int `json:"score"`
}

// Job returns the job of a question. What is asked about a version of a game is
// asked once.
func (a MoveAsk) Job() (cluster.Job, error) {
	payload, err := json.Marshal(a)
	return cluster.Job{ID: a.Game + "-" + strconv.Itoa(a.State.Version), Kind: cluster.Move, Priority: cluster.High, Payload: payload}, err
}

// ReadMoveAsk reads the question of a job.
func ReadMoveAsk(j cluster.Job) (MoveAsk, error) {
	var a MoveAsk
	if err := json.Unmarshal(j.Payload, &a); err != nil {
		return a, fmt.Errorf("the question of the job %s: %w", j.ID, err)
	}
	if a.State.Version < 1 {
		return a, fmt.Errorf("the question of the job %s is about no game", j.ID)
	}
	return a, nil
}

// Read reads an answer and checks that it can be one.
func (a MoveAsk) Read(result []byte) (MoveAnswer, error) {
	var answer MoveAnswer
	if err := json.Unmarshal(result, &answer); err != nil {
		return answer, fmt.Errorf("the answer to game %s: %w", a.Game, err)
	}
	g, err := a.State.Game()
	if err != nil {
		return answer, err
	}
	if _, err := g.Position().Play(draughts.Move(answer.Move)); err != nil {
		return answer, fmt.Errorf("the answer to game %s, version %d: %w", a.Game, a.State.Version, err)
	}
	if answer.Score < -int(engine.Win) || answer.Score > int(engine.Win) {
		return answer, fmt.Errorf("the answer to game %s, version %d: a score of %d", a.Game, a.State.Version, answer.Score)
	}
	return answer, nil
}

// LevelTime returns the time of a level for a move, 0 if it has none.
func LevelTime(level int) time.Duration { return engine.Level(level, 0).MoveTime }

// drawDepth is how many plies the computer looks ahead before it answers an
// offer of a draw.
const drawDepth = 8

// think chooses the computer's move.
func think(ctx context.Context, t *cluster.Task, e *engine.Engine) ([]byte, error) {
	a, err := ReadMoveAsk(t.Job)
	if err != nil {
		return nil, cluster.Hopeless(err)
	}
	g, err := a.State.Game()
	if err != nil {
		return nil, cluster.Hopeless(err)
	}
	limits := engine.Limits{Depth: drawDepth}
	if a.Level > 0 {
		limits = engine.Level(a.Level, rand.Uint64())
	}
	limits.MoveTime = time.Duration(a.MS) * time.Millisecond
	info, err := e.Best(ctx, g, limits)
	if errors.Is(err, engine.ErrGameOver) {
		return nil, cluster.Hopeless(err)
	}
	if err != nil {
		return nil, err
	}
	t.Speed(speed(info))
	return json.Marshal(MoveAnswer{Move: live.Move(info.PV[0]), Score: int(info.Score)})
}

// speed returns the nodes a second of a search, 0 if it was too short to tell.
func speed(info engine.Info) int64 {
	if info.Time < time.Millisecond {
		return 0
	}
	return int64(float64(info.Nodes) / info.Time.Seconds())
}
