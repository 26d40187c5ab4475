package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestAPIDocument runs the examples of docs/api.md in their order.
func TestAPIDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, base := host(t, Config{})
	people := map[string]*person{"": newPerson(t, base), "other": newPerson(t, base)}
	names := map[string]string{} // GAME and the like, once they are known
	name := regexp.MustCompile(`\b[A-Z]{4,}\b`)
	put := func(s string) string {
		for n, id := range names {
			s = strings.ReplaceAll(s, n, id)
		}
		return s
	}
	examples := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		lines := strings.Split(strings.TrimSpace(block[1]), "\n")
		for i := 0; i+1 < len(lines); i += 2 {
			request, answer := lines[i], lines[i+1]
			examples++
			words := strings.SplitN(strings.TrimPrefix(request, "$ "), " ", 2)
			who := people[""]
			if words[0] == "other" {
				who = people["other"]
				words = strings.SplitN(words[1], " ", 2)
			}
			path, body, _ := strings.Cut(words[1], " ")
			var content any
			if body != "" {
				content = put(body)
			}
			status, got := who.try(words[0], put(path), content)
			wantStatus, want, _ := strings.Cut(answer, " ")
			if strconv.Itoa(status) != wantStatus {
				t.Errorf("%s: status %d, want %s: %s", request, status, wantStatus, got)
				continue
			}
			parts := bytes.Split(bytes.TrimSpace(got), []byte("\n"))
			var answered, wanted any
			if err := json.Unmarshal(parts[len(parts)-1], &answered); err != nil {
				t.Fatalf("%s: %v: %s", request, err, got)
			}
			// A bare word stands for an id that is known from here on.
			quoted := name.ReplaceAllString(want, `"$0"`)
			if err := json.Unmarshal([]byte(quoted), &wanted); err != nil {
				t.Fatalf("%s: %v", answer, err)
			}
			if fault := within(wanted, answered, names, name); fault != "" {
				t.Errorf("%s: %s in %s", request, fault, got)
			}
		}
	}
	if examples < 20 {
		t.Errorf("only %d examples were found", examples)
	}
}

// within says what of the wanted answer is not in the one that was got.
func within(want, got any, names map[string]string, name *regexp.Regexp) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%v is not %v", got, want)
		}
		for key := range w {
			if fault := within(w[key], g[key], names, name); fault != "" {
				return key + ": " + fault
			}
		}
		return ""
	case []any:
		g, _ := got.([]any)
		for _, item := range w {
			if !slices.ContainsFunc(g, func(have any) bool { return within(item, have, names, name) == "" }) {
				return fmt.Sprintf("no %v", item)
			}
		}
		return ""
	case string:
		if name.FindString(w) == w && w != "" {
			if known, ok := names[w]; ok {
				want = known
			} else if id, ok := got.(string); ok && id != "" {
				names[w] = id
				return ""
			}
		}
	}
	if want != got {
		return fmt.Sprintf("%v is not %v", got, want)
	}
	return ""
}
