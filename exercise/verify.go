package exercise

import (
	"context"
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/analysis/proof"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// ErrFaulty: an exercise is not what it says.
var ErrFaulty = errors.New("faulty exercise")

// Verify proves an exercise again: at each of the solver's turns the move wins
// and no other does, every reply is answered, every end is won before a draw rule
// strikes and plain, every refutation leads to an ending that is not won. Only
// the positions and moves of the exercise are trusted, and no move is taken for
// legal that is not. The error matches [ErrFaulty] and says where, or is that of
// ctx.
func Verify(ctx context.Context, x *Exercise) error {
	tables := endgame.Default()
	v := &verifier{
		ctx: ctx, tables: tables, game: draughts.NewGame(x.Start, draughts.FMJD64),
		values: proof.New(tables, tables.Pieces(), x.Start.Turn()), wins: newWinner(tables, x.Start.Turn(), verifyBounds),
	}
	err := v.turn(x.Solution)
	if err == nil && x.ID != idOf(x.Start) {
		err = errors.New("the identity is not that of the position")
	}
	if err == nil && (x.Rating < MinRating || x.Rating > MaxRating) {
		err = fmt.Errorf("rating %d", x.Rating)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%w %s: %w", ErrFaulty, x.ID, err)
	}
	return nil
}

type verifier struct {
	ctx    context.Context
	game   *draughts.Game
	values *proof.Prover
	tables *endgame.Tables
	wins   *winner
}

// where puts the position on the board into an error.
func (v *verifier) where(format string, args ...any) error {
	return fmt.Errorf("%v: %w", v.game.Position(), fmt.Errorf(format, args...))
}

func (v *verifier) turn(t *Turn) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	p := v.game.Position()
	if t == nil || t.Position != p {
		return v.where("not the position of the solver's turn")
	}
	others := map[draughts.Move]bool{}
	for m := range p.Moves() {
		others[m] = true
	}
	if !others[t.Move] {
		return v.where("%v is not legal", t.Move)
	}
	delete(others, t.Move)
	for _, try := range t.Tries {
		if !others[try.Move] {
			return v.where("%v is not another legal move", try.Move)
		}
		delete(others, try.Move)
		if err := v.try(p, try); err != nil {
			return err
		}
	}
	if len(others) > 0 {
		return v.where("nothing is said of %d legal moves", len(others))
	}
	return v.replies(t)
}

// try proves that a move does not win, and follows its refutation.
func (v *verifier) try(p draughts.Position, try Try) error {
	next := p.PlayUnchecked(try.Move)
	verdict, err := v.values.Prove(next, verifyBounds.nodes)
	switch {
	case err != nil:
		return err
	case verdict == proof.Won:
		return v.where("%s wins as well: %w", p.MoveText(try.Move), ErrSecondWin)
	case verdict == proof.Unproven:
		return v.where("%s: %w", p.MoveText(try.Move), ErrUnproven)
	case len(try.Line) == 0:
		return v.where("%s has no refutation", p.MoveText(try.Move))
	}
	for _, m := range try.Line {
		q, err := next.Play(m)
		if err != nil {
			return v.where("refutation of %s: %w", p.MoveText(try.Move), err)
		}
		next = q
	}
	end, loses, err := settled(next, v.values.Side(), v.tables)
	if err != nil {
		return err
	}
	verdict, err = v.values.Prove(next, 1)
	if err != nil {
		return err
	}
	if !end || loses != try.Loses || verdict != proof.NotWon {
		return v.where("the refutation of %s does not end as it says", p.MoveText(try.Move))
	}
	return nil
}

// replies plays the solver's move and every reply.
func (v *verifier) replies(t *Turn) error {
	if err := v.game.Play(t.Move); err != nil {
		return v.where("%w", err)
	}
	defer v.game.TakeBack()
	switch o := v.game.Outcome(); {
	case o.Reason == draughts.NotOver:
	case o.Winner != v.values.Side():
		return v.where("the game ends: %v", o)
	}
	open := map[draughts.Move]bool{}
	for m := range v.game.Position().Moves() {
		open[m] = true
	}
	for _, r := range t.Replies {
		if length(r.Next) > length(t.Replies[0].Next) {
			return v.where("the first reply is not the most stubborn")
		}
		if !open[r.Move] {
			return v.where("%v is not another legal reply", r.Move)
		}
		delete(open, r.Move)
		if err := v.reply(r); err != nil {
			return err
		}
	}
	if len(open) > 0 {
		return v.where("%d replies are not answered", len(open))
	}
	return nil
}

// reply plays a reply and goes on with the turn after it, or proves the end.
func (v *verifier) reply(r Reply) error {
	if err := v.game.Play(r.Move); err != nil {
		return v.where("%w", err)
	}
	defer v.game.TakeBack()
	if o := v.game.Outcome(); o.Reason != draughts.NotOver {
		return v.where("the game ends: %v", o)
	}
	if r.Next != nil {
		return v.turn(r.Next)
	}
	if err := v.wins.check(v.game); err != nil {
		return v.where("the exercise ends: %w", err)
	}
	if !plain(v.game.Position(), v.tables) {
		return v.where("the exercise ends, and the win is not plain")
	}
	return nil
}
