package live

import (
	"encoding/json"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
)

// May is what a side may do besides moving.
type May struct {
	Abort bool
	Draw  bool
	// DrawWhyNot is why not, such as [DrawEarly]; "" if Draw.
	DrawWhyNot string
	Takeback   bool
	Claim      bool
	// ClaimIn is how long the opponent must still stay away before the game can
	// be claimed, -1 where nothing can be.
	ClaimIn time.Duration
	AddTime bool
	Rematch bool
}

// MarshalJSON writes it for clients, with times in milliseconds.
func (m May) MarshalJSON() ([]byte, error) {
	j := struct {
		Abort      bool   `json:"abort"`
		Draw       bool   `json:"draw"`
		DrawWhyNot string `json:"drawWhyNot"`
		Takeback   bool   `json:"takeback"`
		Claim      bool   `json:"claim"`
		ClaimIn    *int64 `json:"claimIn"`
		AddTime    bool   `json:"addTime"`
		Rematch    bool   `json:"rematch"`
	}{m.Abort, m.Draw, m.DrawWhyNot, m.Takeback, m.Claim, nil, m.AddTime, m.Rematch}
	if m.ClaimIn >= 0 {
		ms := m.ClaimIn.Milliseconds()
		j.ClaimIn = &ms
	}
	return json.Marshal(j)
}

// May returns what a side may do whose opponent has been away for so long, 0 if
// present.
func (s State) May(side draughts.Color, gone time.Duration) May {
	m := May{ClaimIn: -1}
	if side > draughts.Black {
		return m
	}
	m.DrawWhyNot = s.drawWhyNot(side)
	m.Draw = m.DrawWhyNot == ""
	if s.Status.Ended() {
		m.Rematch = s.mayRematch() == nil && s.Offers.Rematch != side
		return m
	}
	m.Abort = s.mayAbort()
	m.Takeback = s.mayTakeback(side) == nil
	m.ClaimIn = s.claimIn(side, gone)
	m.Claim = m.ClaimIn == 0
	m.AddTime = s.Terms.Clock.Timed()
	return m
}

// claimAfter is how long a player must be away, by time class.
var claimAfter = map[rating.Class]time.Duration{
	rating.Bullet:    30 * time.Second,
	rating.Blitz:     60 * time.Second,
	rating.Rapid:     90 * time.Second,
	rating.Classical: 120 * time.Second,
}

// claimIn returns how long until a side may claim the game, -1 for never. Who is
// away must be to move: else nothing is owed.
func (s State) claimIn(side draughts.Color, gone time.Duration) time.Duration {
	limit, ok := s.Terms.ClaimAfter()
	if !ok || gone <= 0 || s.Status != StatusPlaying || s.Turn() == side {
		return -1
	}
	return max(0, limit-gone)
}
