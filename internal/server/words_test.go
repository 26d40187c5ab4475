package server

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/docs"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// TestEveryProblemHasWords holds the page's words to the codes that the server
// can answer with. That each language has the same is seen to by the compiler.
func TestEveryProblemHasWords(t *testing.T) {
	source, err := os.ReadFile("../../web/src/words/trouble-en.ts")
	if err != nil {
		t.Fatal(err)
	}
	problems, faults, found := strings.Cut(string(source), "fault: {")
	if !found {
		t.Fatal("the words have no faults")
	}
	has := func(words, code string) bool {
		return regexp.MustCompile(`(?m)^    '?` + code + `'?: '`).MatchString(words)
	}
	_, described, _ := strings.Cut(string(docs.OpenAPI), "A refusal. Codes:")
	described, _, _ = strings.Cut(described, "content:")
	codes := regexp.MustCompile(`[a-z]+(-[a-z]+)*`).FindAllString(described, -1)
	if len(codes) < 20 {
		t.Fatalf("only the codes %v are described", codes)
	}
	for _, code := range codes {
		if !has(problems, code) {
			t.Errorf("the page has no words for the problem %s", code)
		}
	}
	for fault := pdn.NoFault + 1; fault.String() != "unknown fault"; fault++ {
		if code := stateless.FaultCode(fault); !has(faults, code) {
			t.Errorf("the page has no words for %q, %s", fault, code)
		}
	}
}
