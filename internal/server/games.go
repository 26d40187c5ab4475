package server

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/socket"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// liveGame tells a game on the site.
func (s *Server) liveGame(w http.ResponseWriter, r *http.Request) {
	p, problem := s.who(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	view, err := s.club.View(r.Context(), r.PathValue("id"), idOf(p))
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, view)
}

func idOf(p *store.Player) string {
	if p == nil {
		return ""
	}
	return p.ID
}

// act carries out an action in a game.
func (s *Server) act(w http.ResponseWriter, r *http.Request) {
	var a socket.Action
	p, ok := s.posted(w, r, &a, s.player)
	if !ok {
		return
	}
	version, err := s.club.Do(r.Context(), *p, r.PathValue("id"), a.Action, a.Text)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, map[string]int{"version": version})
}

// reportChat complains to the operator about something said.
func (s *Server) reportChat(w http.ResponseWriter, r *http.Request) {
	var q struct {
		N int64 `json:"n"`
	}
	p, ok := s.posted(w, r, &q, s.player)
	if !ok {
		return
	}
	if err := s.store.ReportChat(r.Context(), r.PathValue("id"), q.N, p.ID); err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// gamePDN gives a game as text.
func (s *Server) gamePDN(w http.ResponseWriter, r *http.Request) {
	g, err := s.club.Game(r.Context(), r.PathValue("id"))
	var text *pdn.Game
	if err == nil {
		text, err = live.PDN(g.State, namesOf(g, siteOf(r)+"/game/"+g.ID))
	}
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Content-Type", "application/x-pdn; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.pdn"`, g.ID))
	w.Header().Set("Cache-Control", "no-store")
	if err := pdn.NewWriter(w, pdn.WriteOptions{}).WriteGame(text); err != nil {
		s.log.InfoContext(r.Context(), "a game was not written whole", "game", g.ID, "error", err)
	}
}

// siteOf returns the address of the site as the client knows it.
func siteOf(r *http.Request) string {
	if peerOf(r).secure {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func namesOf(g *store.Game, site string) live.Names {
	name := func(s store.Seated) string {
		if s.Level > 0 {
			return fmt.Sprintf("Bolshak (level %d)", s.Level)
		}
		return s.Name
	}
	return live.Names{
		Site: site, White: name(g.Seated[0]), Black: name(g.Seated[1]),
		WhiteRating: g.Seated[0].Rating, BlackRating: g.Seated[1].Rating,
	}
}

// archive lists finished games.
func (s *Server) archive(w http.ResponseWriter, r *http.Request) {
	q, problem := searchOf(r.URL.Query())
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	page, err := s.store.Search(r.Context(), q)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, map[string]any{"games": club.NewLines(page.Games), "next": orNull(page.Next)})
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// searchOf reads what games are wanted.
func searchOf(query url.Values) (store.Search, *wire.Problem) {
	bad := func(detail string) (store.Search, *wire.Problem) {
		return store.Search{}, wire.NewProblem(http.StatusUnprocessableEntity, "bad-query", detail)
	}
	for name, values := range query {
		if len(values) != 1 || len(values[0]) > maxName {
			return bad(fmt.Sprintf("%s is to be given once, with at most %d bytes", wire.Clip(name, maxName), maxName))
		}
	}
	q := store.Search{
		Player: query.Get("player"), Opponent: query.Get("opponent"), Opening: query.Get("opening"),
		Result: query.Get("result"), Class: rating.Class(query.Get("class")), Before: query.Get("before"),
	}
	switch q.Result {
	case "", "1-0", "0-1", "1/2-1/2":
	case "win", "loss", "draw":
		if q.Player == "" {
			return bad("the result " + q.Result + " is that of a player: give one")
		}
	default:
		return bad(fmt.Sprintf("the result %q is none of 1-0, 0-1, 1/2-1/2, win, loss, draw", q.Result))
	}
	if q.Opponent != "" && q.Player == "" {
		return bad("an opponent is one of a player: give one")
	}
	if q.Class != "" && !q.Class.Valid() {
		return bad(fmt.Sprintf("the class %q is none of %v", q.Class, rating.Classes()))
	}
	for name, to := range map[string]*time.Time{"from": &q.From, "to": &q.To} {
		text := query.Get(name)
		if text == "" {
			continue
		}
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return bad(fmt.Sprintf("%s is to be a date such as 2026-01-31, not %q", name, text))
		}
		if name == "to" {
			day = day.AddDate(0, 0, 1).Add(-time.Microsecond)
		}
		*to = day
	}
	return q, nil
}

// exportGames gives all finished games of a player as text.
func (s *Server) exportGames(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("player")
	p, err := s.store.PlayerByName(r.Context(), name)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Content-Type", "application/x-pdn; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="games.pdn"`)
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Now().Add(exportTimeout)) // a test's writer has none
	buffered := bufio.NewWriter(w)
	if err := s.store.ExportPlayer(r.Context(), buffered, p.Name); err != nil {
		s.log.WarnContext(r.Context(), "games were not written whole", "player", p.ID, "error", err)
		panic(http.ErrAbortHandler) // so that the client does not take it for all
	}
	_ = buffered.Flush() // the client may be gone; then nobody reads it
}

// exportTimeout is how long an export may take.
const exportTimeout = 10 * time.Minute

// profile tells a player with what was played.
func (s *Server) profile(w http.ResponseWriter, r *http.Request) {
	told, err := s.club.Profile(r.Context(), r.PathValue("name"))
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, told)
}
