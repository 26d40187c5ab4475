// Command build bundles the page into web/dist and compiles its worker's Go
// code to WebAssembly. It is run by go generate and its output is committed, so
// that building the program needs no npm.
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
	for _, step := range []func() error{page, languages, worker, program, icons, licenses, versioned} {
		if err := step(); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(whole); err != nil {
		return err
	}
	return os.Rename(dist, whole)
}

// page bundles the page's own script, with English, and its style.
func page() error {
	return bundle("page", api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "src/main.ts", OutputPath: "app"},
			{InputPath: "src/style/main.css", OutputPath: "style"},
		},
	})
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
	return bundle("words", api.BuildOptions{EntryPointsAdvanced: entries, Format: api.FormatESModule})
}

// bundle bundles files into dist.
func bundle(what string, options api.BuildOptions) error {
	if options.Format == api.FormatDefault {
		options.Format = api.FormatIIFE
	}
	options.Outdir = dist
	options.Bundle = true
	options.Write = true
	options.Charset = api.CharsetUTF8
	options.Target = api.ES2022
	options.MinifyIdentifiers = true
	options.MinifySyntax = true
	options.MinifyWhitespace = true
	options.LogLevel = api.LogLevelWarning
	if len(api.Build(options).Errors) > 0 {
		return errors.New("bundling failed: " + what)
	}
	return nil
}

// licenses puts the licences of what others wrote for the page into one file.
func licenses() error {
	goroot, err := goEnv("GOROOT")
	if err != nil {
		return err
	}
	var all []byte
	for _, of := range []struct{ name, file string }{
		{"Snabbdom, in app.js", "node_modules/snabbdom/LICENSE"},
		{"Go, in worker.js and bolshak.wasm", filepath.Join(goroot, "LICENSE")},
	} {
		text, err := os.ReadFile(of.file)
		if err != nil {
			return err
		}
		all = fmt.Appendf(all, "%s\n\n%s\n\n", of.name, strings.TrimSpace(string(text)))
	}
	return os.WriteFile(filepath.Join(dist, "licenses.txt"), all, 0o644)
}
