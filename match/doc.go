// Package match lets players play matches and says what the result is worth.
//
// Start with [Run], which plays a match of paired openings between two kinds of
// [Player] (the engine of this program, [EnginePlayer]; other programs over
// Hub, [HubPlayer], and DamExchange, [DXPPlayer]), and [Result], which holds its
// score with the Elo difference, its error and the state of the sequential test.
// [OpenJournal] makes a match outlive its process. [Words] are a match as the
// command line tells it.
package match
