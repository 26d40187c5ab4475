package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/engine"
)

// ErrWords says that the words which describe a match make no sense.
var ErrWords = errors.New("match words")

// Words are a match as the command line tells it, in the words of cutechess-cli.
type Words struct {
	Engines     []EngineWords
	Openings    string // a file of FENs, or a drawing table
	Games       int
	Concurrency int
	SPRT        *SPRT
	PDNOut      string
	Rules       string
	Seed        uint64
}

// EngineWords are a player.
type EngineWords struct {
	Name    string
	Command string // empty for this program's own engine
	Args    []string
	Params  map[string]string
	Limits  engine.Limits
	Clock   engine.Clock
}

// WordsHelp is the help on the words.
const WordsHelp = `-engine [name=NAME] [cmd=PROGRAM [arg=ARG]... [option.PARAM=VALUE]...]
                  a player, twice; without cmd it is this program's own engine
-each ...         the same words for both
  tc=[MOVES/]SECONDS[+INC]  st=SECONDS  depth=N  nodes=N
-openings file=FILE | table=fmjd64|idf64|idf150
-games N  -concurrency N  -repeat  -srand N  -rules fmjd64|fshr|lidraughts|none
-sprt elo0=E elo1=E [alpha=A] [beta=B]
-pdnout FILE`

// ParseWords reads the words. Colors are always exchanged on each opening, so
// -repeat is read and changes nothing.
func ParseWords(args []string) (Words, error) {
	w := Words{Games: 2, Concurrency: 1, Openings: "table=fmjd64"}
	var each []string
	var engines [][]string
	for len(args) > 0 {
		flag := args[0]
		args = args[1:]
		n := 0
		for n < len(args) && !strings.HasPrefix(args[n], "-") {
			n++
		}
		values := args[:n]
		args = args[n:]
		var err error
		switch flag {
		case "-engine":
			engines = append(engines, values)
		case "-each":
			each = append(each, values...)
		case "-sprt":
			err = w.sprt(values)
		case "-repeat":
		default:
			if len(values) != 1 {
				return w, fmt.Errorf("%w: %s takes one value", ErrWords, flag)
			}
			err = w.single(flag, values[0])
		}
		if err != nil {
			return w, fmt.Errorf("%w: %s: %w", ErrWords, flag, err)
		}
	}
	if len(engines) != 2 {
		return w, fmt.Errorf("%w: a match takes two -engine, not %d", ErrWords, len(engines))
	}
	for i, words := range engines {
		e := EngineWords{Name: "player " + strconv.Itoa(i+1), Params: make(map[string]string)}
		for _, word := range append(append([]string{}, each...), words...) {
			if err := e.word(word); err != nil {
				return w, fmt.Errorf("%w: -engine: %w", ErrWords, err)
			}
		}
		w.Engines = append(w.Engines, e)
	}
	if w.Engines[0].Clock != w.Engines[1].Clock {
		return w, fmt.Errorf("%w: both players must have the same tc", ErrWords)
	}
	return w, nil
}

func (w *Words) single(flag, value string) (err error) {
	switch flag {
	case "-games":
		w.Games, err = number(value, 1, 1e7)
	case "-concurrency":
		w.Concurrency, err = number(value, 1, 1024)
	case "-srand":
		w.Seed, err = strconv.ParseUint(value, 10, 64)
	case "-openings":
		w.Openings = value
	case "-pdnout":
		w.PDNOut = value
	case "-rules":
		w.Rules = value
	default:
		err = errors.New("no such word")
	}
	return err
}

func number(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is not a number from %d to %d", text, least, most)
	}
	return n, nil
}

func (w *Words) sprt(values []string) error {
	s := SPRT{Alpha: 0.05, Beta: 0.05, Elo1: 5}
	for _, v := range values {
		name, text, _ := strings.Cut(v, "=")
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s=%q is not a number", name, text)
		}
		switch name {
		case "elo0":
			s.Elo0 = n
		case "elo1":
			s.Elo1 = n
		case "alpha":
			s.Alpha = n
		case "beta":
			s.Beta = n
		default:
			return fmt.Errorf("no such word %q", v)
		}
	}
	if s.Elo0 >= s.Elo1 || s.Alpha <= 0 || s.Beta <= 0 || s.Alpha+s.Beta >= 1 {
		return errors.New("elo0 must be less than elo1, and alpha and beta small")
	}
	w.SPRT = &s
	return nil
}

func (e *EngineWords) word(word string) (err error) {
	name, value, ok := strings.Cut(word, "=")
	if !ok {
		return fmt.Errorf("%q is not name=value", word)
	}
	switch name {
	case "name":
		e.Name = value
	case "cmd":
		e.Command = value
	case "arg":
		e.Args = append(e.Args, value)
	case "proto":
		if value != "hub" {
			return fmt.Errorf("protocol %q is not hub", value)
		}
	case "depth":
		e.Limits.Depth, err = number(value, 1, 99)
	case "nodes":
		var n int
		n, err = number(value, 1, 1e12)
		e.Limits.Nodes = int64(n)
	case "st":
		e.Limits.MoveTime, err = seconds(value)
	case "tc":
		e.Clock, err = clock(value)
	default:
		param, ok := strings.CutPrefix(name, "option.")
		if !ok {
			return fmt.Errorf("no such word %q", name)
		}
		e.Params[param] = value
	}
	return err
}

func seconds(text string) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n <= 1e6) {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	return time.Duration(n * float64(time.Second)), nil
}

// clock reads MOVES/SECONDS+INC.
func clock(text string) (c engine.Clock, err error) {
	if moves, rest, ok := strings.Cut(text, "/"); ok {
		if c.Moves, err = number(moves, 1, 1000); err != nil {
			return c, err
		}
		text = rest
	}
	text, increment, ok := strings.Cut(text, "+")
	if ok {
		if c.Increment, err = seconds(increment); err != nil {
			return c, err
		}
	}
	if c.Left, err = seconds(text); err == nil && c.Left == 0 {
		err = fmt.Errorf("%q gives no time", text)
	}
	return c, err
}
