//go:build screens

package server

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

var screens = flag.String("screens", "", "folder for screenshots of the page, to be looked at")

// TestScreens takes pictures of the page for people to look at:
//
//	go test -tags screens ./internal/server -run Screens -screens DIR
func TestScreens(t *testing.T) {
	if *screens == "" {
		t.Fatal("where to? give -screens DIR")
	}
	scenes := []struct {
		name  string
		query url.Values
		play  func(p *tab)
	}{
		{"start", nil, func(*tab) {}},
		{"middle", nil, func(p *tab) {
			p.key("c", "3", "d", "4")
			p.waitReady(2)
			p.tap("e3")
		}},
		{"due", from("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"), func(p *tab) { p.tap("a3") }},
		{"held", from("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"), func(p *tab) { p.tap("f8", "b4") }},
		{"chain", from("W:WKe1:Bc3,c7,f2,f6"), func(p *tab) { p.tap("e1", "h4") }},
		{"taken", from("W:Wc3,e1,g1:Bd4,f6,h8,a7,c7"), func(p *tab) {
			p.tap("c3", "e5")
			p.waitReady(2)
		}},
		{"over", from("W:Wc3:Bd4"), func(p *tab) {
			p.tap("c3", "e5")
			p.waitReady(1)
		}},
		{"russian", from("W:WKa1,Kc1,b2,d2:BKh8,a7,c7", "level", "7"), func(p *tab) {
			p.inRussian()
			p.tap("d2")
		}},
		{"slate", from("B:We3,f2,Kh2:Bd4,Ke7,a7,h8", "side", "black"), func(p *tab) {
			p.click(".open-settings")
			p.click("input[name=numbers]")
			p.click("input[name=text]")
			p.click("input[value=slate]")
			p.key("\x1b")
			p.click(".resign")
		}},
		{"green", from("W:Wc3,e3,Ka1:Bb6,d6,f6,Kh8", "level", "10"), func(p *tab) {
			p.click(".open-settings")
			p.click("input[value=green]")
			p.key("\x1b")
			p.key("e", "3", "f", "4")
			p.wait(`document.querySelector('#app').dataset.phase === 'thinking'`)
			if p.width < 700 {
				p.click(".tabs button:nth-child(2)")
			}
		}},
		{"cursor", from("W:Wc3,e3,Ka1:Bb6,d6,f6,Kh8"), func(p *tab) {
			p.key("\u0304", "\r")
			if p.width < 700 {
				p.click(".tabs button:nth-child(3)")
			}
		}},
		{"import", nil, func(p *tab) { p.openGames() }},
		{"refused", nil, func(p *tab) {
			p.inRussian()
			p.paste("*")
			p.waitText(".reading .refusal", "Прочесть не удалось")
			p.forgive("422")
		}},
		{"listed", nil, func(p *tab) {
			p.file(windows1251(p.t, twoGames+brokenGame))
			p.wait(`document.querySelector('.games') !== null`)
		}},
		{"record", nil, func(p *tab) {
			p.inRussian()
			p.file(windows1251(p.t, twoGames))
			p.click(".games > li:first-child .game")
			p.waitReady(4)
			p.click("[data-ply='3']")
		}},
		{"contradicted", nil, func(p *tab) {
			p.file(windows1251(p.t, twoGames))
			p.click(".games > li:nth-child(2) .game")
			p.waitReady(9)
			p.click(".steps .last")
			p.showGameTab()
		}},
		{"looking", nil, func(p *tab) {
			p.key("c", "3", "d", "4")
			p.waitReady(2)
			p.click(".steps .previous")
			p.wait(`document.querySelector('.play-on') !== null`)
			p.click(".copy-fen")
		}},
		{"playon", nil, func(p *tab) {
			p.inRussian()
			p.tap("c3", "d4")
			p.waitReady(2)
			p.click(".steps .first")
			p.click(".play-on")
		}},
		{"settings", nil, func(p *tab) { p.click(".open-settings") }},
	}
	for _, size := range []screen{{width: 360, height: 740, touch: true}, {width: 768, height: 1024}, {width: 1440, height: 900}} {
		for _, dark := range []bool{false, true} {
			for _, scene := range scenes {
				size.dark = dark
				scheme := map[bool]string{false: "light", true: "dark"}[dark]
				name := fmt.Sprintf("%s-%d-%s", scene.name, size.width, scheme)
				t.Run(name, func(t *testing.T) {
					p := open(t, size, scene.query)
					scene.play(p)
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

func (p *tab) inRussian() {
	p.t.Helper()
	p.click(".open-settings")
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const pick = document.querySelector('select');
		pick.value = 'ru';
		pick.dispatchEvent(new Event('change'));
	})()`))
	p.key("\x1b")
}
