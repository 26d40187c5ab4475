package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// goEnv asks the go command for one of its settings.
func goEnv(name string) (string, error) {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return "", fmt.Errorf("go env %s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// worker bundles the page's worker with the script that comes with Go.
func worker() error {
	goroot, err := goEnv("GOROOT")
	if err != nil {
		return err
	}
	return bundle("worker", api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{{InputPath: "src/offline/worker.ts", OutputPath: "worker"}},
		Alias:               map[string]string{"wasm_exec": filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")},
	})
}

// module is the path of this module, as the packages below have it.
const module = "github.com/bolshak-draughts/bolshak/"

// small are packages that are large and not in a hurry: without inlined calls
// they are smaller.
var small = []string{
	"bytes", "encoding/json", "fmt", "internal/strconv", "io/fs", "net/netip", "net/url", "reflect", "runtime", "strconv", "strings", "time",
	module + "arbiter", module + "diagram", module + "exercise", module + "internal/server/stateless", module + "internal/server/wire",
	module + "opening", module + "pdn",
}

// program compiles the worker's Go code. The same sources and the same version
// of Go always make the same bytes. The profile default.pgo tells the compiler
// which calls of the engine are worth inlining; calls are dear in WebAssembly.
func program() error {
	made := filepath.Join(dist, "bolshak.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w"}
	for _, name := range small {
		args = append(args, "-gcflags="+name+"=-l")
	}
	cmd := exec.Command("go", append(args, "-o", made, "./wasm")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "GOFLAGS=", "GOEXPERIMENT=", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("compiling to WebAssembly: %w", err)
	}
	text, err := os.ReadFile(made)
	if err != nil {
		return err
	}
	if err := os.Remove(made); err != nil {
		return err
	}
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := zip.Write(text); err != nil {
		return err
	}
	if err := zip.Close(); err != nil {
		return err
	}
	return os.WriteFile(made+".gz", packed.Bytes(), 0o644)
}
