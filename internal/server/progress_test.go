package server

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/web"
)

const progressPath = "/api/v1/progress"

// member returns somebody with an account.
func member(t *testing.T, base, name string) *person {
	t.Helper()
	p := newPerson(t, base)
	p.ask("POST", "/api/v1/account/register", credentialsJSON{name, "correct horse"}, http.StatusOK)
	return p
}

// solutionOf returns the moves that solve an exercise.
func solutionOf(x *exercise.Exercise) []wire.Move {
	list := []wire.Move{}
	for _, m := range x.MainLine() {
		list = append(list, wire.NewMove(m))
	}
	return list
}

// solves sends the solution of an exercise.
func (p *person) solves(x *exercise.Exercise) heard {
	p.t.Helper()
	return p.ask("POST", progressPath, map[string]any{"exercise": x.ID, "solved": true, "moves": solutionOf(x)}, http.StatusOK)
}

func (p *person) progress() heard {
	p.t.Helper()
	return p.ask("GET", progressPath, nil, http.StatusOK)
}

// learnt writes down the exercises and lessons of a progress.
func learnt(h heard) string {
	var list []string
	for _, x := range h["exercises"].([]any) {
		list = append(list, fmt.Sprint(heard(x.(map[string]any)).at("id"), ":", heard(x.(map[string]any)).at("solved")))
	}
	for _, l := range h["lessons"].([]any) {
		list = append(list, l.(string))
	}
	return strings.Join(list, " ")
}

func TestProgressIsKept(t *testing.T) {
	_, base := host(t, Config{})
	anna := member(t, base, "Anna")
	id := heard(anna.ask("GET", "/api/v1/account", nil, http.StatusOK)).at("player", "id")
	empty := anna.progress()
	if got := learnt(empty); got != "" || empty.number("rating", "rating") != 1000 || empty.number("rating", "deviation") != 350 || empty.at("player") != id {
		t.Errorf("at first %v", empty)
	}
	all := exercise.All()
	solved, failed := all[0], all[len(all)/2]
	noted := anna.solves(solved)
	if noted.at("first") != true || noted.at("solved") != true || noted.number("change") <= 0 {
		t.Errorf("solved: %v", noted)
	}
	// Sent again, and tried again in vain, it is as it was.
	for _, body := range []map[string]any{
		{"exercise": solved.ID, "solved": true, "moves": solutionOf(solved), "player": id},
		{"exercise": solved.ID},
	} {
		again := heard(anna.ask("POST", progressPath, body, http.StatusOK))
		if again.at("first") != false || again.at("solved") != true || again.number("change") != noted.number("change") || again.number("rating", "rating") != noted.number("rating", "rating") {
			t.Errorf("again: %v, at first %v", again, noted)
		}
	}
	lost := heard(anna.ask("POST", progressPath, map[string]any{"exercise": failed.ID, "solved": false, "moves": solutionOf(failed)}, http.StatusOK))
	if lost.at("solved") != false || lost.number("change") > 0 {
		t.Errorf("with help: %v", lost)
	}
	for _, want := range []bool{true, false} {
		if got := anna.ask("POST", progressPath, map[string]any{"lesson": "man"}, http.StatusOK); got["first"] != want {
			t.Errorf("the lesson: %v", got)
		}
	}

	other := newPerson(t, base) // another browser
	other.ask("POST", "/api/v1/account/login", credentialsJSON{"anna", "correct horse"}, http.StatusOK)
	got := other.progress()
	if want := solved.ID + ":true " + failed.ID + ":false man"; learnt(got) != want {
		t.Errorf("kept is %q, want %q", learnt(got), want)
	}
	if got.number("rating", "rating") != lost.number("rating", "rating") || got.number("rating", "games") != 2 {
		t.Errorf("the rating is %v after %v", got.at("rating"), lost)
	}
	history := got["history"].([]any)
	if len(history) != 2 || heard(history[0].(map[string]any)).at("exercise") != failed.ID || heard(history[1].(map[string]any)).number("rating") != noted.number("rating", "rating") {
		t.Errorf("history %v", history)
	}
}

// TestExercisesHaveLiveRatings: everybody sees the rating to which the tries have
// moved an exercise.
func TestExercisesHaveLiveRatings(t *testing.T) {
	site, base := host(t, Config{})
	x := exercise.All()[0]
	for i := range 3 {
		member(t, base, fmt.Sprint("player", i)).ask("POST", progressPath, map[string]any{"exercise": x.ID}, http.StatusOK)
	}
	points, ok, err := site.store.ExerciseRating(t.Context(), x.ID)
	if err != nil || !ok || points <= x.Rating {
		t.Fatalf("the rating is %d, %v, %v, at first %d", points, ok, err, x.Rating)
	}
	h := site.Handler()
	list := answerOf[struct{ Exercises []stateless.Exercise }](t, h, "GET", "/api/v1/exercises", "")
	place := slices.IndexFunc(list.Exercises, func(y stateless.Exercise) bool { return y.ID == x.ID })
	for name, got := range map[string]int{
		"list":     list.Exercises[place].Rating,
		"single":   answerOf[stateless.Exercise](t, h, "GET", "/api/v1/exercises/"+x.ID, "").Rating,
		"solution": answerOf[stateless.Exercise](t, h, "GET", "/api/v1/exercises/"+x.ID+"?solution=true", "").Rating,
		"next":     answerOf[stateless.Exercise](t, h, "GET", "/api/v1/exercises/next?rating=0", "").Rating,
	} {
		if got != points {
			t.Errorf("%s: the rating is %d, want %d", name, got, points)
		}
	}
	if again := exercise.All()[0]; again.Rating == points {
		t.Error("the exercise in the box was changed")
	}
}

