package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// versioned finishes the page: the files that were made have a version, their
// common hash, by which index.html asks for them and the service worker keeps
// them.
func versioned() error {
	entries, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	sum := sha256.New()
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dist, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n%s", entry.Name(), len(text), text)
	}
	heads := map[string]string{}
	for _, name := range []string{"index.html", "manifest.webmanifest"} {
		text, err := os.ReadFile(filepath.Join("src", name))
		if err != nil {
			return err
		}
		sum.Write(text)
		heads[name] = string(text)
	}
	version := hex.EncodeToString(sum.Sum(nil)[:6])
	for name, text := range heads {
		text = strings.ReplaceAll(text, "{version}", version)
		if err := os.WriteFile(filepath.Join(dist, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	kept := []string{"/", "/manifest.webmanifest"}
	for _, entry := range entries {
		kept = append(kept, "/assets/"+strings.TrimSuffix(entry.Name(), ".gz")+"?v="+version)
	}
	list, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return bundle("service worker", api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{{InputPath: "src/offline/sw.ts", OutputPath: "sw"}},
		Define:              map[string]string{"VERSION": `"` + version + `"`, "FILES": string(list)},
	})
}
