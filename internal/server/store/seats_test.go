package store

import (
	"testing"
	"time"
)

// TestUnseenSeats: seats whose owners were last connected somewhere else.
func TestUnseenSeats(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		p := guests(t, s, 2)
		seats := make([]Seat, 3)
		for i := range seats {
			seats[i] = must(s.CreateSeat(ctx, Seat{By: p[0], Terms: blitz, Color: "white", Open: true}))(t)
			if !seats[i].Seen.Equal(monday) {
				t.Errorf("a new seat was seen %v", seats[i].Seen)
			}
		}
		g := Game{State: start(t, s, blitz, p[0].ID, p[1].ID).State, Seated: [2]Seated{{Player: p[0].ID}, {Player: p[1].ID}}}
		must(s.TakeSeat(ctx, seats[2].ID, g))(t)

		later := monday.Add(time.Minute)
		if err := s.SeeSeats(ctx, []string{seats[1].ID, "nothing", seats[2].ID}, later); err != nil {
			t.Fatal(err)
		}
		if err := s.SeeSeats(ctx, []string{seats[1].ID}, monday.Add(time.Second)); err != nil { // a slow node
			t.Fatal(err)
		}
		if err := s.SeeSeats(ctx, nil, later); err != nil {
			t.Fatal(err)
		}
		for i, want := range []time.Time{monday, later, monday} {
			if got := must(s.Seat(ctx, seats[i].ID))(t); !got.Seen.Equal(want) {
				t.Errorf("seat %d was seen %v, expected %v", i, got.Seen, want)
			}
		}
		wantErr(t, s.DeleteUnseenSeat(ctx, seats[0].ID, monday), ErrNotFound) // seen at that moment
		wantErr(t, s.DeleteUnseenSeat(ctx, seats[1].ID, later), ErrNotFound)
		wantErr(t, s.DeleteUnseenSeat(ctx, seats[2].ID, later), ErrNotFound) // a game by now
		wantErr(t, s.DeleteUnseenSeat(ctx, "nothing", later), ErrNotFound)
		if err := s.DeleteUnseenSeat(ctx, seats[0].ID, later); err != nil {
			t.Error(err)
		}
		_, err := s.Seat(ctx, seats[0].ID)
		wantErr(t, err, ErrNotFound)
	})
}
