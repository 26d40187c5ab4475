package wire

import (
	"encoding/json"
	"net/http"
)

// Problem is an RFC 9457 problem document. Its code is stable: clients may
// depend on it; the detail is for people.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
	// Index is the place of the move that is at fault, from 0.
	Index *int `json:"index,omitempty"`
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// NewProblem returns a problem with the HTTP status it is told with.
func NewProblem(status int, code, detail string) *Problem {
	return &Problem{
		Type:   "urn:bolshak:problem:" + code,
		Title:  http.StatusText(status),
		Status: status,
		Detail: detail,
		Code:   code,
	}
}

// At returns the problem with the place of the move that is at fault.
func (p *Problem) At(index int) *Problem {
	q := *p
	q.Index = &index
	return &q
}

// Problems that many addresses know.
var (
	ErrForeignOrigin = NewProblem(http.StatusForbidden, "foreign-origin", "the request comes from another site")
	ErrNotFound      = NewProblem(http.StatusNotFound, "not-found", "there is nothing at this address")
	ErrMethod        = NewProblem(http.StatusMethodNotAllowed, "method-not-allowed", "this address does not take that method; see Allow")
	ErrBusy          = NewProblem(http.StatusServiceUnavailable, "busy", "too much is asked at once; try again in a few seconds")
	ErrStopped       = NewProblem(http.StatusServiceUnavailable, "stopped", "stopped before there was an answer")
	ErrInternal      = NewProblem(http.StatusInternalServerError, "internal", "something went wrong on the server")
)

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
