package server

import (
	"net/http"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/limit"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// maxKeys is how many addresses or names are told apart at once.
const maxKeys = 50000

// limits are how often clients may do what costs something. docs/operating.md
// lists them.
type limits struct {
	all      byAddress // requests of the API
	write    byAddress // those that change something
	guest    byAddress // new guests
	register byAddress // new accounts
	login    byAddress // passwords tried from an address
	heavy    byAddress // exports, analyses
	name     *limit.Keyed
}

func newLimits() *limits {
	of := func(perSecond float64, burst int) byAddress {
		return byAddress{limit.NewKeyed(perSecond, burst, maxKeys)}
	}
	return &limits{
		all:      of(50, 300),
		write:    of(10, 100),
		guest:    of(1.0/10, 20),
		register: of(1.0/120, 5),
		login:    of(1.0/10, 20),
		heavy:    of(1, 10),
		name:     limit.NewKeyed(1.0/20, 10, maxKeys), // passwords tried for a name, from anywhere
	}
}

// byAddress is a limit for each address. The operator's own machine has none.
type byAddress struct{ *limit.Keyed }

func (b byAddress) allow(r *http.Request) bool {
	p := peerOf(r)
	return p.local || b.Allow(p.address, time.Now())
}

// guard refuses what comes too often.
func (b byAddress) guard(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !b.allow(r) {
			wire.WriteProblem(w, errManyAsked)
			return
		}
		next(w, r)
	}
}
