package pdn

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files of testdata/dialects anew")

// Each file of testdata/dialects is read as its golden file says: what is
// reported, how the squares were numbered, and the games as they are written.
func TestDialects(t *testing.T) {
	files, err := filepath.Glob("testdata/dialects/*.pdn")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".pdn")
		t.Run(name, func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(t, source, name)
			golden := strings.TrimSuffix(file, ".pdn") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			for flags := range byte(32) {
				style := WriteOptions{CaptureX: flags&4 != 0, Points: flags&8 != 0, Numbers: flags&16 != 0}
				checkRoundTrip(t, source, Options{Strict: flags&1 != 0}, style)
			}
		})
	}
}

// describe reads a source and tells all that a golden file holds.
func describe(t *testing.T, source []byte, name string) string {
	t.Helper()
	var b strings.Builder
	for g, err := range Read(bytes.NewReader(source), Options{File: name}) {
		if (err == nil) != (g.Err() == nil) {
			t.Errorf("game %d came with %v, its error is %v", g.Number, err, g.Err())
		}
		fmt.Fprintf(&b, "# %v game %d, %d plies\n", g.Place, g.Number, g.Plies())
		for _, p := range g.Problems {
			kind := "error"
			if p.Warning {
				kind = "warning"
			}
			fmt.Fprintf(&b, "# %s: %v\n", kind, p)
		}
		if err := NewWriter(&b, WriteOptions{}).WriteGame(g); err != nil {
			t.Error(err)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
