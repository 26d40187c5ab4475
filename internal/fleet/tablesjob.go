package fleet

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// tablesJob asks for a part of a table.
type tablesJob struct {
	Part build.Part `json:"part"`
	// Files are the finished tables that it needs, Inputs the parts of the stage
	// before.
	Files  []tableFile `json:"files"`
	Inputs []partFile  `json:"inputs"`
}

// tableFile is a finished table.
type tableFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// object is the name of the file in the bucket.
func (f tableFile) object() string { return f.Name + "-" + f.SHA256[:min(sumDigits, len(f.SHA256))] }

// partFile is the values of a part, and also the result of a job.
type partFile struct {
	Part   build.Part `json:"part"`
	Object string     `json:"object"` // its name in the bucket
	SHA256 string     `json:"sha256"`
}

// tables solves a part and stores its values in the bucket.
func (f *Fleet) tables(ctx context.Context, files *cluster.Files, t *cluster.Task) ([]byte, error) {
	job, err := decode[tablesJob](t)
	if err != nil {
		return nil, err
	}
	for _, table := range job.Files {
		if err := f.fetch(ctx, files, table); err != nil {
			return nil, err
		}
	}
	var inputs []build.Input
	for _, in := range job.Inputs {
		inputs = append(inputs, build.Input{Part: in.Part, Sum: in.SHA256, Open: func() (io.ReadCloser, error) {
			r, _, err := files.Get(ctx, in.Object)
			return r, err
		}})
	}
	var values bytes.Buffer
	sum, err := f.shop.Solve(ctx, job.Part, inputs, &values)
	if errors.Is(err, build.ErrTooLong) {
		return nil, cluster.Hopeless(err)
	}
	if err != nil {
		return nil, err
	}
	// Two workers may be at the same part, each with a file of its own.
	result := partFile{job.Part, partPrefix + job.Part.String() + "-" + rand.Text(), sum}
	info, err := files.Put(ctx, result.Object, &values)
	if err != nil {
		return nil, err
	}
	if info.SHA256 != sum {
		return nil, errors.Join(fmt.Errorf("%s was changed on its way", result.Object), remove(ctx, files, result.Object))
	}
	return json.Marshal(result)
}

// fetch gets a finished table, unless it is there.
func (f *Fleet) fetch(ctx context.Context, files *cluster.Files, table tableFile) error {
	f.files.Lock()
	defer f.files.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if !isTableName(table.Name) {
		return cluster.Hopeless(fmt.Errorf("%q is not the name of a table", table.Name))
	}
	return f.folder.Fetch(table.Name, table.Size, table.SHA256, func() (data []byte, err error) {
		r, _, err := files.Get(ctx, table.object())
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, r.Close()) }()
		return io.ReadAll(io.LimitReader(r, table.Size+1))
	})
}

// isTableName reports whether a file has the name of a table, and so lies within
// the folder.
func isTableName(name string) bool {
	if len(name) < 4 {
		return false
	}
	b, err := index.ParseBalance(name[:4])
	if err != nil {
		return false
	}
	for _, kind := range []file.Kind{file.Result, file.Distance, file.Change} {
		if name == file.Name(b, kind) {
			return true
		}
	}
	return false
}
