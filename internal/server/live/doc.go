// Package live is the rules of a game in progress: the moves, the clocks, the
// offers and the ends of a game between two players who are not at one table.
//
// Everything is a function on values. A [State] is a game at one moment;
// [State.Apply] gives the state after a player's [Action], [State.Look] the one
// after time has done its work. Nothing here reads a clock, waits, or keeps
// anything: the time is an argument, and who stores the state, tells the players
// and wakes up at [State.Deadline] is the caller.
//
// # Time
//
// Times are server time, with microseconds. No clock runs before both sides have
// made a move; until then each has [FirstMove] for its first one, else the game
// is aborted. From then on the clock of the side to move runs, whatever is
// offered or taken back. A clock that has run out loses, always. What the network
// takes is not given back.
//
// A take-back gives no time: each clock shows what it would had the moves taken
// back never been made and the thinking been done; see [State.Apply].
package live
