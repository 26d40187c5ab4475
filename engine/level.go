package engine

import "time"

// Levels is the number of playing strengths, from 1 (a beginner) to this.
const Levels = 10

// Each level against the one below it, on openings of the table fmjd64 with both
// colors, wins-draws-losses and Elo with its 95 % error; the sum begins with 0
// for level 1. On this scale the baseline evaluation with a full search of four
// plies stands at about 380 (level 4 made 53-19-28 against it).
//
//	level  games       Elo          sum
//	    2  109-53-38   +128 ± 43    128
//	    3  81-27-12    +225 ± 73    353
//	    4  63-32-25    +113 ± 55    466
//	    5  62-22-16    +171 ± 70    637
//	    6  61-26-13    +180 ± 72    817
//	    7  62-31-7     +212 ± 53   1029
//	    8  48-49-3     +167 ± 48   1196
//	    9  14-14-2     +142 ± 83   1338
//	   10  6-8-0       +147 ± 117  1485  (500,000 nodes a move in place of the time)
var levels = [Levels]Limits{
	{Depth: 1, Noise: 30, Blindness: 90, NoTables: true},
	{Depth: 2, Noise: 60, Blindness: 90, NoTables: true},
	{Depth: 3, Noise: 32, Blindness: 65, NoTables: true},
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
