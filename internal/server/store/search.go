package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
)

// The size of a page of the archive.
const (
	defaultPage = 20
	maxPage     = 100
)

// condition gathers the parts of a query that depend on what is asked for.
type condition struct {
	where []string
	args  []any
}

// add adds a part; each ? in it stands for the next of the values.
func (c *condition) add(part string, values ...any) {
	for _, v := range values {
		c.args = append(c.args, v)
		part = strings.Replace(part, "?", "$"+strconv.Itoa(len(c.args)), 1)
	}
	c.where = append(c.where, part)
}

// Search returns finished games, the latest first. A player who does not exist
// has none. The error matches [ErrCursor] if q.Before is not a Page.Next.
func (s *Store) Search(ctx context.Context, q Search) (Page, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = defaultPage
	}
	limit = min(limit, maxPage)
	query, args, err := s.searchQuery(ctx, q, limit+1)
	if errors.Is(err, ErrNotFound) {
		return Page{Games: []Line{}}, nil
	}
	if err != nil {
		return Page{}, err
	}
	rows, err := s.pool.QueryContext(ctx, query, args...)
	if isNoText(err) {
		return Page{Games: []Line{}}, nil
	}
	if err != nil {
		return Page{}, err
	}
	defer rows.Close() //nolint:errcheck // what matters is in rows.Err
	page := Page{Games: make([]Line, 0, limit)}
	for rows.Next() {
		line, err := scanLine(rows.Scan)
		if err != nil {
			return Page{}, err
		}
		if len(page.Games) == limit {
			last := page.Games[limit-1]
			page.Next = fmt.Sprintf("%d-%s", last.Finished.UnixMicro(), last.ID)
			break
		}
		page.Games = append(page.Games, line)
	}
	return page, rows.Err()
}

// searchQuery returns the query and its arguments. It is put together from what
// is asked for, so that the database finds the index that fits.
func (s *Store) searchQuery(ctx context.Context, q Search, limit int) (string, []any, error) {
	var c condition
	from, at, id := "game", "game.finished", "game.id"
	c.add("game.result <> ''")
	if q.Player != "" {
		player, err := s.reads.PlayerByKey(ctx, nameKey(q.Player))
		if err != nil {
			return "", nil, notFound(err)
		}
		from, at, id = "game_player p JOIN game ON game.id = p.game_id", "p.finished", "p.game_id"
		c.add("p.player_id = ?", player.ID)
	}
	if q.Opponent != "" {
		opponent, err := s.reads.PlayerByKey(ctx, nameKey(q.Opponent))
		if err != nil {
			return "", nil, notFound(err)
		}
		if q.Player != "" {
			c.add("p.opponent_id = ?", opponent.ID)
		} else {
			from, at, id = "game_player p JOIN game ON game.id = p.game_id", "p.finished", "p.game_id"
			c.add("p.player_id = ?", opponent.ID)
		}
	}
	switch scores := map[string]int{"win": scoreWin, "draw": scoreDraw, "loss": scoreLoss}; {
	case q.Result == "":
	case q.Player != "" && (q.Result == "win" || q.Result == "draw" || q.Result == "loss"):
		c.add("p.score = ?", scores[q.Result])
	default:
		c.add("game.result = ?", q.Result)
	}
	if q.Class != "" {
		c.add("game.class = ?", string(q.Class))
	}
	if q.Opening != "" {
		escape := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
		c.add(`game.opening_key LIKE ? ESCAPE '\'`, "%"+escape.Replace(strings.ToLower(q.Opening))+"%")
	}
	if !q.From.IsZero() {
		c.add(at+" >= ?", q.From.UnixMicro())
	}
	if !q.To.IsZero() {
		c.add(at+" <= ?", q.To.UnixMicro())
	}
	if q.Before != "" {
		us, last, _ := strings.Cut(q.Before, "-")
		finished, err := strconv.ParseInt(us, 10, 64)
		if err != nil || last == "" || len(last) > 64 {
			return "", nil, fmt.Errorf("%w: %q", ErrCursor, q.Before)
		}
		c.add(fmt.Sprintf("(%s < ? OR %[1]s = ? AND %s < ?)", at, id), finished, finished, last)
	}
	c.args = append(c.args, limit)
	return fmt.Sprintf(`SELECT game.id, game.white_id, game.black_id, COALESCE(w.name, ''), COALESCE(b.name, ''),
  game.white_level, game.black_level, game.white_rating, game.black_rating, game.white_deviation, game.black_deviation,
  game.white_change, game.black_change, game.rated, game.class, game.result, game.reason, game.article, game.plies,
  game.opening_table, game.opening_code, game.opening_name, game.opening_russian, game.created, game.finished
FROM %s LEFT JOIN player w ON w.id = game.white_id LEFT JOIN player b ON b.id = game.black_id
WHERE %s ORDER BY %s DESC, %s DESC LIMIT $%d`, from, strings.Join(c.where, " AND "), at, id, len(c.args)), c.args, nil
}

func scanLine(scan func(...any) error) (Line, error) {
	var l Line
	var ids [2]*string
	var class string
	var created, finished int64
	w, b := &l.Seated[draughts.White], &l.Seated[draughts.Black]
	err := scan(&l.ID, &ids[draughts.White], &ids[draughts.Black], &w.Name, &b.Name,
		&w.Level, &b.Level, &w.Rating, &b.Rating, &w.Deviation, &b.Deviation,
		&w.Change, &b.Change, &l.Rated, &class, &l.Result, &l.Reason, &l.Article, &l.Plies,
		&l.Debut.Table, &l.Debut.Code, &l.Debut.Name, &l.Debut.Russian, &created, &finished)
	if err != nil {
		return Line{}, err
	}
	for c, id := range ids {
		if id != nil {
			l.Seated[c].Player = *id
		}
		l.Seated[c].Rated = l.Rated
	}
	l.Class, l.Created, l.Finished = rating.Class(class), fromMicros(created), fromMicros(finished)
	return l, nil
}
