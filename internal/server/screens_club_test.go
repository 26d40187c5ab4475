//go:build screens

package server

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdpnetwork "github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// room is a club with people in it, to be photographed.
type room struct {
	anna, boris *person
	base        string
	playing     string // a game that goes on, Anna with White
	over        string
	invitation  string // Anna's
}

func newRoom(t *testing.T) *room {
	_, base := host(t, Config{})
	r := &room{anna: newPerson(t, base), boris: newPerson(t, base), base: base}
	for p, name := range map[*person]string{r.anna: "Анна_Смирнова", r.boris: "boris"} {
		p.ask("POST", "/api/v1/account/register", map[string]any{"name": name, "password": "большак a1-h8"}, http.StatusOK)
	}
	for i := range 8 {
		id := r.begin(true, false)
		r.moves(id, 4+2*i)
		loser := r.anna
		if i%3 == 1 {
			loser = r.boris
		}
		loser.ask("POST", "/api/v1/games/"+id+"/actions", map[string]any{"id": "end", "type": "resign"}, http.StatusOK)
		r.over = id
	}
	r.playing = r.begin(true, true)
	r.moves(r.playing, 9)
	seat := func(p *person, clock map[string]any, open bool, color string) string {
		made := p.ask("POST", "/api/v1/seats", map[string]any{
			"terms": map[string]any{"clock": clock, "rated": false, "rules": "fmjd64", "start": "", "opening": nil, "micro": false, "offers": "free"},
			"color": color, "open": open, "level": 0,
		}, http.StatusCreated)
		return made["seat"].(map[string]any)["id"].(string)
	}
	seat(r.boris, map[string]any{"kind": "days", "days": 3}, true, "random")
	seat(r.anna, map[string]any{"kind": "days", "days": 2}, true, "white")
	seat(guest(t, base), map[string]any{"kind": "days", "days": 5}, true, "black")
	r.invitation = seat(r.anna, map[string]any{"kind": "delay", "base": 600000, "delay": 5000}, false, "random")
	return r
}

// begin lets Anna, with White, and Boris begin a game.
func (r *room) begin(rated, micro bool) string {
	terms := map[string]any{
		"clock": map[string]any{"kind": "fischer", "base": 5400000, "increment": 30000}, "rated": rated, "rules": "fmjd64", "start": "",
		"opening": map[string]any{"table": "fmjd64"}, "micro": micro, "offers": "club",
	}
	seat := r.anna.ask("POST", "/api/v1/seats", map[string]any{"terms": terms, "color": "white", "open": false, "level": 0}, http.StatusCreated)
	id := seat["seat"].(map[string]any)["id"].(string)
	return r.boris.ask("POST", "/api/v1/seats/"+id+"/join", map[string]any{}, http.StatusOK)["game"].(string)
}

// moves plays so many plies of a game.
func (r *room) moves(id string, plies int) {
	view := r.anna.ask("GET", "/api/v1/games/"+id, nil, http.StatusOK)
	start, err := draughts.ParsePosition(view["fen"].(string))
	if err != nil {
		r.anna.t.Fatal(err)
	}
	given := len(view["history"].([]any))
	g := draughts.NewGame(start, draughts.FMJD64)
	for i := range plies {
		var moves []draughts.Move
		for m := range g.Position().Moves() {
			moves = append(moves, m)
		}
		m := moves[i*5%len(moves)]
		p := r.anna
		if g.Position().Turn() == draughts.Black {
			p = r.boris
		}
		captured := []string{}
		for s := range m.Captured.All() {
			captured = append(captured, s.String())
		}
		p.ask("POST", "/api/v1/games/"+id+"/actions", map[string]any{
			"id": fmt.Sprint("move", i), "type": "move", "ply": given + i,
			"move": map[string]any{"from": m.From.String(), "to": m.To.String(), "captured": captured},
		}, http.StatusOK)
		if err := g.Play(m); err != nil {
			r.anna.t.Fatal(err)
		}
	}
}

// as gives a window the cookies of a person.
func (p *tab) as(who *person) {
	p.t.Helper()
	address, err := url.Parse(p.base)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, cookie := range who.http.Jar.Cookies(address) {
		p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, cdpnetwork.SetCookie, cdpnetwork.SetCookieParams{Name: cookie.Name, Value: cookie.Value, URL: p.base})
			return err
		}))
	}
}

