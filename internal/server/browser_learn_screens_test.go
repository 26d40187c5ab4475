//go:build screens

package server

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/exercise"
)

// TestLearnScreens takes pictures of the course and the exercises for people to
// look at:
//
//	go test -tags screens ./internal/server -run LearnScreens -screens DIR
func TestLearnScreens(t *testing.T) {
	if *screens == "" {
		t.Fatal("where to? give -screens DIR")
	}
	scenes := []struct {
		name, path, language string
		play                 func(p *tab)
	}{
		{"front", "/", "fr", func(p *tab) {
			p.wait(`document.querySelector('.solve-today')?.getAttribute('href').length > '/exercises/'.length`)
		}},
		{"course", "/learn", "sv", func(p *tab) {}},
		{"lesson", "/learn/turkish-strike", "et", func(p *tab) { p.tap("b6") }},
		{"why", "/learn/must-take", "uk", func(p *tab) { p.tap("g3") }},
		{"draws", "/learn/counted-draws", "fr", func(p *tab) {
			p.click(".show-me")
			p.shows("standing=done", "phase=ready")
		}},
		{"ask", "/learn/main-road", "ru", func(p *tab) {
			p.click(".tasks li:nth-child(3) button")
			p.click("[data-answer=white]")
		}},
		{"petrov", "/learn/petrov", "en", func(p *tab) {
			p.click(".tasks li:nth-child(3) button")
			p.shows("task=3", "phase=ready")
			p.click(".show-me")
			p.shows("turn=1", "phase=ready")
		}},
		{"exercises", "/exercises", "uk", func(p *tab) {
			p.do(chromedp.Evaluate[chromedp.Void](`localStorage.setItem('bolshak.progress', JSON.stringify({ lessons: [], exercises: [], rating: 1213, history: [1040, 1075, 1048, 1080, 1119, 1150, 1118, 1160, 1195, 1213] }))`))
			p.reload()
			p.wait(`document.querySelectorAll('.tiles li').length > 10 && document.querySelector('.rating-line') !== null`)
		}},
		{"wrong", "/exercises/" + exercise.All()[20].ID, "fr", func(p *tab) {
			p.write(exercise.All()[20].Start.MoveText(exercise.All()[20].Solution.Tries[0].Move))
			p.shows("standing=wrong", "phase=ready")
		}},
		{"solved", "/exercises/" + exercise.All()[20].ID, "sv", func(p *tab) {
			p.click(".show-solution")
			p.shows("standing=shown", "phase=ready")
		}},
	}
	for _, size := range []screen{{width: 360, height: 740, touch: true, still: true}, {width: 768, height: 1024, still: true}, {width: 1440, height: 900, still: true}} {
		for i, scene := range scenes {
			for _, dark := range []bool{false, true} {
				if dark && i%2 == 1 && size.width == 768 {
					continue
				}
				size.dark = dark
				name := fmt.Sprintf("%s-%d-%s", scene.name, size.width, map[bool]string{false: "light", true: "dark"}[dark])
				t.Run(name, func(t *testing.T) {
					p := open(t, size, nil)
					p.inLanguage(scene.language)
					p.goTo(scene.path)
					p.wait(`document.querySelector('#app').dataset.phase === 'ready'`)
					scene.play(p)
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
