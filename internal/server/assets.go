package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// contentTypes do not depend on what the system knows of file names.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".png":         "image/png",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".yaml":        "application/yaml; charset=utf-8",
}

// Files of the page that are served at the top too: a service worker has power
// over what lies beside it and below.
const (
	serviceWorker = "sw.js"
	manifest      = "manifest.webmanifest"
)

// assets are the files of the page, packed once at the start.
type assets map[string]*asset

func newAssets(page fs.FS) (assets, error) {
	files := assets{}
	entries, err := fs.ReadDir(page, ".")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		body, err := fs.ReadFile(page, entry.Name())
		if err != nil {
			return nil, err
		}
		name, packed := strings.CutSuffix(entry.Name(), ".gz")
		if !packed {
			files[name] = newAsset(name, body)
		} else {
			files[name] = newPackedAsset(name, body)
		}
	}
	for _, name := range []string{"index.html", serviceWorker, manifest} {
		if files[name] == nil {
			return nil, fmt.Errorf("the page has no %s", name)
		}
	}
	return files, nil
}

func (a assets) file(name string) http.Handler { return a[name] }

func (a assets) named(w http.ResponseWriter, r *http.Request) {
	file := a[r.PathValue("name")]
	if file == nil {
		wire.WriteProblem(w, wire.ErrNotFound)
		return
	}
	file.ServeHTTP(w, r)
}

// asset is a file with its packed form; one of them may be missing. Browsers ask
// each time whether it has changed, and get it only then.
type asset struct {
	kind         string
	plain, small []byte
	tag          string
}

func newAsset(name string, body []byte) *asset {
	a := &asset{kind: contentTypes[path.Ext(name)], plain: body, tag: tagOf(body)}
	var packed bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is a valid one
	_, _ = zip.Write(body)                                       // a bytes.Buffer takes everything
	_ = zip.Close()
	if packed.Len() < len(body) {
		a.small = packed.Bytes()
	}
	return a
}

// newPackedAsset returns a file that is packed already.
func newPackedAsset(name string, packed []byte) *asset {
	return &asset{kind: contentTypes[path.Ext(name)], small: packed, tag: tagOf(packed)}
}

// tagOf returns the entity tag of a body.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	body, tag := a.plain, a.tag
	if a.small != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body, tag = a.small, strings.TrimSuffix(a.tag, `"`)+`-gzip"`
	} else if body == nil {
		var err error
		if body, err = unpacked(a.small); err != nil {
			wire.WriteProblem(w, wire.ErrInternal)
			return
		}
	}
	h.Set("ETag", tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// unpacked unpacks a file for the few clients that cannot do it themselves.
func unpacked(small []byte) ([]byte, error) {
	zip, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(zip)
}
