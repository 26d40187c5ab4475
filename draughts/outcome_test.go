package draughts

import "testing"

func TestReasonCodes(t *testing.T) {
	seen := map[string]bool{}
	for r := NotOver; r <= TwoPieces; r++ {
		code := r.Code()
		if seen[code] || (code == "") != (r == NotOver) {
			t.Errorf("%v has the code %q", r, code)
		}
		seen[code] = true
		if got, err := ParseReason(code); got != r || err != nil {
			t.Errorf("the code %q is read as %v, %v", code, got, err)
		}
	}
	if got := (TwoPieces + 1).Code(); got != "" {
		t.Errorf("what is no reason has the code %q", got)
	}
	if _, err := ParseReason("boredom"); err == nil {
		t.Error("boredom is a reason")
	}
}
