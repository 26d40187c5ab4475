package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// MaxBody is the most bytes of a request's JSON.
const MaxBody = 256 << 10

// ReadJSON reads the one JSON value of a request's body into v.
func ReadJSON(w http.ResponseWriter, r *http.Request, v any) *Problem {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return NewProblem(http.StatusUnsupportedMediaType, "not-json", "the Content-Type must be application/json")
	}
	return decode(http.MaxBytesReader(w, r.Body, MaxBody), v)
}

// Decode reads one JSON value, as a message of a socket brings it.
func Decode(text []byte, v any) *Problem { return decode(strings.NewReader(string(text)), v) }

func decode(r io.Reader, v any) *Problem {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(errors.New("more than one JSON value"), more)
		}
	}
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return NewProblem(http.StatusRequestEntityTooLarge, "too-large", fmt.Sprintf("the request is longer than %d bytes", tooLarge.Limit))
	case err != nil:
		return NewProblem(http.StatusBadRequest, "bad-json", jsonFault(err))
	}
	return nil
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
	return strings.TrimPrefix(err.Error(), "json: ")
}
