package wire

import (
	"net/http"
	"testing"
)

func TestTitlesAreThoseOfHTTP(t *testing.T) {
	for status, title := range titles {
		if want := http.StatusText(status); title != want {
			t.Errorf("%d is %q, want %q", status, title, want)
		}
	}
}
