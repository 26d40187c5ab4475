//go:build !js

package diagram

import (
	"image"
	"image/png"
	"io"
	"math"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Image returns a diagram as pixels. The error is [ErrSize].
func Image(p draughts.Position, opt Options) (*image.RGBA, error) {
	return lay(p, opt, 0).image()
}

// PNG writes a diagram as a PNG picture. The error is [ErrSize] or one of
// writing.
func PNG(w io.Writer, p draughts.Position, opt Options) error {
	img, err := Image(p, opt)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

func (pic picture) image() (*image.RGBA, error) {
	width, err := pic.opt.width()
	if err != nil {
		return nil, err
	}
	scale := float64(width) / pic.width
	r := newRaster(width, int(math.Round(pic.height*scale)), scale)
	pic.draw(r)
	return r.img, nil
}
