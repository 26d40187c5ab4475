// Package limit bounds how often something may be done by one address or one
// player.
package limit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Keyed is a token bucket for each key. Its memory is bounded: when there are
// too many keys, those whose bucket is full again are forgotten, and if those
// are few, an eighth of all at random.
type Keyed struct {
	every rate.Limit
	burst int
	most  int

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// NewKeyed returns limits of burst things at once and so many in a second
// later, for at most so many keys.
func NewKeyed(perSecond float64, burst, keys int) *Keyed {
	return &Keyed{every: rate.Limit(perSecond), burst: burst, most: keys, buckets: map[string]*rate.Limiter{}}
}

// Allow reports whether the thing may be done now, and counts it.
func (k *Keyed) Allow(key string, now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	b := k.buckets[key]
	if b == nil {
		if len(k.buckets) >= k.most {
			k.forget(now)
		}
		b = rate.NewLimiter(k.every, k.burst)
		k.buckets[key] = b
	}
	return b.AllowN(now, 1)
}

// forget makes room for an eighth of the keys.
func (k *Keyed) forget(now time.Time) {
	for key, b := range k.buckets {
		if b.TokensAt(now) >= float64(k.burst) {
			delete(k.buckets, key)
		}
	}
	for key := range k.buckets {
		if len(k.buckets) < k.most-k.most/8 {
			return
		}
		delete(k.buckets, key)
	}
}

// Len returns the number of keys that are remembered.
func (k *Keyed) Len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.buckets)
}
