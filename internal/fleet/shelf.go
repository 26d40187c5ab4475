package fleet

import (
	"context"
	"errors"
	"sync"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// bucket is where the files of tables lie while they are built: finished tables
// as name-sum, parts as part-...
const (
	bucket     = "tables"
	partPrefix = "part-"
	sumDigits  = 16 // of a sum in a name
)

// shelf opens the bucket when it is wanted.
type shelf struct {
	mu    sync.Mutex
	files *cluster.Files
}

func (s *shelf) open(ctx context.Context, node *cluster.Node) (*cluster.Files, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		var err error
		if s.files, err = node.Files(ctx, bucket); err != nil {
			return nil, err
		}
	}
	return s.files, nil
}

// remove deletes a file that may be gone already.
func remove(ctx context.Context, files *cluster.Files, name string) error {
	if err := files.Delete(ctx, name); !errors.Is(err, cluster.ErrUnknown) {
		return err
	}
	return nil
}