// TestScreensOfTheClub takes pictures of the pages of live play.
func TestScreensOfTheClub(t *testing.T) {
	if *screens == "" {
		t.Fatal("where to? give -screens DIR")
	}
	needChromium(t)
	r := newRoom(t)
	tabOf := func(n int) func(p *tab) {
		return func(p *tab) {
			if p.width < 700 {
				p.click(fmt.Sprintf(".tabs button:nth-child(%d)", n))
			}
		}
	}
	dialog := func(button string, fill func(p *tab)) func(p *tab) {
		return func(p *tab) {
			tabOf(3)(p)
			p.click(button)
			p.wait(`document.querySelector('dialog.seat').open`)
			fill(p)
		}
	}
	scenes := []struct {
		name, path string
		as         *person
		play       func(p *tab)
	}{
		{"club-lobby", "/", r.anna, tabOf(3)},
		{"club-seat-dialog", "/", r.anna, dialog(".create-seat", func(*tab) {})},
		{"club-seat-dialog-full", "/", r.anna, dialog(".play-friend", func(p *tab) {
			p.inRussianWords()
			p.pick("dialog.seat [name=clock]", "moves")
			p.pick("dialog.seat [name=start]", "entry")
		})},
		{"club-seat-own", "/seat/" + r.invitation, r.anna, nil},
		{"club-seat-other", "/seat/" + r.invitation, nil, nil},
		{"club-live", "/game/" + r.playing, r.anna, nil},
		{"club-live-black", "/game/" + r.playing, r.boris, nil},
		{"club-live-chat", "/game/" + r.playing, r.anna, func(p *tab) {
			tabOf(2)(p)
			if eval[int](p, `document.querySelectorAll('.line').length`) == 0 {
				p.fill(".say input", "Добрый вечер! Давно не играли.")
				p.key("\r")
				p.waitText(".lines", "Добрый вечер")
			}
		}},
		{"club-live-info", "/game/" + r.playing, r.boris, tabOf(3)},
		{"club-live-draw", "/game/" + r.playing, r.boris, func(p *tab) { p.click(".offer-draw") }},
		{"club-premove", "/game/" + r.playing, r.anna, func(p *tab) { p.typeMove("c1e3g5") }},
		{"club-watch", "/game/" + r.playing, nil, nil},
		{"club-russian", "/game/" + r.playing, r.boris, func(p *tab) {
			p.inRussianWords()
			p.click(".resign")
		}},
		{"club-zen", "/game/" + r.playing, r.anna, func(p *tab) { p.key("z") }},
		{"club-sets", "/game/" + r.playing, r.anna, func(p *tab) {
			p.click(".open-settings")
			p.click("dialog.settings input[value=crowns]")
			p.click("dialog.settings input[value=slate]")
			p.key("\x1b")
		}},
		{"club-new", "/game/new", r.anna, nil},
		{"club-over", "/game/" + r.over, r.anna, nil},
		{"club-player", "/player/" + url.PathEscape("Анна_Смирнова"), nil, nil},
		{"club-archive", "/archive?player=boris", r.anna, nil},
		{"club-account", "/account", r.anna, nil},
		{"club-guest", "/account", nil, nil},
		{"club-menu", "/archive", nil, func(p *tab) {
			if p.width < 900 {
				p.click(".menu")
			}
		}},
		{"club-settings", "/game/" + r.over, nil, func(p *tab) { p.click(".open-settings") }},
		{"club-nothing", "/game/nothing", nil, func(p *tab) { p.forgive("404") }},
	}
	for _, size := range []screen{{width: 360, height: 740, touch: true}, {width: 768, height: 1024}, {width: 1440, height: 900}} {
		for _, dark := range []bool{false, true} {
			for _, scene := range scenes {
				size.dark = dark
				scheme := map[bool]string{false: "light", true: "dark"}[dark]
				name := fmt.Sprintf("%s-%d-%s", scene.name, size.width, scheme)
				t.Run(name, func(t *testing.T) {
					p := openAt(t, r.base, size)
					if scene.as != nil {
						p.as(scene.as)
					}
					path := scene.path
					if path == "/game/new" { // one that has not begun is called off after a while
						path = "/game/" + r.begin(false, false)
					}
					p.do(chromedp.Navigate(p.base + path))
					p.wait(`['ready', 'thinking', 'failed'].includes(document.querySelector('#app')?.dataset.phase)`)
					if strings.HasPrefix(scene.path, "/game/") && scene.name != "club-nothing" {
						p.inGame()
					}
					if scene.play != nil {
						scene.play(p)
					}
					if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
						t.Error("the page scrolls sideways")
					}
					p.wait(`document.getAnimations().every((a) => a.effect.getTiming().iterations === Infinity)`)
					picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
					if err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(filepath.Join(*screens, name+".png"), picture, 0o644); err != nil {
						t.Fatal(err)
					}
				})
			}
		}
	}
}

// inRussianWords changes the language without the settings.
func (p *tab) inRussianWords() {
	p.t.Helper()
	p.pick("dialog.settings select", "ru")
}
