package wire

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
		Title:  titles[status],
		Status: status,
		Detail: detail,
		Code:   code,
	}
}

// Refuse returns a problem with a request that was understood: status 422.
func Refuse(code, detail string) *Problem { return NewProblem(422, code, detail) }

// titles are the texts of the statuses that problems have. They stand here since
// the page has this package too, and has no room for net/http.
var titles = map[int]string{
	400: "Bad Request",
	401: "Unauthorized",
	403: "Forbidden",
	404: "Not Found",
	405: "Method Not Allowed",
	409: "Conflict",
	413: "Request Entity Too Large",
	415: "Unsupported Media Type",
	422: "Unprocessable Entity",
	426: "Upgrade Required",
	429: "Too Many Requests",
	500: "Internal Server Error",
	503: "Service Unavailable",
}

// At returns the problem with the place of the move that is at fault.
func (p *Problem) At(index int) *Problem {
	q := *p
	q.Index = &index
	return &q
}

// Problems that many addresses know.
var (
	ErrForeignOrigin = NewProblem(403, "foreign-origin", "the request comes from another site")
	ErrNotFound      = NewProblem(404, "not-found", "there is nothing at this address")
	ErrMethod        = NewProblem(405, "method-not-allowed", "this address does not take that method; see Allow")
	ErrBusy          = NewProblem(503, "busy", "too much is asked at once; try again in a few seconds")
	ErrStopped       = NewProblem(503, "stopped", "stopped before there was an answer")
	ErrInternal      = NewProblem(500, "internal", "something went wrong on the server")
)
