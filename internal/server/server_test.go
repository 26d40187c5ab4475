package server

import (
	"compress/gzip"
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/docs"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/web"
)

func get(h http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestPageAndItsFiles(t *testing.T) {
	h := newTestServer(t)
	kinds := map[string]string{
		"/":                    "text/html; charset=utf-8",
		"/assets/app.js":       "text/javascript; charset=utf-8",
		"/assets/style.css":    "text/css; charset=utf-8",
		"/assets/icon.svg":     "image/svg+xml",
		"/assets/licenses.txt": "text/plain; charset=utf-8",
	}
	for path, kind := range kinds {
		w := get(h, path)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind {
			t.Errorf("%s: status %d, Content-Type %q; want 200, %q", path, w.Code, w.Header().Get("Content-Type"), kind)
		}
		tag := w.Header().Get("ETag")
		if again := get(h, path, "If-None-Match", tag); tag == "" || again.Code != http.StatusNotModified {
			t.Errorf("%s: ETag %q, and status %d when it is known; want 304", path, tag, again.Code)
		}
		packed := get(h, path, "Accept-Encoding", "gzip")
		if packed.Header().Get("Content-Encoding") != "gzip" {
			continue
		}
		zip, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(err)
		}
		if plain, err := io.ReadAll(zip); err != nil || string(plain) != w.Body.String() {
			t.Errorf("%s: packed it is another file (%v)", path, err)
		}
	}
	for _, path := range []string{"/assets/", "/assets/none.js", "/index.html", "/assets/../server.go"} {
		if w := get(h, path); w.Code == http.StatusOK {
			t.Errorf("%s: status 200", path)
		}
	}
}

func TestHeaders(t *testing.T) {
	h := newTestServer(t)
	for _, w := range []*httptest.ResponseRecorder{get(h, "/"), get(h, "/none"), post(h, "/api/v1/game", `{}`), post(h, "/api/v1/game", `x`)} {
		for name, want := range map[string]string{
			"Content-Security-Policy": contentPolicy,
			"X-Content-Type-Options":  "nosniff",
			"Referrer-Policy":         "no-referrer",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s %q, want %q", name, got, want)
			}
		}
	}
	if got := post(h, "/api/v1/game", `{}`).Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control of the API %q, want no-store", got)
	}
}

func TestPageAsksNobodyElse(t *testing.T) {
	foreign := regexp.MustCompile(`(?:https?:)?//[a-z0-9-]+\.[a-z]`)
	err := fs.WalkDir(web.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == "licenses.txt" {
			return err
		}
		body, err := fs.ReadFile(web.Files(), name)
		if err != nil {
			return err
		}
		for _, address := range foreign.FindAllString(string(body), -1) {
			if !strings.HasPrefix(address, "http://www.w") { // the names of XML vocabularies
				t.Errorf("%s names %s", name, address)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAPanicIsAnAnswer(t *testing.T) {
	h := newTestSite(t, Config{}).observe(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("test") }))
	wantProblem(t, get(h, "/"), 500, "internal", -1)
}

// TestDescriptionIsComplete compares docs/openapi.yaml with what is served.
func TestDescriptionIsComplete(t *testing.T) {
	described := map[string]string{}
	path := ""
	for line := range strings.SplitSeq(string(docs.OpenAPI), "\n") {
		if m := regexp.MustCompile(`^  (/\S+):$`).FindStringSubmatch(line); m != nil {
			path = m[1]
		}
		if m := regexp.MustCompile(`^    (get|post|put|delete):$`).FindStringSubmatch(line); m != nil {
			described[path] += strings.ToUpper(m[1])
		}
	}
	site := newTestSite(t, Config{})
	h := site.Handler()
	queries := map[string]string{"/api/v1/analysis": "?lines=99"} // it would go on for long
	served := map[string]string{}
	for _, e := range site.endpoints() {
		served[e.path] += e.method
		r := httptest.NewRequest(e.method, e.path+queries[e.path], strings.NewReader(`{"level":1}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if e.path != "/metrics" && !strings.Contains(e.path, "{") && strings.Contains(w.Body.String(), wire.ErrNotFound.Detail) || w.Code == http.StatusMethodNotAllowed {
			t.Errorf("%s %s: status %d", e.method, e.path, w.Code)
		}
	}
	for path, methods := range served {
		if described[path] != methods {
			t.Errorf("%s is described for %q, want %s", path, described[path], methods)
		}
		delete(described, path)
	}
	if len(described) > 0 {
		t.Errorf("%v is described and not there", described)
	}
	if got := get(h, "/api/openapi.yaml").Body.String(); got != string(docs.OpenAPI) {
		t.Error("the description that is served is another one")
	}
}

func TestServeDrains(t *testing.T) {
	s := newTestSite(t, Config{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, listener) }()
	url := "http://" + listener.Addr().String()
	if response, err := http.Get(url + "/healthz"); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("healthz: %v, %v", response, err)
	}

	answered := make(chan int, 1)
	go func() {
		response, err := http.Post(url+"/api/v1/game/reply", "application/json", strings.NewReader(`{"level":10}`))
		if err != nil {
			answered <- 0
			return
		}
		answered <- response.StatusCode
	}()
	for len(s.searches.places) == 0 {
		time.Sleep(time.Millisecond)
	}
	stop()
	if status := <-answered; status != http.StatusOK {
		t.Errorf("the request that ran got the status %d", status)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
