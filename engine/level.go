package engine

import "time"

// Levels is the number of playing strengths, from 1 (a beginner) to this.
const Levels = 10

var levels = [Levels]Limits{
	{Depth: 1, Noise: 30, Blindness: 90, NoTables: true},
	{Depth: 2, Noise: 60, Blindness: 90, NoTables: true},
	{Depth: 3, Noise: 40, Blindness: 75, NoTables: true},
	{Depth: 4, Noise: 25, Blindness: 55, NoTables: true},
	{Depth: 5, Noise: 18, Blindness: 40, NoTables: true},
	{Depth: 6, Noise: 12, Blindness: 25, NoTables: true},
	{Depth: 8, Noise: 8, Blindness: 10},
	{Depth: 10, Noise: 4},
	{Depth: 13, MoveTime: time.Second},
	{MoveTime: 2 * time.Second},
}

// Level returns the limits of a playing strength. Every level sees captures to
// their end and what is offered at once; the weak ones look fewer plies ahead,
// overlook sacrifices that come later, and so fall into shots that are deep
// enough, judge moves less surely, and know no endgame tables. The seed makes
// one game differ from another. Numbers outside 1..Levels mean the nearest
// level.
func Level(n int, seed uint64) Limits {
	l := levels[min(max(n, 1), Levels)-1]
	l.Seed = seed
	return l
}
