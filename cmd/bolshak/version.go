package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/bolshak-draughts/bolshak/engine/eval"
)

// version is that of the next release.
const version = "0.1.0"

type versionCmd struct {
	JSON bool `help:"Print JSON."`
}

func (versionCmd) Help() string { return "Example: bolshak version --json" }

func (c versionCmd) Run(s streams) error {
	doc := struct {
		Version  string `json:"version"`
		Revision string `json:"revision,omitempty"`
		Go       string `json:"go"`
		Platform string `json:"platform"`
		Weights  string `json:"weights"`
	}{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Weights: eval.Default().Hash()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				doc.Revision = setting.Value
			}
		}
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(doc)
	}
	line := "bolshak " + doc.Version
	if doc.Revision != "" {
		line += " " + doc.Revision
	}
	_, err := fmt.Fprintf(s.out, "%s\n%s\n%s\nweights %s\n", line, doc.Go, doc.Platform, doc.Weights)
	return err
}
