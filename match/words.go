package match

import (
	"errors"
	"fmt"
	"net"
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
	Resume      string // the journal; "" means beside PDNOut
	Event       string
	Rules       string
	Seed        uint64
	// Adjudication lacks the tables: Tables is "" for those in the program, NONE
	// for no tables, else a directory of more.
	Adjudication Adjudication
	Tables       string
	// Interval is the number of games between two reports; 0 means none.
	Interval int
}

// NoTables is the value of Words.Tables that plays games out.
const NoTables = "none"

// EngineWords are a player: another program by Command (Hub) or DXP, else this
// program's own engine.
type EngineWords struct {
	Name    string
	Command string
	Args    []string
	Dir     string
	Params  map[string]string
	DXP     string // HOST:PORT
	Listen  bool   // DXP is where we wait for the program
	Level   int    // of this program's engine; 0 means its best play within Limits
	Limits  engine.Limits
	Time    TimeControl
}

// Control returns the limits of the player's moves in words, as game files write
// them: "10/2", "0.03/move", "depth 6".
func (e *EngineWords) Control() string {
	text := e.Time.String()
	add := func(name string, n int64) {
		if n > 0 {
			text = strings.TrimPrefix(text+", ", "-, ") + name + " " + strconv.FormatInt(n, 10)
		}
	}
	add("level", int64(e.Level))
	add("depth", int64(e.Limits.Depth))
	add("nodes", e.Limits.Nodes)
	return text
}

// WordsHelp is the help on the words.
const WordsHelp = `-engine [name=NAME] [cmd=PROGRAM [arg=ARG]... [dir=DIR] | dxp=HOST:PORT |
        dxp-listen=HOST:PORT] [option.PARAM=VALUE]... [LIMIT]...   twice
   cmd: over Hub; dxp: we connect; dxp-listen: it connects; else our own engine
   LIMIT: tc=[MOVES/]SECONDS[+INC] st=SECONDS timemargin=MS depth=N nodes=N,
          level=N of our engine, with nodes=N or st=SECONDS in place of its time
   PARAM of our engine: hash threads contempt evaluation
-each ...          the same words for both
-openings file=FILE | table=fmjd64|idf64|idf150    -srand N
-games N  -concurrency N  -repeat  -rules fmjd64|fshr|lidraughts|none
-sprt elo0=E elo1=E [alpha=A] [beta=B]  -ratinginterval N
-tb DIR|none  -tbpieces N   games end where the tables prove the result (default:
                   those in the program)
-resign movecount=N score=S [twosided=true]   S in hundredths of a man
-draw movenumber=N movecount=N score=S        -maxmoves N
-pdnout FILE  -event NAME   with FILE.journal, by which the same command goes on
                   after an interruption; -resume FILE keeps it elsewhere`

// ParseWords reads the words. Colors are always exchanged on each opening, so
// -repeat and -recover are read and change nothing.
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
		case "-resign":
			err = w.resign(values)
		case "-draw":
			err = w.draw(values)
		case "-repeat", "-recover":
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
		e := EngineWords{Name: "player " + strconv.Itoa(i+1), Params: make(map[string]string), Time: TimeControl{Margin: DefaultMargin}}
		for _, word := range append(append([]string{}, each...), words...) {
			if err := e.word(word); err != nil {
				return w, fmt.Errorf("%w: -engine: %w", ErrWords, err)
			}
		}
		w.Engines = append(w.Engines, e)
	}
	return w, w.check()
}

