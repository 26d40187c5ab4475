package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestReadme runs the console transcripts of the README: what stands there is
// what the command prints, talk included.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	blocks := strings.Split(string(readme), "```console\n")[1:]
	if len(blocks) < 10 {
		t.Errorf("the README has %d transcripts, and should have ten", len(blocks))
	}
	for i, block := range blocks {
		body, _, ok := strings.Cut(block, "```\n")
		if !ok {
			t.Fatalf("transcript %d does not end", i+1)
		}
		name := filepath.Join(dir, fmt.Sprintf("transcript-%02d.txtar", i+1))
		if err := os.WriteFile(name, []byte(script(body)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	testscript.Run(t, testscript.Params{Dir: dir, RequireExplicitExec: true})
}

// script makes a test script of a transcript: each line that begins with $ is a
// command for the shell, the lines after it are what it prints. Whether it fails
// is for the scripts of testdata.
func script(transcript string) string {
	var commands, files strings.Builder
	number := 0
	for line := range strings.Lines(transcript) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			number++
			fmt.Fprintf(&commands, "exec sh command-%d\ncmp stdout output-%d\n", number, number)
			fmt.Fprintf(&files, "-- command-%d --\n{ %s; } 2>&1 || true\n-- output-%d --\n", number, strings.TrimSpace(command), number)
			continue
		}
		files.WriteString(line)
	}
	return commands.String() + "\n" + files.String()
}