// TestNextIsOnesOwn: an account is given what it has not tried in any browser, by
// its own rating.
func TestNextIsOnesOwn(t *testing.T) {
	_, base := host(t, Config{})
	anna, visitor := member(t, base, "Anna"), guest(t, base)
	next := func(p *person, query string) *exercise.Exercise {
		t.Helper()
		x, _ := exercise.ByID(p.ask("GET", "/api/v1/exercises/next"+query, nil, http.StatusOK)["id"].(string))
		return x
	}
	first := next(anna, "?rating=2200")
	if want, _ := exercise.Next(1000); first != want {
		t.Errorf("the first one is %s of %d, want %s of %d", first.ID, first.Rating, want.ID, want.Rating)
	}
	if hard := next(visitor, "?rating=2200"); hard.Rating < 1800 {
		t.Errorf("a guest who says 2200 is given %d", hard.Rating)
	}
	anna.solves(first)
	second := next(anna, "")
	if second == first || second.Rating <= first.Rating {
		t.Errorf("after %s of %d comes %s of %d", first.ID, first.Rating, second.ID, second.Rating)
	}
	third := next(anna, "?seen="+second.ID)
	if third == second || third == first {
		t.Errorf("the third one is %s", third.ID)
	}
	if of := next(anna, "?theme=shot"); !slices.Contains(of.Themes.Names(), "shot") {
		t.Errorf("%s is no shot", of.ID)
	}
	status, text := anna.try("GET", "/api/v1/exercises/next?seen="+strings.Repeat("a,", stateless.MaxSeen), nil)
	if status != http.StatusUnprocessableEntity {
		t.Errorf("too much was seen: %d %s", status, text)
	}
	var tried []triedJSON
	for _, x := range exercise.All() {
		tried = append(tried, triedJSON{x.ID, true})
	}
	anna.ask("POST", progressPath+"/merge", mergeJSON{Exercises: tried}, http.StatusOK)
	anna.ask("GET", "/api/v1/exercises/next", nil, http.StatusNotFound)
}

func TestProgressIsMerged(t *testing.T) {
	_, base := host(t, Config{})
	anna := member(t, base, "Anna")
	all := exercise.All()
	noted := anna.solves(all[0])
	browser := mergeJSON{
		Lessons:   []string{"man", "board", "man", "no-lesson", ""},
		Exercises: []triedJSON{{all[0].ID, false}, {all[1].ID, true}, {all[2].ID, false}, {all[1].ID, false}, {"nothing", true}},
	}
	for range 2 {
		got := heard(anna.ask("POST", progressPath+"/merge", browser, http.StatusOK))
		tried := []string{all[1].ID + ":true", all[2].ID + ":false"}
		slices.Sort(tried)
		if want := all[0].ID + ":true " + strings.Join(tried, " ") + " board man"; learnt(got) != want {
			t.Errorf("merged %q, want %q", learnt(got), want)
		}
		if got.number("rating", "rating") != noted.number("rating", "rating") || got.number("rating", "games") != 1 || len(got["history"].([]any)) != 1 {
			t.Errorf("the rating has moved: %v", got)
		}
	}
	after := heard(anna.ask("POST", progressPath, map[string]any{"exercise": all[2].ID, "solved": true, "moves": solutionOf(all[2])}, http.StatusOK))
	if after.at("first") != false || after.at("solved") != false || after.number("change") != 0 {
		t.Errorf("what was seen is solved again: %v", after)
	}
	fresh := heard(newPerson(t, base).ask("GET", "/api/v1/exercises/"+all[1].ID, nil, http.StatusOK))
	if fresh.number("rating") != all[1].Rating {
		t.Errorf("the exercise has moved to %d", fresh.number("rating"))
	}
}

// TestProgressIsNotBelieved sends solutions that are none.
func TestProgressIsNotBelieved(t *testing.T) {
	_, base := host(t, Config{})
	all := exercise.All()
	long := all[slices.IndexFunc(all, func(x *exercise.Exercise) bool { return x.Moves() > 2 && len(x.Solution.Tries) > 0 })]
	whole := solutionOf(long)
	for i, moves := range [][]wire.Move{
		nil,
		{},
		whole[:1],
		whole[:len(whole)-1],
		append(slices.Clone(whole), whole[0]),
		{wire.NewMove(long.Solution.Tries[0].Move)},
		{{From: "a1", To: "h8", Captured: []string{"b2", "c3"}}},
		slices.Repeat(whole[:1], maxMoves),
	} {
		p := member(t, base, fmt.Sprint("cheat", i))
		noted := heard(p.ask("POST", progressPath, map[string]any{"exercise": long.ID, "solved": true, "moves": moves}, http.StatusOK))
		if noted.at("solved") != false || noted.number("change") > 0 || noted.at("first") != true {
			t.Errorf("%v: %v", moves, noted)
		}
	}
	if noted := member(t, base, "Anna").solves(long); noted.at("solved") != true {
		t.Errorf("the solution: %v", noted)
	}
}

