package event

import (
	"fmt"
	"slices"
	"testing"
)

func TestLocalCarriesInOrderToThoseWhoListen(t *testing.T) {
	var l Local
	var a, b []int
	endA := l.Subscribe(Game("x"), func(e Event) { a = append(a, e.Version) })
	endB := l.Subscribe(Game("x"), func(e Event) { b = append(b, e.Version) })
	endOther := l.Subscribe(Game("y"), func(e Event) { t.Errorf("y got %v", e) })
	l.Publish(Game("x"), Event{Version: 1})
	l.Publish(Game("x"), Event{Version: 2})
	endA()
	l.Publish(Game("x"), Event{Version: 3})
	l.Publish(Lobby, Event{Version: 4})
	if fmt.Sprint(a, b) != "[1 2] [1 2 3]" {
		t.Errorf("got %v and %v", a, b)
	}
	endA()
	endB()
	endOther()
	if n := l.Topics(); n != 0 {
		t.Errorf("%d topics are left", n)
	}
}

func TestAReceiverMayCancelAndPublish(t *testing.T) {
	var l Local
	var got []string
	var end func()
	end = l.Subscribe(Lobby, func(e Event) {
		got = append(got, e.Kind)
		end()
		l.Publish(Player("p"), Event{Kind: "second"})
	})
	l.Subscribe(Player("p"), func(e Event) { got = append(got, e.Kind) })
	l.Publish(Lobby, Event{Kind: "first"})
	l.Publish(Lobby, Event{Kind: "third"})
	if !slices.Equal(got, []string{"first", "second"}) {
		t.Errorf("got %v", got)
	}
}
