package server

import (
	"encoding/json"
	"net/http"
)

// problem is an RFC 9457 problem document. Its code is stable: clients may
// depend on it; the detail is for people.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
	// Index is the place of the move that is at fault, from 0.
	Index *int `json:"index,omitempty"`
}

func (p *problem) Error() string { return p.Detail }

func newProblem(status int, code, detail string) *problem {
	return &problem{
		Type:   "urn:bolshak:problem:" + code,
		Title:  http.StatusText(status),
		Status: status,
		Detail: detail,
		Code:   code,
	}
}

func (p *problem) at(index int) *problem {
	q := *p
	q.Index = &index
	return &q
}

var (
	errForeignOrigin = newProblem(http.StatusForbidden, "foreign-origin", "the request comes from another site")
	errNotFound      = newProblem(http.StatusNotFound, "not-found", "there is nothing at this address")
	errMethod        = newProblem(http.StatusMethodNotAllowed, "method-not-allowed", "this address does not take that method; see Allow")
	errBusy          = newProblem(http.StatusServiceUnavailable, "busy", "too many games wait for a move; try again in a few seconds")
	errStopped       = newProblem(http.StatusServiceUnavailable, "stopped", "stopped before there was an answer")
	errInternal      = newProblem(http.StatusInternalServerError, "internal", "something went wrong on the server")
)

func writeProblem(w http.ResponseWriter, p *problem) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	if p.Status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "2")
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may be gone; then nobody reads it
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone; then nobody reads it
}
