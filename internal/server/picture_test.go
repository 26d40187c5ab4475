package server

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
)

func TestPictures(t *testing.T) {
	h := newTestServer(t)
	query := "?" + url.Values{"fen": {"W:Wc3,Ka1:Bd6"}, "theme": {"slate"}, "numbers": {"true"}}.Encode()
	svg := get(h, "/api/v1/diagram.svg"+query)
	if svg.Code != http.StatusOK || svg.Header().Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(svg.Body.String(), "<svg ") {
		t.Errorf("SVG: status %d, %v, %.60s", svg.Code, svg.Header(), svg.Body)
	}
	flipped := get(h, "/api/v1/diagram.svg"+query+"&flip=true")
	if flipped.Body.String() == svg.Body.String() {
		t.Error("a flipped board is the same picture")
	}
	w := get(h, "/api/v1/diagram.png"+query)
	picture, err := png.Decode(bytes.NewReader(w.Body.Bytes()))
	if err != nil || picture.Bounds().Dx() != 640 || w.Header().Get("Content-Type") != "image/png" {
		t.Errorf("PNG: status %d, %v, %v", w.Code, w.Header(), err)
	}
	if again := get(h, "/api/v1/diagram.png"+query, "If-None-Match", w.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("a known picture was sent again: status %d", again.Code)
	}
	if w.Header().Get("Cache-Control") != "public, max-age=86400" {
		t.Errorf("Cache-Control %q", w.Header().Get("Cache-Control"))
	}
}

func TestPicturesThatAreRefused(t *testing.T) {
	h := newTestServer(t)
	for query, code := range map[string]string{
		"fen=hello":     "bad-fen",
		"fen=W:Wa2:Bh8": "bad-fen",
		"fen=" + strings.Repeat("W", stateless.MaxFEN+1): "bad-fen",
		"theme=gold":                            "bad-theme",
		"fen=%3Cscript%3Ealert(1)%3C/script%3E": "bad-fen",
	} {
		for _, kind := range []string{"svg", "png"} {
			wantProblem(t, get(h, "/api/v1/diagram."+kind+"?"+query), 422, code, -1)
		}
	}
}
