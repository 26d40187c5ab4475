package server

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Sessions are rows of the site's own store, found by a random cookie, and not a
// session library's: there is nothing in a session but the player, it must end
// at once in every process when a password is changed or a player is banned, and
// the database keeps only a digest of the cookie.
const (
	cookieName  = "bolshak"
	sessionLife = 90 * 24 * time.Hour
)

var (
	errNotSignedIn = wire.NewProblem(http.StatusUnauthorized, "not-signed-in", "this needs a player: become a guest, sign in, or send a token")
	errManyAsked   = wire.NewProblem(http.StatusTooManyRequests, "too-many-requests", "too many requests; try again later")
)

// peer is where a request comes from.
type peer struct {
	// address is the client's, that of its network for IPv6.
	address string
	// local is a client on this machine that came without a proxy: the operator.
	// It is free of limits.
	local bool
	// secure says that the client came by TLS.
	secure bool
}

// peerOf tells where a request comes from. What X-Forwarded-For and
// X-Forwarded-Proto say is believed of a proxy on this machine only.
func peerOf(r *http.Request) peer {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	p := peer{address: host, secure: r.TLS != nil}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return p
	}
	forwarded := r.Header.Values("X-Forwarded-For")
	proxied := len(forwarded) > 0 || r.Header.Get("X-Forwarded-Proto") != "" || r.Header.Get("Forwarded") != ""
	if ip.Unmap().IsLoopback() {
		p.local = !proxied
		p.secure = p.secure || r.Header.Get("X-Forwarded-Proto") == "https"
		if len(forwarded) > 0 {
			// The proxy appends the address that it sees; what stands before it is
			// the client's own tale.
			list := strings.Split(forwarded[len(forwarded)-1], ",")
			if seen, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
				ip = seen
			}
		}
	}
	p.address = network(ip)
	return p
}

// network returns the address by which clients are told apart: of IPv6 the
// first half, which is what one customer has.
func network(ip netip.Addr) string {
	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		if prefix, err := ip.Prefix(64); err == nil {
			return prefix.Masked().String()
		}
	}
	return ip.String()
}

// secretOf returns the token or the cookie that a request brings.
func secretOf(r *http.Request) (secret string, bearer bool) {
	if header := r.Header.Get("Authorization"); header != "" {
		kind, value, _ := strings.Cut(header, " ")
		if strings.EqualFold(kind, "Bearer") {
			return strings.TrimSpace(value), true
		}
		return "", true
	}
	if cookie, err := r.Cookie(cookieName); err == nil {
		return cookie.Value, false
	}
	return "", false
}

// maxSecret is the most bytes of a cookie or token that is looked up.
const maxSecret = 200

// who returns the player of a request, nil if it brings no proof. A token that is
// wrong is refused; a cookie that is old is nobody's.
func (s *Server) who(r *http.Request) (*store.Player, *wire.Problem) {
	secret, bearer := secretOf(r)
	if secret == "" && !bearer {
		return nil, nil
	}
	find := s.store.SessionPlayer
	if bearer {
		find = s.store.TokenPlayer
	}
	if len(secret) > maxSecret {
		secret = ""
	}
	p, err := find(r.Context(), secret)
	switch {
	case errors.Is(err, store.ErrNotFound) && !bearer:
		return nil, nil
	case errors.Is(err, store.ErrNotFound):
		return nil, errNotSignedIn
	case err != nil:
		return nil, s.problem(r, err)
	case p.Banned:
		return nil, s.problem(r, store.ErrBanned)
	}
	return &p, nil
}

// signIn gives a player a session.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request, player string) error {
	secret, err := s.store.CreateSession(r.Context(), player, sessionLife)
	if err != nil {
		return err
	}
	http.SetCookie(w, sessionCookie(r, secret, int(sessionLife.Seconds())))
	return nil
}

func sessionCookie(r *http.Request, secret string, age int) *http.Cookie {
	return &http.Cookie{
		Name: cookieName, Value: secret, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: peerOf(r).secure, SameSite: http.SameSiteLaxMode,
	}
}

// player returns the player of a request that needs one.
func (s *Server) player(r *http.Request) (*store.Player, *wire.Problem) {
	p, problem := s.who(r)
	if problem == nil && p == nil {
		problem = errNotSignedIn
	}
	return p, problem
}

// playerOrGuest returns the player of a request, and makes a guest of a browser
// that has none.
func (s *Server) playerOrGuest(w http.ResponseWriter, r *http.Request) (*store.Player, *wire.Problem) {
	p, problem := s.who(r)
	if p != nil || problem != nil {
		return p, problem
	}
	if !s.limits.guest.allow(r) {
		return nil, errManyAsked
	}
	guest, err := s.store.CreateGuest(r.Context())
	if err == nil {
		err = s.signIn(w, r, guest.ID)
	}
	if err != nil {
		return nil, s.problem(r, err)
	}
	return &guest, nil
}

// posted reads a request's body into q and then asks who sends it; where it says
// no it has refused the request.
func (s *Server) posted(w http.ResponseWriter, r *http.Request, q any, who func(*http.Request) (*store.Player, *wire.Problem)) (*store.Player, bool) {
	problem := wire.ReadJSON(w, r, q)
	var p *store.Player
	if problem == nil {
		p, problem = who(r)
	}
	if problem != nil {
		wire.WriteProblem(w, problem)
	}
	return p, problem == nil
}

// personOf names whoever asks, by whom turns are counted.
func personOf(r *http.Request, p *store.Player) string {
	if p == nil {
		return "address " + peerOf(r).address
	}
	return "player " + p.ID
}