// check looks for words that do not go together.
func (w *Words) check() error {
	for i := range w.Engines {
		e := &w.Engines[i]
		var fault string
		switch c := e.Time.Clock; {
		case e.Command != "" && e.DXP != "":
			fault = "a player has cmd or dxp, not both"
		case e.Command == "" && (len(e.Args) > 0 || e.Dir != ""):
			fault = "arg and dir belong to cmd"
		case e.Level > 0 && (e.Command != "" || e.DXP != ""):
			fault = "level belongs to our own engine"
		case e.Level > 0 && e.Limits.Depth > 0:
			fault = "a level has its own depth"
		case e.DXP == "" && !e.Time.clocked() && e.Time.MoveTime == 0 && e.Limits.Depth == 0 && e.Limits.Nodes == 0 && e.Level == 0:
			fault = "a player needs tc, st, depth, nodes or level"
		case e.DXP == "":
		case len(e.Params) > 0 || e.Limits != (engine.Limits{}):
			fault = "a dxp player takes tc and no other limit or option: the protocol has no word for them"
		case c.Left < time.Minute || c.Left%time.Minute != 0 || c.Increment != 0 || c.Left > 999*time.Minute || c.Moves > 999:
			fault = "a dxp player needs tc in whole minutes without increment, such as tc=60: the protocol has no word for others"
		case w.Concurrency > 1:
			fault = "a dxp player plays one game at a time: -concurrency 1"
		}
		if fault != "" {
			return fmt.Errorf("%w: -engine name=%s: %s", ErrWords, e.Name, fault)
		}
	}
	return nil
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
	case "-resume":
		w.Resume = value
	case "-event":
		w.Event = value
	case "-tb":
		w.Tables = value
	case "-tbpieces":
		w.Adjudication.TablePieces, err = number(value, 2, 24)
	case "-maxmoves":
		w.Adjudication.MaxMoves, err = number(value, 1, 1e6)
	case "-ratinginterval":
		w.Interval, err = number(value, 1, 1e7)
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

// pairs reads words of the form name=value into the numbers that they may set.
func pairs(values []string, targets map[string]*int) error {
	for _, v := range values {
		name, text, _ := strings.Cut(v, "=")
		target, ok := targets[name]
		if !ok {
			return fmt.Errorf("no such word %q", v)
		}
		n, err := number(text, 0, 32000)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*target = n
	}
	return nil
}

func (w *Words) resign(values []string) error {
	r := &w.Adjudication.Resign
	var words []string
	for _, v := range values {
		switch v {
		case "twosided=true":
			r.TwoSided = true
		case "twosided=false":
		default:
			words = append(words, v)
		}
	}
	score := 0
	if err := pairs(words, map[string]*int{"movecount": &r.Moves, "score": &score}); err != nil {
		return err
	}
	if r.Score = engine.Score(score); r.Moves < 1 || score < 1 {
		return errors.New("movecount and score must be above 0")
	}
	return nil
}

func (w *Words) draw(values []string) error {
	d := &w.Adjudication.Draw
	score := -1
	if err := pairs(values, map[string]*int{"movenumber": &d.From, "movecount": &d.Moves, "score": &score}); err != nil {
		return err
	}
	if d.Score = engine.Score(score); d.Moves < 1 || score < 0 {
		return errors.New("movecount must be above 0, and score is needed")
	}
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
	case "level":
		e.Level, err = number(value, 1, engine.Levels)
	case "nodes":
		var n int
		n, err = number(value, 1, 1e12)
		e.Limits.Nodes = int64(n)
	case "dir":
		e.Dir = value
	case "dxp", "dxp-listen":
		if _, _, err = net.SplitHostPort(value); err == nil {
			e.DXP, e.Listen = value, name == "dxp-listen"
		}
	case "st":
		if e.Limits.MoveTime, err = seconds(value); err == nil && e.Limits.MoveTime == 0 {
			err = fmt.Errorf("%q gives no time", value)
		}
		e.Time.MoveTime = e.Limits.MoveTime
	case "tc":
		e.Time.Clock, err = clock(value)
	case "timemargin":
		var ms int
		ms, err = number(value, 0, 1e6)
		e.Time.Margin = time.Duration(ms) * time.Millisecond
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

// clock reads MOVES/SECONDS+INC; 0 moves are all of the game.
func clock(text string) (c engine.Clock, err error) {
	if moves, rest, ok := strings.Cut(text, "/"); ok {
		if c.Moves, err = number(moves, 0, 1000); err != nil {
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
