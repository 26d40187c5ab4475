package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/load"
)

type loadCmd struct {
	URL   string        `required:"" placeholder:"URL[,URL...]" help:"Address of the site, or of its nodes."`
	Games int           `default:"100" help:"Games at once; each has two players with a socket."`
	Rate  float64       `default:"20" help:"Moves a second in all games together."`
	Time  time.Duration `default:"30s" help:"How long to play, after the games have been set up."`
	Seed  uint64        `default:"1" help:"Chooses the moves."`
}

func (loadCmd) Help() string {
	return "Plays many games at once against a site and tells how long moves take from the player who sends them to the socket of the opponent, and whether any that was acknowledged is missing at the end. A site lets as many players in as this needs only from its own machine.\n\nExample: bolshak load --url http://127.0.0.1:8080 --games 1000 --rate 200 --time 1m"
}

func (c loadCmd) Validate() error {
	if c.Games < 1 || c.Rate <= 0 || c.Time <= 0 {
		return errors.New("--games, --rate and --time must be more than 0")
	}
	return nil
}

func (c loadCmd) Run(ctx context.Context, s streams) error {
	report, err := load.Run(ctx, load.Options{
		URL: c.URL, Games: c.Games, Rate: c.Rate, Time: c.Time, Seed: c.Seed,
		Logger: slog.New(slog.NewTextHandler(prefixed{s.err}, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(s.out, report); err != nil {
		return err
	}
	switch {
	case report.Missing > 0:
		return fmt.Errorf("%d moves that were acknowledged are missing", report.Missing)
	case report.Contradictions > 0:
		return fmt.Errorf("%d moves were told otherwise than they were made", report.Contradictions)
	case report.Stuck > 0 || report.Refused > 0 || report.Clocks > 0:
		return fmt.Errorf("%d games do not go on, %d moves were refused, %d clocks were wrong", report.Stuck, report.Refused, report.Clocks)
	}
	return nil
}
