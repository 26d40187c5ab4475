package rating

import (
	"math"
	"time"
)

// What a player begins with.
const (
	StartRating     = 1500.0
	StartDeviation  = 350.0
	StartVolatility = 0.06
)

// MinDeviation is the least deviation: below it a rating would hardly move any
// more, however the player changes.
const MinDeviation = 45.0

// ProvisionalDeviation is the deviation above which a rating is provisional.
const ProvisionalDeviation = 110.0

// Period is how much time without a game counts as a rating period in which the
// deviation grows.
const Period = 5 * 24 * time.Hour

// Rating is the strength of a player in a time class. The zero value is no
// rating; a new player has New().
type Rating struct {
	// Rating is the strength, in points; 400 more means about ten wins to a loss.
	Rating float64
	// Deviation is how unsure the rating is, in points: the true strength lies
	// within two deviations with 95 percent.
	Deviation float64
	// Volatility is how much the strength is expected to change in a period.
	Volatility float64
	// Games is how many rated games were counted.
	Games int
	// Last is when the last of them ended, the zero time if there was none.
	Last time.Time
}

// New returns the rating of a player who has played no rated game.
func New() Rating {
	return Rating{Rating: StartRating, Deviation: StartDeviation, Volatility: StartVolatility}
}

// Provisional reports whether the deviation is too large for the rating to mean
// much.
func (r Rating) Provisional() bool { return r.Deviation > ProvisionalDeviation }

// Rounded returns the rating as a whole number of points, as it is shown.
func (r Rating) Rounded() int { return int(math.Round(r.Rating)) }
