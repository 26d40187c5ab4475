package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clockText is what differs between two runs of the same match.
var clockText = regexp.MustCompile(`\[%emt [^]]*\]|\[Date "[^"]*"\]`)

// TestMatchSurvivesKills kills a match with SIGKILL again and again, after some
// games, and lets the same command go on: the result and the games are those of a
// match that nobody disturbed.
func TestMatchSurvivesKills(t *testing.T) {
	games := "40"
	if testing.Short() {
		games = "20"
	}
	words := []string{"match", "-engine", "name=a", "nodes=300", "-engine", "name=b", "nodes=200", "-games", games, "-srand", "9", "-ratinginterval", "1"}
	dir := t.TempDir()
	quiet, killed := filepath.Join(dir, "quiet.pdn"), filepath.Join(dir, "killed.pdn")
	want, whole := playUntil(t, append(words, "-pdnout", quiet), 1000)
	if !whole {
		t.Fatal("the match was killed")
	}
	for kills := 0; ; kills++ {
		got, whole := playUntil(t, append(words, "-pdnout", killed), 3+kills%3)
		if !whole {
			continue
		}
		if kills < 3 || got != want {
			t.Errorf("after %d kills:\n%s\nwant\n%s", kills, got, want)
		}
		break
	}
	if got, want := read(t, killed), read(t, quiet); got != want {
		t.Errorf("the games differ:\n%s\nwant\n%s", got, want)
	}
}

// playUntil runs the command and kills it after so many games; whole reports
// whether it had ended before.
func playUntil(t *testing.T, words []string, games int) (out string, whole bool) {
	t.Helper()
	cmd := exec.Command("bolshak", words...)
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	talk, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for in := bufio.NewScanner(talk); in.Scan(); {
		if !strings.Contains(in.Text(), " games: ") {
			continue
		}
		if games--; games == 0 {
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
		}
	}
	err = cmd.Wait()
	if err != nil && games > 0 {
		t.Fatal(err)
	}
	// A kill that comes after the last word is too late to interrupt anything.
	return stdout.String(), err == nil || strings.Contains(stdout.String(), " Elo ")
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return clockText.ReplaceAllString(string(data), "")
}
