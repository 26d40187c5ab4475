//go:build !js

package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
)

// ReadJSON reads the one JSON value of a request's body into v.
func ReadJSON(w http.ResponseWriter, r *http.Request, v any) *Problem {
	if p := kindOf(r); p != nil {
		return p
	}
	err := decode(http.MaxBytesReader(w, r.Body, MaxBody), v)
	if p := tooLarge(err); p != nil {
		return p
	}
	return unread(err)
}

// ReadBody reads a request's body that is to be JSON, whatever is in it.
func ReadBody(w http.ResponseWriter, r *http.Request) ([]byte, *Problem) {
	if p := kindOf(r); p != nil {
		return nil, p
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if p := tooLarge(err); p != nil {
		return nil, p
	}
	return text, unread(err)
}

// ReadText reads a request's body of at most so many bytes, of any kind.
func ReadText(w http.ResponseWriter, r *http.Request, most int64) ([]byte, *Problem) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if p := tooLarge(err); p != nil {
		return nil, p
	}
	if err != nil {
		return nil, NewProblem(http.StatusBadRequest, "cut-short", "the text did not come whole")
	}
	return text, nil
}

func kindOf(r *http.Request) *Problem {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return NewProblem(http.StatusUnsupportedMediaType, "not-json", "the Content-Type must be application/json")
	}
	return nil
}

func tooLarge(err error) *Problem {
	var limit *http.MaxBytesError
	if !errors.As(err, &limit) {
		return nil
	}
	return NewProblem(http.StatusRequestEntityTooLarge, "too-large", fmt.Sprintf("the request is longer than %d bytes", limit.Limit))
}

// WriteProblem answers a request with a problem.
func WriteProblem(w http.ResponseWriter, p *Problem) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	if p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "2")
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may be gone; then nobody reads it
}

// WriteJSON answers a request with a body.
func WriteJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone; then nobody reads it
}
