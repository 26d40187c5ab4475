package train_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/train"
)

func TestCurve(t *testing.T) {
	for _, c := range []train.Curve{
		{{Train: 0.5, Check: 0.5}},
		{{Train: 0.5, Check: 0.55}, {Train: 0.45, Check: 0.5}, {Train: 0.4, Check: 0.5}},
	} {
		text := c.Text()
		if n := strings.Count(text, "t") + strings.Count(text, "c") + 2*strings.Count(text, "x"); n != 2*len(c)+1 { // and the c of epoch
			t.Errorf("%d points for %d epochs:\n%s", n, len(c), text)
		}
		var svg strings.Builder
		if err := c.WriteSVG(&svg); err != nil {
			t.Fatal(err)
		}
		in := xml.NewDecoder(strings.NewReader(svg.String()))
		for {
			if _, err := in.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in\n%s", err, svg.String())
			}
		}
		if strings.Contains(svg.String(), "NaN") || strings.Count(svg.String(), "<polyline") != 2 {
			t.Errorf("picture:\n%s", svg.String())
		}
	}
	if train.Curve(nil).WriteSVG(io.Discard) == nil {
		t.Error("a picture of nothing")
	}
}
