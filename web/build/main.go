// Command build bundles the page into web/dist. It is run by go generate and
// its output is committed, so that building the program needs no npm.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// The bundle is made beside the old one and takes its place when it is whole.
const (
	dist  = "dist.next"
	whole = "dist"
)

func main() {
	if err := build(); err != nil {
		_ = os.RemoveAll(dist) // what is left of it is of no use
		fmt.Fprintln(os.Stderr, "web/build:", err)
		os.Exit(1)
	}
}

func build() error {
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.Mkdir(dist, 0o755); err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "src/main.ts", OutputPath: "app"},
			{InputPath: "src/style/main.css", OutputPath: "style"},
		},
		Outdir:            dist,
		Bundle:            true,
		Write:             true,
		Charset:           api.CharsetUTF8,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		LogLevel:          api.LogLevelWarning,
	})
	if len(result.Errors) > 0 {
		return errors.New("bundling failed")
	}
	if err := languages(); err != nil {
		return err
	}
	for to, from := range map[string]string{
		"index.html":   "src/index.html",
		"icon.svg":     "src/icon.svg",
		"licenses.txt": "node_modules/snabbdom/LICENSE",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dist, to), text, 0o644); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(whole); err != nil {
		return err
	}
	return os.Rename(dist, whole)
}

// languages bundles the words of each language but English, which is in the
// page's own script, into a file that the page loads when it wants it.
func languages() error {
	var entries []api.EntryPoint
	files, err := filepath.Glob("src/words/[a-z][a-z].ts")
	if err != nil {
		return err
	}
	for _, file := range files {
		tag := strings.TrimSuffix(filepath.Base(file), ".ts")
		if tag != "en" {
			entries = append(entries, api.EntryPoint{InputPath: file, OutputPath: "words-" + tag})
		}
	}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: entries,
		Outdir:              dist,
		Bundle:              true,
		Write:               true,
		Charset:             api.CharsetUTF8,
		Format:              api.FormatESModule,
		Target:              api.ES2022,
		MinifyIdentifiers:   true,
		MinifySyntax:        true,
		MinifyWhitespace:    true,
		LogLevel:            api.LogLevelWarning,
	})
	if len(result.Errors) > 0 {
		return errors.New("bundling the words failed")
	}
	return nil
}
