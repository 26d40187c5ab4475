package rating

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestPaper is the worked example of Glickman's "Example of the Glicko-2
// system".
func TestPaper(t *testing.T) {
	got := update(Rating{Rating: 1500, Deviation: 200, Volatility: 0.06}, []Result{
		{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0},
	})
	for _, c := range []struct {
		name      string
		got, want float64
		off       float64
	}{
		{"rating", got.Rating, 1464.06, 0.01},
		{"deviation", got.Deviation, 151.52, 0.01},
		{"volatility", got.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(c.got-c.want) > c.off {
			t.Errorf("%s %.5f, the paper says %.5f", c.name, c.got, c.want)
		}
	}
}

// TestStepsOfPaper are the numbers between, as the paper prints them.
func TestStepsOfPaper(t *testing.T) {
	const mu = 0.0
	for _, c := range []struct{ rating, deviation, g, e float64 }{
		{1400, 30, 0.9955, 0.639}, {1550, 100, 0.9531, 0.432}, {1700, 300, 0.7242, 0.303},
	} {
		g := weight(c.deviation / scale)
		e := expected(mu, (c.rating-StartRating)/scale, g)
		if math.Abs(g-c.g) > 0.0001 || math.Abs(e-c.e) > 0.001 {
			t.Errorf("against %v: g %.4f E %.4f, the paper says %v %v", c.rating, g, e, c.g, c.e)
		}
	}
	if got := volatility(200/scale, 0.06, 1.7785, -0.4834); math.Abs(got-0.05999) > 0.00001 {
		t.Errorf("volatility %.5f, the paper says 0.05999", got)
	}
	if got := update(Rating{Rating: 1500, Deviation: 200, Volatility: 0.06}, nil); math.Abs(got.Deviation/scale-1.1528) > 0.0001 {
		t.Errorf("without a game the deviation is %.4f, expected 1.1528", got.Deviation/scale)
	}
}

var monday = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestFirstGame(t *testing.T) {
	winner, loser := After(New(), New(), 1, monday)
	if winner.Rounded() != 1662 || loser.Rounded() != 1338 {
		t.Errorf("after a first game %v and %v, expected 1662 and 1338", winner.Rounded(), loser.Rounded())
	}
	if winner.Deviation >= StartDeviation || !winner.Provisional() || winner.Games != 1 || !winner.Last.Equal(monday) {
		t.Errorf("winner %+v", winner)
	}
}

func TestDeviationGrows(t *testing.T) {
	r := Rating{Rating: 1800, Deviation: 60, Volatility: 0.06, Games: 100, Last: monday}
	for _, c := range []struct {
		name        string
		after       time.Duration
		deviation   float64
		provisional bool
	}{
		{"before the game", -time.Hour, 60, false},
		{"at once", 0, 60, false},
		{"a period", Period, 60.90, false},
		{"half a year", 37 * Period, 87.29, false},
		{"a year", 73 * Period, 107.38, false},
		{"two years", 146 * Period, 139.50, true},
		{"a life", 5000 * Period, 350, true},
	} {
		got := r.At(monday.Add(c.after))
		if math.Abs(got.Deviation-c.deviation) > 0.01 || got.Provisional() != c.provisional {
			t.Errorf("%s: deviation %.2f, provisional %v; expected %.2f, %v", c.name, got.Deviation, got.Provisional(), c.deviation, c.provisional)
		}
		if got.Rating != 1800 {
			t.Errorf("%s: the rating moved to %v", c.name, got.Rating)
		}
	}
	if got := New().At(monday); got != New() {
		t.Errorf("a new player became %+v", got)
	}
}

func TestSeries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := New(), New()
		now := monday
		for range rapid.IntRange(1, 200).Draw(t, "games") {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(100*24*time.Hour)).Draw(t, "pause")))
			score := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
			a2, b2 := After(a, b, score, now)
			for _, r := range []Rating{a2, b2} {
				if math.IsNaN(r.Rating + r.Deviation + r.Volatility) {
					t.Fatalf("no number: %+v", r)
				}
				if r.Deviation < MinDeviation || r.Deviation > StartDeviation || r.Volatility <= 0 || r.Volatility > maxVolatility {
					t.Fatalf("out of bounds: %+v", r)
				}
			}
			if score == 1 && (a2.Rating < a.Rating || b2.Rating > b.Rating) {
				t.Fatalf("a win cost points: %v -> %v, %v -> %v", a.Rating, a2.Rating, b.Rating, b2.Rating)
			}
			a, b = a2, b2
		}
	})
}

func TestClassOf(t *testing.T) {
	for _, c := range []struct {
		seconds int
		want    Class
	}{
		{60, Bullet}, {179, Bullet}, {180, Blitz}, {479, Blitz}, {480, Rapid}, {1499, Rapid}, {1500, Classical}, {36000, Classical},
	} {
		if got := ClassOf(time.Duration(c.seconds) * time.Second); got != c.want {
			t.Errorf("%d s: %s, expected %s", c.seconds, got, c.want)
		}
	}
	for _, c := range Classes() {
		if !c.Valid() {
			t.Errorf("%s is no class", c)
		}
	}
	if Class("hyper").Valid() {
		t.Error("a class that is none")
	}
}
