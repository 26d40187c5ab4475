package engine

import "time"

// Levels is the number of playing strengths, from 1 (a beginner) to this.
const Levels = 10

var levels = [Levels]Limits{
	{Depth: 1, Noise: 90, NoTables: true},
	{Depth: 2, Noise: 60, NoTables: true},
	{Depth: 3, Noise: 40, NoTables: true},
	{Depth: 4, Noise: 25, NoTables: true},
	{Depth: 5, Noise: 12, NoTables: true},
	{Depth: 7, Noise: 6, NoTables: true},
	{Depth: 9, Noise: 4},
	{Depth: 11, Noise: 3},
	{Depth: 14, Noise: 2, MoveTime: time.Second},
	{Depth: 60, Noise: 2, MoveTime: 2 * time.Second},
}

// Level returns the limits of a playing strength. Every level sees captures to
// their end; the weak ones look fewer plies ahead, know no endgame tables and
// choose among moves of nearly the same worth at random. The seed makes one game differ from another.
// Numbers outside 1..Levels mean the nearest level.
func Level(n int, seed uint64) Limits {
	l := levels[min(max(n, 1), Levels)-1]
	l.Seed = seed
	return l
}
