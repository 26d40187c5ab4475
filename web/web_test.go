package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestFilesAreThere(t *testing.T) {
	for _, name := range []string{"index.html", "app.js", "style.css", "icon.svg", "licenses.txt", "words-ru.js", "words-fr.js", "words-sv.js", "words-et.js", "words-uk.js", "worker.js", "bolshak.wasm.gz", "sw.js", "manifest.webmanifest", "icon-192.png", "icon-512.png"} {
		if body, err := fs.ReadFile(Files(), name); err != nil || len(body) == 0 {
			t.Errorf("%s: %d bytes, %v", name, len(body), err)
		}
	}
}

// TestPageIsSmall measures what comes over the line for the page in a language
// that is not English.
func TestPageIsSmall(t *testing.T) {
	const limit = 150 << 10
	total := 0
	for _, name := range []string{"index.html", "app.js", "style.css", "words-ru.js"} {
		body, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := zip.Write(body); err != nil {
			t.Fatal(err)
		}
		if err := zip.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", name, packed.Len())
		total += packed.Len()
	}
	if total > limit {
		t.Errorf("the page has %d bytes, at most %d are allowed", total, limit)
	}
}

// TestProgramIsSmall measures the program for the browser's worker.
func TestProgramIsSmall(t *testing.T) {
	const limit = 2 << 20 // bytes
	packed, err := fs.ReadFile(Files(), "bolshak.wasm.gz")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(packed))
	if len(packed) > limit {
		t.Errorf("the program has %d bytes, at most %d are allowed", len(packed), limit)
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if !zip.ModTime.IsZero() || zip.Name != "" {
		t.Errorf("the packed program tells when and of what it was made: %v %q", zip.ModTime, zip.Name)
	}
	magic := make([]byte, 4)
	if _, err := io.ReadFull(zip, magic); err != nil || string(magic) != "\x00asm" {
		t.Errorf("the program begins with %q, %v", magic, err)
	}
}

// TestEverythingIsKept holds the list of what a browser keeps, and the addresses
// in the page, to the files that there are.
func TestEverythingIsKept(t *testing.T) {
	read := func(name string) string {
		text, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	kept := map[string]bool{}
	address := regexp.MustCompile(`/assets/([\w.-]+)\?v=([0-9a-f]+)`)
	versions := map[string]bool{}
	for _, m := range address.FindAllStringSubmatch(read("sw.js"), -1) {
		kept[m[1]], versions[m[2]] = true, true
	}
	entries, err := fs.ReadDir(Files(), ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), ".gz")
		if want := name != "index.html" && name != "sw.js" && name != "manifest.webmanifest"; kept[name] != want {
			t.Errorf("%s is kept: %v, want %v", name, kept[name], want)
		}
	}
	for _, from := range []string{"index.html", "manifest.webmanifest"} {
		found := address.FindAllStringSubmatch(read(from), -1)
		if len(found) < 3 || strings.Contains(read(from), "{version}") {
			t.Errorf("%s names the files %q", from, found)
		}
		for _, m := range found {
			versions[m[2]] = true
			if !kept[m[1]] {
				t.Errorf("%s names %s, which is not kept", from, m[1])
			}
		}
	}
	if len(versions) != 1 {
		t.Errorf("there are the versions %v", versions)
	}
	var manifest struct {
		Start string `json:"start_url"`
		Icons []struct{ Src, Sizes, Type string }
	}
	if err := json.Unmarshal([]byte(read("manifest.webmanifest")), &manifest); err != nil || manifest.Start != "/" || len(manifest.Icons) < 3 {
		t.Errorf("the manifest is %+v, %v", manifest, err)
	}
}

// TestBoardContrast measures each board: a dark square stands out from both
// sides' pieces, and from what is marked on it, whatever the eyes.
func TestBoardContrast(t *testing.T) {
	css, err := os.ReadFile("src/style/colours.css")
	if err != nil {
		t.Fatal(err)
	}
	rule := regexp.MustCompile(`(?s)\n\.board(\.\w+)? \{(.*?)\}`)
	variable := regexp.MustCompile(`--([\w-]+): (#[0-9a-f]{6});`)
	boards := rule.FindAllStringSubmatch(string(css), -1)
	if len(boards) != 3 {
		t.Fatalf("%d boards, want 3", len(boards))
	}
	colours := map[string]string{} // a later board takes from the first what it does not say
	for _, board := range boards {
		for _, v := range variable.FindAllStringSubmatch(board[2], -1) {
			colours[v[1]] = v[2]
		}
		for _, pair := range []struct {
			a, b string
			min  float64
		}{
			{"dark", "white-face", 3},
			{"dark", "black-face", 3},
			{"dark", "light", 3},
			{"dark", "mark", 3},
			{"white-face", "white-line", 3},
			{"black-face", "black-line", 3},
			{"light", "name-on-light", 4.5},
		} {
			if got := contrast(t, colours[pair.a], colours[pair.b]); got < pair.min {
				t.Errorf("board%s: %s to %s is %.2f:1, want %v:1", board[1], pair.a, pair.b, got, pair.min)
			}
		}
	}
}

// contrast is the ratio of WCAG 2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	value, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		t.Fatalf("colour %q: %v", colour, err)
	}
	linear := func(shift int) float64 {
		c := float64(value>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}
