package analysis

import (
	"errors"
	"slices"

	"github.com/bolshak-draughts/bolshak/analysis/proof"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Shot is a line that wins by force, to be played through.
type Shot struct {
	// Line begins with the better move. It ends with a capture where it is the
	// engine's, and where it is proven in an ending that the tables know.
	Line []draughts.Move
	// Gain is how many pieces more the line takes than it loses, a king counting
	// for three.
	Gain int
	// Proven says that the line wins the game whatever the opponent does: by
	// search down to the endgame tables, without draw rules.
	Proven bool
}

// proofNodes is the effort for a proof: some hundredths of a second.
const proofNodes = 20_000

// proofPieces is the most pieces on the board with which a proof is tried.
const proofPieces = 14

// longestShot is the most plies of a line.
const longestShot = 30

// lookForShot notes the shot that a move passed over, if there was one. After is
// the search of the position after it.
func (m *Move) lookForShot(after engine.Info) error {
	if m.Judgement == Good {
		return nil
	}
	shot, err := m.proven()
	if err != nil {
		return err
	}
	if shot == nil {
		played := append([]draughts.Move{m.Played}, after.PV...)
		if n := gain(m.Before, m.Best.PV); n >= 1 && n > gain(m.Before, played) {
			shot = &Shot{Line: toLastCapture(m.Best.PV), Gain: n}
		}
	}
	m.Shot, m.MissedShot = shot, shot != nil
	return nil
}

// proven returns the shot that is proven to have been there; nil if there was none
// or a proof was not found.
func (m *Move) proven() (*Shot, error) {
	if m.Before.Occupied().Count() > proofPieces {
		return nil, nil
	}
	tables := endgame.Default()
	prover := proof.New(tables, tables.Pieces(), m.Before.Turn())
	if v, err := prover.Prove(m.Before, proofNodes); err != nil || v != proof.Won {
		return nil, err
	}
	shot := &Shot{Proven: true}
	for p := m.Before; len(shot.Line) < longestShot; {
		if len(shot.Line) > 0 && p.Occupied().Count() <= tables.Pieces() && !p.MustCapture() {
			break
		}
		step, err := prover.Step(p, proofNodes, true)
		if errors.Is(err, proof.ErrNoStep) {
			break // the game is over
		}
		if err != nil {
			return nil, err
		}
		shot.Line = append(shot.Line, step)
		p = p.PlayUnchecked(step)
	}
	shot.Gain = gain(m.Before, shot.Line)
	if !slices.ContainsFunc(shot.Line, draughts.Move.IsCapture) {
		return nil, nil
	}
	return shot, nil
}

// toLastCapture cuts a line behind its last capture.
func toLastCapture(line []draughts.Move) []draughts.Move {
	for i := len(line); i > 0; i-- {
		if line[i-1].IsCapture() {
			return slices.Clone(line[:i])
		}
	}
	return nil
}

// gain returns how many pieces more the side to move takes than it loses in a
// line, a king counting for three.
func gain(p draughts.Position, line []draughts.Move) int {
	side := p.Turn()
	total := 0
	for _, m := range line {
		next, err := p.Play(m)
		if err != nil {
			break
		}
		taken := m.Captured.Count() + 2*(m.Captured&p.Kings(p.Turn().Other())).Count()
		if p.Turn() != side {
			taken = -taken
		}
		total += taken
		p = next
	}
	return total
}
