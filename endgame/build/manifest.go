package build

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/endgame/file"
)

// ManifestName is the file that lists the finished files of a directory, one a
// line: name, length in bytes, SHA-256 of all bytes, with tabs between.
const ManifestName = "manifest.tsv"

const manifestHead = "# Bolshak endgame tables: file, bytes, SHA-256\n"

// entry is a line of a manifest.
type entry struct {
	size int64
	sum  string
}

// manifest is the list of finished files by name.
type manifest map[string]entry

// readManifest reads the list of a directory, empty if there is none.
func readManifest(dir string) (manifest, error) {
	m := manifest{}
	text, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if strings.HasPrefix(line, "#") {
			continue
		}
		var name string
		var e entry
		if n, err := fmt.Sscanf(line, "%s\t%d\t%s\n", &name, &e.size, &e.sum); n != 3 || err != nil {
			return nil, fmt.Errorf("%s:%d: not a line of a list of tables", filepath.Join(dir, ManifestName), number)
		}
		m[name] = e
	}
	return m, nil
}

// holds reports whether a file is in the directory, whole as far as its length and
// its header tell.
func (e entry) holds(dir, name string) bool {
	t, err := file.OpenFile(filepath.Join(dir, name))
	if err != nil {
		return false
	}
	defer t.Close()
	return t.Size() == e.size
}

func entryOf(data []byte) entry {
	return entry{size: int64(len(data)), sum: fmt.Sprintf("%x", sha256.Sum256(data))}
}

func (m manifest) add(name string, data []byte) { m[name] = entryOf(data) }

// write writes the list to the directory.
func (m manifest) write(dir string) error {
	var sb strings.Builder
	sb.WriteString(manifestHead)
	for _, name := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&sb, "%s\t%d\t%s\n", name, m[name].size, m[name].sum)
	}
	return writeFile(dir, ManifestName, []byte(sb.String()))
}

// temporary is how the names of unfinished files end.
const temporary = ".tmp*"

// removeTemporary removes what an earlier run has left unfinished.
func removeTemporary(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*"+temporary))
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file so that after any fault either nothing is there under
// its name, or what was there before, or all of it.
func writeFile(dir, name string, bytes []byte) error {
	f, err := os.CreateTemp(dir, name+temporary)
	if err != nil {
		return err
	}
	_, err = f.Write(bytes)
	if err == nil {
		err = f.Sync()
	}
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	return syncDir(dir)
}

// syncDir makes a rename last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
