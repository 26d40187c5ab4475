package build

import (
	"math/bits"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

type set = index.Set

// The four directions; d^1 is the opposite of d, and the even ones lead to
// higher squares.
const (
	upRight = iota
	downLeft
	upLeft
	downRight
)

// next[d][s] is the square one step from s in direction d, as a set that is
// empty at the edge; rays[d][s] are all squares beyond s in that direction.
var next, rays = func() (next, rays [4][32]set) {
	steps := [4][2]int{upRight: {1, 1}, downLeft: {-1, -1}, upLeft: {-1, 1}, downRight: {1, -1}}
	for s := range 32 {
		rank := s / 4
		file := s%4*2 + rank%2
		for d, step := range steps {
			for f, r := file+step[0], rank+step[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+step[0], r+step[1] {
				to := set(1) << (r*4 + f/2)
				if next[d][s] == 0 {
					next[d][s] = to
				}
				rays[d][s] |= to
			}
		}
	}
	return next, rays
}()

func lowest(s set) int { return bits.TrailingZeros32(s) & 31 }

// nearest returns the square met first in direction d, of squares in one line
// and at least one.
func nearest(line set, d int) int {
	if d&1 == 0 {
		return bits.TrailingZeros32(line) & 31
	}
	return bits.Len32(line) - 1&31
}

// kingReach returns the squares to which a king on s may slide.
func kingReach(s int, occupied set) (reach set) {
	for d := range 4 {
		ray := rays[d][s]
		if block := ray & occupied; block != 0 {
			b := nearest(block, d)
			ray &^= rays[d][b] | 1<<b
		}
		reach |= ray
	}
	return reach
}

// kingCaptures reports whether a king on s can take one of the enemies.
func kingCaptures(s int, occupied, enemies set) bool {
	for d := range 4 {
		block := rays[d][s] & occupied
		if block&enemies == 0 {
			continue
		}
		b := nearest(block, d)
		if enemies>>b&1 != 0 && next[d][b]&^occupied != 0 {
			return true
		}
	}
	return false
}

// jump is a capture that a man on a fixed square could begin.
type jump struct {
	over, land set
}

// jumps appends those of the given men that the fixed pieces do not rule out.
func jumps(dst []jump, men, fixedOwn, fixed set) []jump {
	for m := men; m != 0; m &= m - 1 {
		for d := range 4 {
			over := next[d][lowest(m)]
			if over == 0 || over&fixedOwn != 0 {
				continue
			}
			if land := next[d][lowest(over)]; land != 0 && land&fixed == 0 {
				dst = append(dst, jump{over, land})
			}
		}
	}
	return dst
}
