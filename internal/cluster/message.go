package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// headerPut tells one submission of a job from another of the same id.
const headerPut = "Bolshak-Put"

// stored is a message of a stream.
type stored struct {
	Subject string    `json:"subject"`
	Seq     uint64    `json:"seq"`
	Raw     []byte    `json:"hdrs"`
	Data    []byte    `json:"data"`
	Time    time.Time `json:"time"`
	header  nats.Header
}

// priority returns the priority of a job by its subject.
func (m *stored) priority() Priority {
	if tokens := strings.Split(m.Subject, "."); len(tokens) > 3 {
		for _, p := range priorities {
			if tokens[3] == p.String() {
				return p
			}
		}
	}
	return Low
}

// get asks the leader of a stream for a message: for one by its number, or for
// the newest with a subject, which may have wildcards. It returns nil without an
// error if there is no such message or stream.
func (n *Node) get(ctx context.Context, stream string, seq uint64, subject string) (*stored, error) {
	return n.fetch(ctx, stream, question{Seq: seq, Last: subject})
}

// getNext asks for the first message with a subject that has this number or a
// higher one.
func (n *Node) getNext(ctx context.Context, stream string, seq uint64, subject string) (*stored, error) {
	return n.fetch(ctx, stream, question{Seq: seq, Next: subject})
}

// question asks for a message.
type question struct {
	Seq  uint64 `json:"seq,omitempty"`
	Last string `json:"last_by_subj,omitempty"`
	Next string `json:"next_by_subj,omitempty"`
}

func (n *Node) fetch(ctx context.Context, stream string, q question) (*stored, error) {
	ask, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, n.pace.request)
	defer cancel()
	m, err := n.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, ask)
	if err != nil {
		return nil, fmt.Errorf("asking stream %s for a message: %w", stream, err)
	}
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message *stored             `json:"message"`
	}
	if err := json.Unmarshal(m.Data, &answer); err != nil {
		return nil, fmt.Errorf("asking stream %s for a message: %w", stream, err)
	}
	if answer.Error != nil {
		switch answer.Error.ErrorCode {
		case jetstream.JSErrCodeMessageNotFound, jetstream.JSErrCodeStreamNotFound:
			return nil, nil
		}
		return nil, fmt.Errorf("asking stream %s for a message: %w", stream, answer.Error)
	}
	if answer.Message == nil {
		return nil, fmt.Errorf("asking stream %s for a message: an empty answer", stream)
	}
	if len(answer.Message.Raw) > 0 {
		if answer.Message.header, err = nats.DecodeHeadersMsg(answer.Message.Raw); err != nil {
			return nil, fmt.Errorf("a message of stream %s: %w", stream, err)
		}
	}
	return answer.Message, nil
}

// remove deletes a message of a stream; one that is not there is no error.
func (n *Node) remove(ctx context.Context, stream string, seq uint64) error {
	ctx, cancel := context.WithTimeout(ctx, n.pace.request)
	defer cancel()
	s, err := n.js.Stream(ctx, stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	err = s.DeleteMsg(ctx, seq)
	if err != nil && !passing(err) {
		if m, look := n.get(ctx, stream, seq, ""); look == nil && m == nil {
			return nil
		}
	}
	return err
}

// removeAgain is remove for as long as it takes.
func (n *Node) removeAgain(ctx context.Context, stream string, seq uint64) error {
	_, err := again(ctx, n, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, n.remove(ctx, stream, seq)
	})
	return err
}

// again asks servers a question again until they answer, as long as ctx lets it
// and for ten seconds at most: while they choose a new leader, questions get lost.
func again[T any](ctx context.Context, n *Node, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, n.pace.dial)
	defer cancel()
	for {
		try, cancel := context.WithTimeout(ctx, n.pace.request/2)
		v, err := f(try)
		cancel()
		if err == nil || !passing(err) || n.ctx.Err() != nil || pause(ctx, 50*time.Millisecond) != nil {
			return v, err
		}
	}
}

// passing reports whether an error is one of those that servers give while they
// choose a leader or start.
func passing(err error) bool {
	switch apiCode(err) {
	case codeNotAvailable, codeNoLeader, codeNoPeers, codeInsufficient:
		return true
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders)
}
