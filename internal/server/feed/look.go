package feed

import (
	"maps"
	"slices"
)

// all asks a feed to look at everything it tells.
const all = ""

// due is what is to be read again because news of it may have been missed.
type due struct {
	games   map[string]struct{}
	looking bool
}

// look has a game read again, or all; it does not block. A goroutine works only
// while there is something to look at.
func (f *Feed) look(game string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	if f.due.games == nil {
		f.due.games = map[string]struct{}{}
	}
	f.due.games[game] = struct{}{}
	if !f.due.looking {
		f.due.looking = true
		f.looker.Go(f.lookAround)
	}
}

// lookAround reads what is to be read again until nothing is left.
func (f *Feed) lookAround() {
	for {
		f.mu.Lock()
		games := f.due.games
		f.due.games = nil
		f.due.looking = len(games) > 0 && !f.closed
		looking := f.due.looking
		if _, everything := games[all]; everything {
			for game := range f.watches {
				games[game] = struct{}{}
			}
		}
		hall := f.lobby != nil
		f.mu.Unlock()
		if !looking {
			return
		}
		_, everything := games[all]
		delete(games, all)
		for _, game := range slices.Sorted(maps.Keys(games)) {
			f.lookAt(game)
		}
		if everything {
			f.lookForBegun()
			if hall {
				f.inTurn(func() { _ = f.Lobby(f.ctx, true) }) // the next change of it tells it too
			}
		}
	}
}

// lookAt tells a game again to a client that may not know its version.
func (f *Feed) lookAt(game string) {
	f.inTurn(func() {
		f.mu.Lock()
		w := f.watches[game]
		f.mu.Unlock()
		if w == nil {
			return
		}
		w.mu.Lock()
		version := w.version
		w.mu.Unlock()
		_ = f.Watch(f.ctx, game, version) // where the database fails, the client sees it when it acts
	})
}

// lookForBegun tells of games of the player that have begun untold.
func (f *Feed) lookForBegun() {
	f.mu.Lock()
	mine := f.mine
	f.mu.Unlock()
	if mine == nil {
		return
	}
	f.inTurn(func() {
		begun, err := f.club.Begun(f.ctx, f.player)
		if err != nil {
			return
		}
		for _, e := range begun {
			mine(e)
		}
	})
}

// inTurn does something that reads the database when it has its turn: all feeds
// of a node may want to at once.
func (f *Feed) inTurn(do func()) {
	if done, err := f.club.Turn(f.ctx); err == nil {
		defer done()
		do()
	}
}

// begins notes that a game is told to have begun, and reports whether that is
// news.
func (f *Feed) begins(game string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, known := f.begun[game]; known {
		return false
	}
	if len(f.begun) >= maxBegun {
		clear(f.begun)
	}
	f.begun[game] = struct{}{}
	return true
}

// maxBegun is how many games are remembered that were told to have begun.
const maxBegun = 256
