package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

type adminCmd struct {
	ResetPassword adminResetCmd   `cmd:"" help:"Give a player a new password."`
	Ban           adminBanCmd     `cmd:"" help:"Shut a player out."`
	Unban         adminUnbanCmd   `cmd:"" help:"Let a player in again."`
	DeletePlayer  adminDeleteCmd  `cmd:"" help:"Forget a player; the games stay, without the name."`
	Reports       adminReportsCmd `cmd:"" help:"List what players complain of."`
	Export        adminExportCmd  `cmd:"" help:"Write all games as PDN."`
	Move          adminMoveCmd    `cmd:"" help:"Copy the site to PostgreSQL and check the copy."`
	Fleet         adminFleetCmd   `cmd:"" help:"List the processes that do jobs."`
	Queues        adminQueuesCmd  `cmd:"" help:"Count the jobs that wait."`
	Dead          adminDeadCmd    `cmd:"" help:"Jobs that have failed too often."`
}

// siteFlags say where the site's database is.
type siteFlags struct {
	Data string `placeholder:"DIR" help:"Folder of the site; without it the one that serve takes."`
	DB   string `name:"db" placeholder:"URL" help:"PostgreSQL database in place of SQLite in the folder."`
}

// open opens a database that is there: a wrong folder must not become a new
// site.
func (f siteFlags) open(ctx context.Context) (*store.Store, error) {
	dir := f.Data
	if dir == "" {
		dir = dataFolder()
	}
	if f.DB == "" {
		if _, err := os.Stat(filepath.Join(dir, store.File)); err != nil {
			return nil, plainErr(err)
		}
	}
	return store.Open(ctx, store.Config{Dir: dir, URL: f.DB})
}

// with opens the store for one piece of work.
func (f siteFlags) with(ctx context.Context, do func(*store.Store) error) error {
	s, err := f.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

// onPlayer is with for something about one player, which is then told.
func (f siteFlags) onPlayer(ctx context.Context, out io.Writer, name, done string, do func(*store.Store) error) error {
	err := f.with(ctx, do)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("no player %q (guests have no password)", name)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%s: %s\n", name, done)
	}
	return err
}

const adminHelp = `Works while the site runs.

`

type adminResetCmd struct {
	siteFlags
	Name string `arg:"" help:"The player's name."`
}

func (adminResetCmd) Help() string {
	return `Reads the new password from standard input, one line, and ends all sessions and
tokens of the player. ` + adminHelp + "Example: bolshak admin reset-password --data /var/lib/bolshak Anna"
}

func (c adminResetCmd) Run(ctx context.Context, s streams) error {
	password, err := readPassword(s)
	if err != nil {
		return err
	}
	return c.onPlayer(ctx, s.out, c.Name, "new password set, logged out everywhere", func(db *store.Store) error {
		return db.ResetPassword(ctx, c.Name, password)
	})
}

// readPassword reads a line of standard input, never an argument, which others on
// the machine could see.
func readPassword(s streams) (string, error) {
	if _, ok := terminal(os.Stdin); ok {
		fmt.Fprint(s.err, "bolshak: new password (it shows as you type): ")
	}
	line, err := readLine(bufio.NewReader(s.in))
	if errors.Is(err, io.EOF) || err == nil && line == "" {
		return "", errors.New("no password on standard input")
	}
	return line, err
}

type adminBanCmd struct {
	siteFlags
	Name string `arg:"" help:"The player's name."`
}

func (adminBanCmd) Help() string {
	return adminHelp + "Example: bolshak admin ban --data /var/lib/bolshak Anna"
}

func (c adminBanCmd) Run(ctx context.Context, s streams) error {
	return c.onPlayer(ctx, s.out, c.Name, "banned", func(db *store.Store) error { return db.Ban(ctx, c.Name, true) })
}

type adminUnbanCmd struct {
	siteFlags
	Name string `arg:"" help:"The player's name."`
}

func (adminUnbanCmd) Help() string {
	return adminHelp + "Example: bolshak admin unban --data /var/lib/bolshak Anna"
}

func (c adminUnbanCmd) Run(ctx context.Context, s streams) error {
	return c.onPlayer(ctx, s.out, c.Name, "no longer banned", func(db *store.Store) error { return db.Ban(ctx, c.Name, false) })
}

type adminDeleteCmd struct {
	siteFlags
	Name string `arg:"" help:"The player's name."`
}

func (adminDeleteCmd) Help() string {
	return `Deletes the name, password, sessions, tokens, open seats and ratings for good.
` + adminHelp + "Example: bolshak admin delete-player --data /var/lib/bolshak Anna"
}

func (c adminDeleteCmd) Run(ctx context.Context, s streams) error {
	return c.onPlayer(ctx, s.out, c.Name, "deleted", func(db *store.Store) error { return db.DeletePlayer(ctx, c.Name) })
}

type adminReportsCmd struct{ siteFlags }

func (adminReportsCmd) Help() string {
	return `Prints the time of the complaint, the game, who complains, who is complained of,
and what was said, with tabs between them, the latest first.

Example: bolshak admin reports --data /var/lib/bolshak`
}

func (c adminReportsCmd) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(db *store.Store) error {
		reports, err := db.Reports(ctx)
		if err != nil {
			return err
		}
		out := bufio.NewWriter(s.out)
		for _, r := range reports {
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%q\n", r.At.Format(time.RFC3339), r.Game, r.By, r.Chat.Name, r.Chat.Text)
		}
		return out.Flush()
	})
}

type adminExportCmd struct {
	siteFlags
	Player string `placeholder:"NAME" help:"Only the finished games of a player."`
}

func (adminExportCmd) Help() string {
	return `Writes to standard output, the oldest game first, those in progress too.

Example: bolshak admin export --data /var/lib/bolshak > games.pdn`
}

func (c adminExportCmd) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(db *store.Store) error {
		out := bufio.NewWriter(s.out)
		var err error
		if c.Player != "" {
			err = db.ExportPlayer(ctx, out, c.Player)
		} else {
			err = db.Export(ctx, out)
		}
		if errors.Is(err, store.ErrNotFound) {
			err = fmt.Errorf("no player %q", c.Player)
		}
		return errors.Join(err, out.Flush())
	})
}
