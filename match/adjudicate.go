package match

import (
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Adjudication says when a game ends before the board ends it. The zero value
// plays every game out.
type Adjudication struct {
	// Tables, if not nil, end a game whose result under its draw rules they
	// prove: a win that a draw rule cuts off is a draw, and where it is not proved
	// which of the two it is, the game goes on.
	Tables *endgame.Tables
	// TablePieces is the most pieces with which the tables are asked; 0 means as
	// many as they know.
	TablePieces int
	// Resign, if Moves is not 0, lets a player lose that has said for so many of
	// its moves running that it is behind by Score or more.
	Resign Resign
	// Draw, if Moves is not 0, ends a game as a draw.
	Draw Draw
	// MaxMoves is the number of moves of each side after which a game is a draw;
	// 0 means 500.
	MaxMoves int
}

// Resign is when a player has lost by its own account.
type Resign struct {
	Moves int
	Score engine.Score // above 0
	// TwoSided demands that the opponent sees it so too.
	TwoSided bool
}

// Draw is when a game is drawn by both players' account: from move From on, if
// for Moves moves running neither has given more than Score to either side.
type Draw struct {
	From, Moves int
	Score       engine.Score
}

const defaultMaxMoves = 500

// judgeNodes bounds the proof that is asked of the tables after each move, so
// that it takes a few milliseconds at most: what is not proved now may be a move
// later, when the win is shorter or the counters are fuller.
const judgeNodes = 2000

// arbiter keeps the counts of one game.
type arbiter struct {
	Adjudication
	behind, ahead [2]int // moves running, by color
	level         int    // plies running
}

// moved counts the reply of a side.
func (a *arbiter) moved(c draughts.Color, r Reply) {
	count := func(n *int, counts bool) {
		if *n++; !counts || r.Depth == 0 {
			*n = 0
		}
	}
	count(&a.behind[c], r.Score <= -a.Resign.Score)
	count(&a.ahead[c], r.Score >= a.Resign.Score)
	count(&a.level, r.Score >= -a.Draw.Score && r.Score <= a.Draw.Score)
}

// decide ends g, which goes on and in which c has made the last move, if it is
// to be ended.
func (a *arbiter) decide(g *Game, c draughts.Color) error {
	limit := a.MaxMoves
	if limit == 0 {
		limit = defaultMaxMoves
	}
	switch r, d := a.Resign, a.Draw; {
	case r.Moves > 0 && a.behind[c] >= r.Moves && (!r.TwoSided || a.ahead[c.Other()] >= r.Moves):
		return g.lose(c, ByScore, "hopeless by the scores")
	case d.Moves > 0 && a.level >= 2*d.Moves && g.Game.Plies() >= 2*d.From:
		return g.draw(ByScore, "level by the scores")
	case g.Game.Plies() >= 2*limit:
		return g.draw(TooLong, "too long")
	}
	return a.ask(g)
}

// ask ends a game whose result the tables prove.
func (a *arbiter) ask(g *Game) error {
	if a.Tables == nil {
		return nil
	}
	most := a.Tables.Pieces()
	if a.TablePieces > 0 {
		most = min(most, a.TablePieces)
	}
	p := g.Game.Position()
	if p.Occupied().Count() > most {
		return nil
	}
	j, err := a.Tables.JudgeWithin(g.Game, judgeNodes)
	if err != nil || !j.Exact {
		return err
	}
	switch j.Verdict {
	case endgame.VerdictWin:
		return g.lose(p.Turn().Other(), ByTables, "won in the tables")
	case endgame.VerdictLoss:
		return g.lose(p.Turn(), ByTables, "won in the tables")
	case endgame.VerdictDraw:
		return g.draw(ByTables, "drawn in the tables")
	case endgame.VerdictCutOff, endgame.VerdictSaved:
		return g.draw(ByTables, "drawn in the tables: the draw rules cut the win off")
	}
	return nil
}
