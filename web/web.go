// Package web holds the page of the site: TypeScript in src, bundled into
// dist, which is committed and embedded.
//
// After a change in src, or in the Go code that the page's worker has (wasm), run
// npm ci (once) and go generate ./web.
package web

import (
	"embed"
	"io/fs"
)

//go:generate go run ./build

//go:embed dist
var dist embed.FS

// Files returns the files of the page: index.html and what it asks for.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // dist is a constant of the program
	}
	return files
}
