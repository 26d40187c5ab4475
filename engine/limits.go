package engine

import "time"

// Limits say when a search ends: at the first that is met. Without any, the
// search ends with its context only.
type Limits struct {
	// Depth is the last iteration, in plies; captures are always followed to
	// their end.
	Depth int
	// Nodes is the number of positions to visit, of all threads together. With
	// one thread and without a time limit the result depends on the game and the
	// engine's past searches alone.
	Nodes int64
	// MoveTime is the time for the move.
	MoveTime time.Duration
	// Clock is the player's clock, from which the engine chooses a time.
	Clock Clock
	// PonderHit, if not nil, makes the search ponder: time limits begin when the
	// channel is closed, because the opponent has made the expected move.
	PonderHit <-chan struct{}
	// MultiPV is the number of first moves to give a line for; less than 1 means
	// 1.
	MultiPV int
	// NoTables leaves the endgame tables aside.
	NoTables bool
	// Noise, in hundredths of a man, is added at random to the worth of each
	// first move, up or down by at most so much. It makes a weak and varied
	// player.
	Noise int
	// Blindness, in percent, is how many of the sacrifices ahead the search does
	// not think of: moves, of either side, that offer a piece where nothing was
	// to be taken. Those of the next two plies are always seen.
	Blindness int
	// Seed chooses the noise and the blind spots; the same seed gives the same
	// game.
	Seed uint64
}

// Clock is the time that a player has left. Its zero value means no clock.
type Clock struct {
	// Left is the time for all moves until the next control.
	Left time.Duration
	// Increment is added after each move.
	Increment time.Duration
	// Moves is the number of moves until more time comes; 0 means never.
	Moves int
}

// overhead is kept back from every clock for what happens outside the search, at
// least: of a long clock a twentieth is. Shared machines take a processor away for
// 20 ms at a time.
const overhead = 22 * time.Millisecond

// budget is how a search spends its time: it starts no iteration after soft and
// stops at hard. Zero means no limit.
type budget struct{ soft, hard time.Duration }

// budget chooses the times. pieces is the number on the board: the fewer, the
// fewer moves are to come.
func (l *Limits) budget(pieces int) budget {
	if l.MoveTime > 0 {
		hard := max(l.MoveTime-overhead, l.MoveTime/4)
		return budget{soft: hard, hard: hard}
	}
	c := l.Clock
	if c.Left <= 0 && c.Increment <= 0 {
		return budget{}
	}
	left := max(c.Left-max(overhead, c.Left/20), c.Left/4, time.Millisecond)
	moves := 10 + pieces // 34 at the start, 14 in a small ending
	if c.Moves > 0 {
		moves = min(moves, c.Moves)
	}
	share := (left + time.Duration(moves-1)*c.Increment) / time.Duration(moves)
	most := left * 9 / 10
	if c.Moves == 1 {
		most = left * 7 / 10 // what is left then is of use no more, but a late move loses
		return budget{soft: most, hard: most}
	}
	return budget{soft: min(share*7/10, most), hard: min(share*4, most/2+share/2, most)}
}
