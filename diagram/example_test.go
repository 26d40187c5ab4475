package diagram_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/draughts"
)

func ExampleSVG() {
	p, err := draughts.ParsePosition("W:Wc3,Ka1:Bd6,Kf8")
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	err = diagram.SVG(&b, p, diagram.Options{Border: true, Caption: "Белые начинают"})
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "<title>") || strings.HasPrefix(line, "<desc>") {
			fmt.Print(line)
		}
	}
	// Output:
	// <title>Белые начинают</title>
	// <desc>White: man c3; king a1. Black: man d6; king f8. White to move.</desc>
}

func ExampleImage() {
	img, err := diagram.Image(draughts.Start(), diagram.Options{Size: 1200, Theme: diagram.Slate})
	if err != nil {
		panic(err)
	}
	fmt.Println(img.Bounds().Dx(), "by", img.Bounds().Dy())
	// Output: 1200 by 1200
}

func ExampleText() {
	p, err := draughts.ParsePosition("W:Wc3,Ka1:Bd6,Kf8")
	if err != nil {
		panic(err)
	}
	fmt.Fprint(os.Stdout, diagram.Text(p, diagram.TextOptions{}))
	// Output:
	//     a b c d e f g h
	//   8   .   .   B   . 8
	//   7 .   .   .   .   7
	//   6   .   b   .   . 6
	//   5 .   .   .   .   5
	//   4   .   .   .   . 4
	//   3 .   w   .   .   3
	//   2   .   .   .   . 2
	//   1 W   .   .   .   1
	//     a b c d e f g h
}
