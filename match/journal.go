package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Errors of [OpenJournal], for errors.Is.
var (
	// ErrJournal: a file is no journal, or damaged before its end.
	ErrJournal = errors.New("not a match journal")
	// ErrOtherMatch: a journal is of a match with other parameters.
	ErrOtherMatch = errors.New("the journal of another match")
	// ErrInUse: another process plays the match.
	ErrInUse = errors.New("the journal is in use")
)

// Journal keeps the games of a match that is under way in a file, so that the
// match goes on after its process was killed.
//
// The file is text. Its first line is "bolshak match journal 1", its second one
// the [Header], each following one a game, in the order in which they were
// finished. A line is a checksum (CRC-32C of the rest, eight hexadecimal digits),
// a space and a JSON document. A game is on disk before it counts. A last line
// that was cut off is dropped: its game is played again.
type Journal struct {
	file   *os.File
	header Header
	games  []Game
}

// Header says which match a journal is of.
type Header struct {
	// Params are whatever determines the games, by name.
	Params map[string]string `json:"params"`
	// Offset is for the caller: where in another file what belongs to the match
	// begins. It is no parameter.
	Offset int64 `json:"offset"`
}

const journalMagic = "bolshak match journal 1\n"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// OpenJournal opens the journal of a match, or begins one if there is no file.
// The error is that of the operating system or matches ErrJournal, ErrOtherMatch
// (naming the parameters that differ) or ErrInUse.
func OpenJournal(path string, h Header) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, header: h}
	if err = lock(file); err == nil {
		err = j.read()
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, nil
}

// read reads the file and leaves it ready for the next game.
func (j *Journal) read() error {
	in := bufio.NewReader(j.file)
	end := int64(0) // of the lines that are whole
	magic, err := in.ReadString('\n')
	switch {
	case err == io.EOF && strings.HasPrefix(journalMagic, magic):
		return j.begin()
	case magic != journalMagic:
		return ErrJournal
	case err != nil:
		return err
	}
	end += int64(len(magic))
	for number := 2; ; number++ {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && number == 2:
			return j.begin()
		case err == io.EOF:
			if err := j.file.Truncate(end); err != nil {
				return err
			}
			_, err = j.file.Seek(end, io.SeekStart)
			return err
		case err != nil:
			return err
		}
		if err := j.line(line, number == 2); err != nil {
			if _, peekErr := in.Peek(1); peekErr == io.EOF && number > 2 && errors.Is(err, errChecksum) {
				continue // the last line, half written: the next read ends it
			}
			return fmt.Errorf("line %d: %w", number, err)
		}
		end += int64(len(line))
	}
}

var errChecksum = fmt.Errorf("%w: wrong checksum", ErrJournal)

// line reads a line behind the first.
func (j *Journal) line(line []byte, header bool) error {
	sum, data, ok := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	want, err := strconv.ParseUint(string(sum), 16, 32)
	if !ok || err != nil || uint32(want) != crc32.Checksum(data, castagnoli) {
		return errChecksum
	}
	if header {
		var h Header
		if err := json.Unmarshal(data, &h); err != nil {
			return fmt.Errorf("%w: %w", ErrJournal, err)
		}
		if differ := differences(h.Params, j.header.Params); len(differ) > 0 {
			return fmt.Errorf("%w: %s", ErrOtherMatch, strings.Join(differ, ", "))
		}
		j.header = h
		return nil
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return fmt.Errorf("%w: %w", ErrJournal, err)
	}
	g, err := r.game()
	if err != nil {
		return fmt.Errorf("%w: game %d: %w", ErrJournal, r.Number, err)
	}
	if slices.ContainsFunc(j.games, func(other Game) bool { return other.Number == g.Number }) {
		return fmt.Errorf("%w: game %d is there twice", ErrJournal, g.Number)
	}
	j.games = append(j.games, g)
	return nil
}

// differences names the parameters in which two matches differ.
func differences(old, now map[string]string) []string {
	var list []string
	for name, value := range old {
		if other, ok := now[name]; !ok || other != value {
			list = append(list, fmt.Sprintf("%s was %q, is %q", name, value, other))
		}
	}
	for name, value := range now {
		if _, ok := old[name]; !ok {
			list = append(list, fmt.Sprintf("%s was not told, is %q", name, value))
		}
	}
	slices.Sort(list)
	return list
}

// begin writes the first lines.
func (j *Journal) begin() error {
	if err := j.file.Truncate(0); err != nil {
		return err
	}
	if _, err := j.file.WriteAt([]byte(journalMagic), 0); err != nil {
		return err
	}
	if _, err := j.file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	if err := j.append(j.header); err != nil {
		return err
	}
	// The name must be on disk too. Where a folder cannot be synced there is
	// nothing more to be done.
	if dir, err := os.Open(filepath.Dir(j.file.Name())); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
	return nil
}

// append writes a line and waits until it is on disk.
func (j *Journal) append(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	line := fmt.Appendf(nil, "%08x %s\n", crc32.Checksum(data, castagnoli), data)
	if _, err := j.file.Write(line); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *Journal) add(g *Game) error {
	if err := j.append(newRecord(g)); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Header returns what the journal was begun with.
func (j *Journal) Header() Header { return j.header }

// Games returns the games that were in the journal when it was opened, in the
// order in which they were finished.
func (j *Journal) Games() []Game { return j.games }

// Close closes the file and keeps it.
func (j *Journal) Close() error { return j.file.Close() }

// Remove closes the file and removes it: the match is over.
func (j *Journal) Remove() error { return errors.Join(j.file.Close(), os.Remove(j.file.Name())) }
