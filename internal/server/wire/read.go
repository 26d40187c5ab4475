package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxBody is the most bytes of a request's JSON.
const MaxBody = 256 << 10

// Decode reads the one JSON value of a request's body, or of a message of a
// socket.
func Decode(text []byte, v any) *Problem { return unread(decode(bytes.NewReader(text), v)) }

func decode(r io.Reader, v any) error {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, more := dec.Token(); !errors.Is(more, io.EOF) {
		return errors.Join(errors.New("more than one JSON value"), more)
	}
	return nil
}

// unread returns the problem of a JSON value that was not read, nil if it was.
func unread(err error) *Problem {
	if err == nil {
		return nil
	}
	return NewProblem(400, "bad-json", jsonFault(err))
}

// jsonFault says what is wrong with a request, without a word of Go.
func jsonFault(err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return "the request must be an object, not " + kind.Value
	case errors.As(err, &kind):
		return fmt.Sprintf("%s cannot be %s", kind.Field, kind.Value)
	case errors.Is(err, io.EOF):
		return "the request is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the request is cut off"
	}
	// The name of an unknown field is as long as the client likes.
	return Clip(strings.TrimPrefix(err.Error(), "json: "), MaxDetail)
}

// MaxDetail is the most bytes of what a refusal repeats of what the client has
// sent.
const MaxDetail = 400

// Clip cuts a text off before the character that makes it longer than limit
// bytes, and shows that it did.
func Clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
