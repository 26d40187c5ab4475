package endgame

import (
	"context"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// FreshCount is what the draw rules make of the positions of a balance, White to
// move, with all counters at their start, as just after a change of the balance.
type FreshCount struct {
	Balance index.Balance
	// Wins and Losses are those without draw rules.
	Wins, Losses uint64
	// CutOff wins and Saved losses are proved to be draws under the rules.
	CutOff, Saved uint64
	// Open is the number of wins and losses of which no proof was found; all
	// others are proved to stay what they are.
	Open uint64
	// First is the number of the first position that is cut off or saved.
	First uint64
}

// sure reports whether the draw rules change nothing, for certain.
func (c FreshCount) sure() bool { return c.CutOff+c.Saved+c.Open == 0 }

// Fresh counts, for each balance of up to so many pieces in the order of building,
// what the draw rules make of its positions with counters at their start. It
// builds one proof upon another; where the tables know the plies to the next
// change of the balance it takes about a microsecond a position, else many times
// that. Nodes is how many positions it may look at for one. The error is that of
// the context or of [Tables.Probe].
func (t *Tables) Fresh(ctx context.Context, rules draughts.DrawRules, pieces, nodes int, report func(FreshCount)) error {
	known := facts{}
	for n := 2; n <= pieces; n++ {
		for b := range index.Balances(n) {
			if _, done := known[b]; done {
				continue
			}
			both := [2]FreshCount{{Balance: b}, {Balance: b.Mirror()}}
			for i := range both {
				if i > 0 && b == b.Mirror() {
					both[1] = both[0]
					break
				}
				if err := t.fresh(ctx, rules, known, nodes, &both[i]); err != nil {
					return err
				}
				report(both[i])
			}
			sure := both[0].sure() && both[1].sure()
			known[b], known[b.Mirror()] = sure, sure
		}
	}
	return nil
}

func (t *Tables) fresh(ctx context.Context, rules draughts.DrawRules, known facts, nodes int, count *FreshCount) error {
	b := count.Balance
	// One memory for all positions of a balance makes this quick. Those of White's
	// wins and of Black's are apart.
	var sides [2]judge
	for i := range sides {
		sides[i] = judge{tables: t, rules: rules, winner: draughts.Color(i), known: known, seen: map[state]answer{}}
	}
	first := true
	for i := range b.Size() {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p := b.Position(i)
		r, err := t.Probe(p)
		if err != nil {
			return err
		}
		var j *judge
		switch r.Value {
		case Win:
			count.Wins++
			j = &sides[draughts.White]
		case Loss:
			count.Losses++
			j = &sides[draughts.Black]
		default:
			continue
		}
		at := state{p, draughts.NewGame(p, rules).Tally()}
		// Mostly it is clear at once.
		if won, err := j.byChange(at, r); won == yes || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		j.nodes = nodes
		if len(j.seen) > 1<<20 {
			clear(j.seen)
		}
		won, err := j.wins(at)
		switch {
		case err != nil:
			return err
		case won == yes:
			continue
		case won == unsure:
			count.Open++
			continue
		case r.Value == Win:
			count.CutOff++
		default:
			count.Saved++
		}
		if first {
			count.First, first = i, false
		}
	}
	return nil
}

// facts says of a balance whether it is proved that draw rules whose counters are
// at their start change nothing in it.
type facts map[index.Balance]bool

// exits reports whether that is so of all balances to which a change can lead.
func (f facts) exits(b index.Balance) bool {
	white, black := b.WhiteMen+b.WhiteKings, b.BlackMen+b.BlackKings
	for wm := range b.WhiteMen + 1 {
		for wk := range white - wm + 1 {
			for bm := range b.BlackMen + 1 {
				for bk := range black - bm + 1 {
					c := index.Balance{WhiteMen: wm, WhiteKings: wk, BlackMen: bm, BlackKings: bk}
					if c != b && c.Valid() && !f[c] {
						return false
					}
				}
			}
		}
	}
	return true
}

// provedPieces is, by list of rules, the number of pieces up to which [Tables.Fresh]
// has proved that nothing is cut off, but for the balances in unproved and their
// mirrors: there something is cut off, or not all could be proved.
var (
	provedPieces = map[draughts.DrawRules]int{draughts.FMJD64: 4, draughts.FSHR: 4, draughts.Lidraughts: 3}
	unproved     = map[draughts.DrawRules][]string{
		draughts.FMJD64: {"2101", "2110", "3001", "3010"},
		draughts.FSHR:   {"2101", "2110", "3001", "3010"},
	}
)

// knowledge is the facts of a list of rules, and which balances lead to nothing
// else.
type knowledge struct {
	facts facts
	exits facts
}

var proved = sync.OnceValue(func() map[draughts.DrawRules]knowledge {
	all := map[draughts.DrawRules]knowledge{}
	for rules, pieces := range provedPieces {
		k := knowledge{facts{}, facts{}}
		for n := 2; n <= pieces; n++ {
			for b := range index.Balances(n) {
				k.facts[b] = true
			}
		}
		for _, name := range unproved[rules] {
			b, err := index.ParseBalance(name)
			if err != nil {
				panic(err) // a name above is wrong
			}
			delete(k.facts, b)
			delete(k.facts, b.Mirror())
		}
		for n := 2; n <= index.MaxPieces; n++ {
			for b := range index.Balances(n) {
				k.exits[b] = k.facts.exits(b)
			}
		}
		all[rules] = k
	}
	return all
})

// wonAfresh reports whether a win in balance b is one for certain just after a
// change.
func (j *judge) wonAfresh(b index.Balance) bool {
	if j.known != nil {
		return j.known[b]
	}
	return proved()[j.rules].facts[b]
}

// exitsWonAfresh reports the same of all wins to which a change in b can lead.
func (j *judge) exitsWonAfresh(b index.Balance) bool {
	if j.known != nil {
		return j.known.exits(b)
	}
	return proved()[j.rules].exits[b]
}
