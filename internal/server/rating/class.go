package rating

import "time"

// Class is a time class: games of one class share a rating.
type Class string

// The classes, from the fastest.
const (
	Bullet         Class = "bullet"
	Blitz          Class = "blitz"
	Rapid          Class = "rapid"
	Classical      Class = "classical"
	Correspondence Class = "correspondence"
)

// Classes returns all classes, from the fastest.
func Classes() []Class {
	return []Class{Bullet, Blitz, Rapid, Classical, Correspondence}
}

// Valid reports whether c is one of the classes.
func (c Class) Valid() bool {
	switch c {
	case Bullet, Blitz, Rapid, Classical, Correspondence:
		return true
	}
	return false
}

// ClassOf returns the class of games in which a player has about so much time
// for 40 moves. Games without a clock that runs, by the day or without any, are
// Correspondence, which no estimate gives.
func ClassOf(estimate time.Duration) Class {
	switch {
	case estimate < 180*time.Second:
		return Bullet
	case estimate < 480*time.Second:
		return Blitz
	case estimate < 1500*time.Second:
		return Rapid
	}
	return Classical
}
