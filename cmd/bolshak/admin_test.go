package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/postgres"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// siteScript is the word 'site DIR' of the scripts: it makes the database of a
// site with the players Anna and Boris, a game that Boris has won, a complaint
// and a game in progress.
func siteScript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: site DIR")
	}
	ts.Check(makeSite(ts.MkAbs(args[0])))
}

// loginScript is 'login DIR NAME PASSWORD', which fails unless they fit.
func loginScript(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: login DIR NAME PASSWORD")
	}
	ctx := context.Background()
	s, err := store.Open(ctx, store.Config{Dir: ts.MkAbs(args[0])})
	ts.Check(err)
	_, err = s.Login(ctx, args[1], args[2])
	ts.Check(s.Close())
	if (err != nil) != neg {
		ts.Fatalf("logging in: %v", err)
	}
}

func makeSite(dir string) (err error) {
	ctx := context.Background()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	s, err := store.Open(ctx, store.Config{Dir: dir, Now: func() time.Time { return now }})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var seated [2]store.Seated
	for c, name := range []string{"Anna", "Boris"} {
		p, err := s.CreateAccount(ctx, name, "password of "+name)
		if err != nil {
			return err
		}
		seated[c].Player = p.ID
	}
	for _, id := range []string{"first", "second"} {
		now = now.Add(time.Minute)
		state, err := live.New(live.Terms{Clock: live.Clock{Kind: live.Fischer, Base: 300_000, Increment: 3000}, Rated: true}, now)
		if err != nil {
			return err
		}
		g, err := s.CreateGame(ctx, store.Game{ID: id, State: state, Seated: seated})
		if err != nil {
			return err
		}
		action := live.Action{ID: "1", Type: live.DoMove, Move: &live.Move{From: draughts.C3, To: draughts.D4}}
		if id == "first" {
			action = live.Action{ID: "1", Type: live.DoResign}
		}
		read := g.State.Version
		if g.State, err = g.State.Apply(action, now); err != nil {
			return err
		}
		if _, err := s.Save(ctx, g, read, nil); err != nil {
			return err
		}
	}
	chat, _, err := s.AddChat(ctx, "first", store.Chat{By: seated[1].Player, Text: "rude\nwords"})
	if err != nil {
		return err
	}
	return s.ReportChat(ctx, "first", chat.N, seated[0].Player)
}

// database is the PostgreSQL server of the scripts, started by the first that
// wants one.
var database struct {
	mu     sync.Mutex
	server *postgres.Server
	made   int
}

// hasDatabase is the condition 'postgres' of the scripts.
func hasDatabase(cond string) (bool, error) {
	if cond != "postgres" {
		return false, fmt.Errorf("unknown condition %q", cond)
	}
	_, err := startDatabase()
	if errors.Is(err, postgres.ErrMissing) && os.Getenv("CI") != "true" {
		return false, nil
	}
	return err == nil, err
}

func startDatabase() (server *postgres.Server, err error) {
	database.mu.Lock()
	defer database.mu.Unlock()
	if database.server == nil {
		database.server, err = postgres.New(0)
	}
	return database.server, err
}

func stopDatabase() {
	database.mu.Lock()
	defer database.mu.Unlock()
	if database.server != nil {
		_ = database.server.Stop() // nothing is lost with it
	}
}

// databaseScript is 'database', which makes a PostgreSQL database and puts its
// URL into $DB.
func databaseScript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: database")
	}
	server, err := startDatabase()
	ts.Check(err)
	database.mu.Lock()
	database.made++
	name := fmt.Sprintf("site%d", database.made)
	database.mu.Unlock()
	ts.Check(server.Create(context.Background(), name))
	ts.Setenv("DB", server.URL(name))
}

// lockScript is 'lock DIR', which serves the site of a folder until the script
// ends.
func lockScript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lock DIR")
	}
	unlock, err := store.Lock(context.Background(), ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Defer(func() { _ = unlock() })
}
