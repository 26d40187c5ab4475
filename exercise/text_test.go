package exercise

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestTextRoundTrip(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, []string{"made by a test\nof two lines"}, All()); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, All()) {
		t.Error("what was read is not what was written")
	}
}

func TestReadErrors(t *testing.T) {
	var b bytes.Buffer
	x := solved(t, shotFEN)
	if err := Write(&b, nil, []*Exercise{x}); err != nil {
		t.Fatal(err)
	}
	good := b.String()
	for name, tt := range map[string]struct{ text, want string }{
		"nothing":           {"", "no exercise"},
		"another file":      {"hello\n", "line 1"},
		"another version":   {strings.Replace(good, "exercises 1", "exercises 2", 1), "line 1"},
		"no exercise":       {magic + "\n# nothing\n", "no exercise"},
		"a column missing":  {strings.Replace(good, "\t", " ", 1), "line 2: 4 columns"},
		"no position":       {strings.Replace(good, shotFEN, "W:Wa1,a2:B", 1), "line 2"},
		"another position":  {strings.Replace(good, shotFEN, "W:Wa1:Bh8", 1), "belongs to exercise"},
		"no rating":         {strings.Replace(good, "\t800\t", "\tmany\t", 1), "rating"},
		"a rating too high": {strings.Replace(good, "\t800\t", "\t9000\t", 1), "rating"},
		"no theme":          {strings.Replace(good, "\tshot,", "\tmagic,", 1), "no such theme"},
		"an illegal move":   {strings.Replace(good, "\td4-e5", "\td4-d5", 1), "solution, byte 1"},
		"an open reply":     {strings.TrimSuffix(good, ">\n") + "\n", "> is missing"},
		"too many ends":     {strings.TrimSuffix(good, "\n") + ">\n", "goes on after its end"},
		"twice":             {good + strings.SplitAfter(good, "\n")[1], "twice"},
		"a long line":       {magic + "\n" + strings.Repeat("x", longestExercise+1) + "\n", "longer than"},
	} {
		if _, err := Read(strings.NewReader(tt.text)); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(strings.NewReader(good)); err != nil {
		t.Errorf("the file unspoilt: %v", err)
	}
}

// FuzzRead: what can be read is written so that it reads the same, and verifying
// it does not fail in any other way than by finding faults.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	if err := Write(&b, []string{"seed"}, []*Exercise{solved(f, shotFEN)}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add(magic + "\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Read(strings.NewReader(text))
		if err != nil {
			if !errors.Is(err, ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		var b bytes.Buffer
		if err := Write(&b, nil, list); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&b)
		if err != nil || !reflect.DeepEqual(back, list) {
			t.Fatalf("%v: read again from %q", err, b.String())
		}
		for _, x := range list {
			if _, err := x.Check(x.MainLine()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
