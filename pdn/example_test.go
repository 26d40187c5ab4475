package pdn_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

func ExampleRead() {
	file := `[White "Ivanov"]
[Black "Petrov"]

1.cd4 fg5 2.dc5 b:d4 3.ec5 d:b4 4.ac5 2-0

[White "Sidorov"]

1. c3-d4 b6-c5 2. e3-f4 1-1
`
	for g, err := range pdn.Read(strings.NewReader(file), pdn.Options{File: "club.pdn"}) {
		if g == nil {
			fmt.Println(err) // the file itself could not be read
			break
		}
		fmt.Println(g.Tags.Get("White"), g.Plies(), g.Result)
		for _, problem := range g.Problems {
			fmt.Println(problem)
		}
	}
	// Output:
	// Ivanov 7 1-0
	// club.pdn:4:3: game 1: loosely written move or result "cd4" (write both squares, without spaces)
	// Sidorov 2 1/2-1/2
	// club.pdn:8:19: game 2: illegal move "e3-f4": expected d4:b6 (d4 must take)
}

func ExampleWrite() {
	game := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for _, move := range []string{"c3-d4", "b6-c5", "d4:b6", "a7:c5"} {
		if err := game.PlayText(move); err != nil {
			fmt.Println(err)
		}
	}
	pdn.Write(os.Stdout, game, pdn.Tag{Name: "White", Value: "Ivanov"}, pdn.Tag{Name: "Black", Value: "Petrov"})
	// Output:
	// [White "Ivanov"]
	// [Black "Petrov"]
	// [Result "*"]
	// [GameType "25,W,8,8,A0,0"]
	//
	// 1. c3-d4 b6-c5 2. d4:b6 a7:c5 *
}

func ExampleWriter() {
	source := strings.NewReader("1.cd4 {a comment} bc5 (1...ba5) 2.d:b6! a:c5 2-0")
	w := pdn.NewWriter(os.Stdout, pdn.WriteOptions{CaptureX: true})
	for g, err := range pdn.Read(source, pdn.Options{}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		w.WriteGame(g)
	}
	// Output:
	// [Result "1-0"]
	// [GameType "25,W,8,8,A0,0"]
	//
	// 1. c3-d4 {a comment} 1... b6-c5 (1... b6-a5) 2. d4xb6! a7xc5 1-0
}

// The positions of the main line, move by move.
func ExampleGame_Play() {
	source := strings.NewReader("1. c3-d4 b6-c5 2. d4:b6 a7:c5 *")
	for g := range pdn.Read(source, pdn.Options{}) {
		played, err := g.Play(draughts.FMJD64)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(played.Position())
	}
	// Output:
	// W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3:Bc5,d6,f6,h6,c7,e7,g7,b8,d8,f8,h8
}

func ExampleNote_Clock() {
	source := strings.NewReader("1. c3-d4 {[%clk 0:04:58] quickly} *")
	for g := range pdn.Read(source, pdn.Options{}) {
		note := g.Main.Plies[0].Note
		clock, _ := note.Clock(draughts.White)
		fmt.Println(clock.White, note.After[0].Text())
	}
	// Output: 4m58s quickly
}

func ExampleScanner() {
	s := pdn.NewScanner(strings.NewReader("1. c3-d4! {good} 1-0"), pdn.Options{})
	for s.Scan() {
		t := s.Token()
		fmt.Printf("%v %v %s\n", t.Place, t.Kind, t.Text)
	}
	// Output:
	// 1:1 move number 1.
	// 1:4 move c3-d4
	// 1:9 mark !
	// 1:11 comment {good}
	// 1:18 result 1-0
}
