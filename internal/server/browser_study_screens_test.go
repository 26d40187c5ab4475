//go:build screens

package server

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestStudyScreens takes pictures of the pages for study for people to look at:
//
//	go test -tags screens ./internal/server -run StudyScreens -screens DIR
func TestStudyScreens(t *testing.T) {
	if *screens == "" {
		t.Fatal("where to? give -screens DIR")
	}
	inRussian := func(p *tab) {
		p.click(".open-settings")
		p.pick("select[name=language]", "ru")
		p.key("\x1b")
	}
	panel := func(p *tab, n string) {
		if p.width < 700 {
			p.click(".tabs button:nth-child(" + n + ")")
		}
	}
	scenes := []struct {
		name, path string
		play       func(p *tab)
	}{
		{"analysis", "/analysis", func(p *tab) {
			panel(p, "3")
			p.importStudy(annotated)
			p.here("First position")
			panel(p, "1")
			p.click(`.tree .move`)
			p.here("1. c3-d4!")
			p.click(".engine-on")
			p.wait(`document.querySelectorAll('.pvs .pv').length === 2`)
		}},
		{"analysis-game", "/analysis?fen=W:WKa1,Kc1,Ka3:BKh4", func(p *tab) {
			panel(p, "3")
		}},
		{"report", "/analysis", func(p *tab) {
			panel(p, "3")
			p.importStudy("1. c3-d4 d6-e5 2. a3-b4 e5:c3:a5 3. b2-c3 f6-g5 4. c3-d4 g7-f6 5. a1-b2 a7-b6 6. b2-c3 *")
			p.here("First position")
			panel(p, "2")
			p.click(".ask-report")
			p.wait(`document.querySelector('.accuracies') !== null`)
			p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.report').scrollIntoView()`))
		}},
		{"learn", "/analysis", func(p *tab) {
			panel(p, "3")
			p.importStudy("1. c3-d4 d6-e5 2. a3-b4 e5:c3:a5 3. b2-c3 *")
			p.here("First position")
			panel(p, "2")
			p.click(".ask-report")
			p.click(".learn-begin")
			p.waitText(".learn-says", "Find a better move")
		}},
		{"preview", "/analysis", func(p *tab) {
			inRussian(p)
			p.key("c", "3", "d", "4")
			p.here("1. c3-d4")
			p.click(".engine-on")
			p.wait(`document.querySelectorAll('.pvs .pv').length === 2`)
			p.do(chromedp.Focus(chromedp.CSS(`.pv`)))
			p.key(arrowRight, arrowRight)
			p.wait(`document.querySelector('.preview') !== null`)
		}},
		{"editor", "/editor?fen=W:WKa1,c3,e3,b8:BKh8,f6,d6", func(p *tab) {}},
		{"forgiven", "/editor?fen=W:Wa1,c3,e3,b8:BKh8,f6,d6&forgive=true", func(p *tab) { p.waitText(".headline", "Allowed for composers") }},
		{"editor-ru", "/editor", func(p *tab) {
			inRussian(p)
			p.click("input[value=white-king]")
			p.tap("d4")
		}},
		{"tables", "/tables", func(p *tab) { p.waitText(".verdict-text", "12") }},
	}
	for _, size := range []screen{{width: 360, height: 740, touch: true}, {width: 768, height: 1024}, {width: 1440, height: 900}} {
		for _, dark := range []bool{false, true} {
			for _, scene := range scenes {
				size.dark = dark
				scheme := map[bool]string{false: "light", true: "dark"}[dark]
				name := fmt.Sprintf("%s-%d-%s", scene.name, size.width, scheme)
				t.Run(name, func(t *testing.T) {
					p := study(t, size, scene.path)
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