func TestProgressRefuses(t *testing.T) {
	site, base := host(t, Config{})
	anna, boris, visitor, nobody := member(t, base, "Anna"), member(t, base, "Boris"), guest(t, base), newPerson(t, base)
	id := heard(boris.ask("GET", "/api/v1/account", nil, http.StatusOK)).at("player", "id").(string)
	x := exercise.All()[0].ID
	for _, c := range []struct {
		who          *person
		method, path string
		body         string
		status       int
		code         string
	}{
		{nobody, "GET", "", "", 401, "not-signed-in"},
		{nobody, "POST", "", `{"lesson":"man"}`, 401, "not-signed-in"},
		{nobody, "POST", "/merge", `{}`, 401, "not-signed-in"},
		{visitor, "GET", "", "", 403, "account-needed"},
		{visitor, "POST", "", `{"lesson":"man"}`, 403, "account-needed"},
		{visitor, "POST", "/merge", `{}`, 403, "account-needed"},
		{anna, "POST", "", `{"lesson":"man","player":"` + id + `"}`, 401, "not-signed-in"},
		{anna, "POST", "/merge", `{"lessons":["man"],"player":"` + id + `"}`, 401, "not-signed-in"},
		{anna, "POST", "", `{}`, 422, "bad-action"},
		{anna, "POST", "", `{"lesson":"man","exercise":"` + x + `"}`, 422, "bad-action"},
		{anna, "POST", "", `{"lesson":"\u0000"}`, 404, "not-found"},
		{anna, "POST", "", `{"exercise":"nothing"}`, 404, "not-found"},
		{anna, "POST", "", `{"exercise":"` + x + `","rating":3000}`, 400, "bad-json"},
		{anna, "POST", "", `{"exercise":7}`, 400, "bad-json"},
		{anna, "POST", "", `{"exercise":"` + x + `","moves":[{"from":"z9","to":"a1","captured":[]}]}`, 422, "bad-square"},
		{anna, "POST", "", `{"exercise":"` + x + `","moves":[` + strings.Repeat(`{"from":"a1","to":"b2","captured":[]},`, maxMoves) + `{"from":"a1","to":"b2","captured":[]}]}`, 422, "too-many-moves"},
		{anna, "POST", "/merge", `{"lessons":["` + strings.Repeat(`a`, wire.MaxBody) + `"]}`, 413, "too-large"},
		{anna, "DELETE", "", "", 405, "method-not-allowed"},
	} {
		status, text := c.who.try(c.method, progressPath+c.path, c.body)
		if status != c.status || !strings.Contains(string(text), `"code":"`+c.code+`"`) {
			t.Errorf("%s %s %.60s: %d %s, want %d %s", c.method, c.path, c.body, status, text, c.status, c.code)
		}
	}
	if got := learnt(anna.progress()) + learnt(boris.progress()); got != "" {
		t.Errorf("kept is %q", got)
	}
	status, _ := anna.try("POST", progressPath, `{"lesson":"man"}`, "Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site")
	if status != http.StatusForbidden {
		t.Errorf("from another site: status %d", status)
	}
	if err := site.store.DeletePlayer(t.Context(), "Anna"); err != nil {
		t.Fatal(err)
	}
	anna.ask("GET", progressPath, nil, http.StatusUnauthorized)
}

// TestProgressIsAsDescribed compares the fields of answers with the description.
func TestProgressIsAsDescribed(t *testing.T) {
	_, base := host(t, Config{})
	anna := member(t, base, "Anna")
	noted := anna.solves(exercise.All()[0])
	got := anna.progress()
	for schema, answer := range map[string]any{
		"Noted": map[string]any(noted), "Progress": map[string]any(got),
		"Tried": got["exercises"].([]any)[0], "Try": got["history"].([]any)[0],
	} {
		want := required(t, schema)
		fields := answer.(map[string]any)
		for _, name := range want {
			if _, ok := fields[name]; !ok {
				t.Errorf("%s has no %s", schema, name)
			}
		}
		if len(fields) != len(want) {
			t.Errorf("%s has %v, described are %v", schema, fields, want)
		}
	}
}

func TestLessonsAreThoseOfTheCourse(t *testing.T) {
	var want []string
	for _, l := range courseLessons(t) {
		want = append(want, l.ID)
	}
	if got := web.Lessons(); !slices.Equal(got, want) {
		t.Errorf("lessons %v, want %v", got, want)
	}
}
