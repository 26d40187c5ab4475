package main

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strconv"
)

// The colours of src/icon.svg.
var (
	dark  = color.RGBA{0x8f, 0x65, 0x3f, 0xff}
	light = color.RGBA{0xe9, 0xd3, 0xae, 0xff}
	face  = color.RGBA{0xf6, 0xec, 0xd9, 0xff}
	line  = color.RGBA{0x2a, 0x21, 0x1a, 0xff}
)

// icons copies the sign of the site and draws it in the sizes in which systems
// want it of pages that are installed, without round corners, since they cut it
// out as they like.
func icons() error {
	text, err := os.ReadFile("src/icon.svg")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dist, "icon.svg"), text, 0o644); err != nil {
		return err
	}
	for _, size := range []int{192, 512} {
		if err := icon(size); err != nil {
			return err
		}
	}
	return nil
}

func icon(size int) error {
	const fine = 4 // points across a pixel
	m := image.NewRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			var r, g, b int
			for i := range fine * fine {
				c := colourAt(
					(float64(x)+(float64(i%fine)+0.5)/fine)*32/float64(size),
					(float64(y)+(float64(i/fine)+0.5)/fine)*32/float64(size),
				)
				r, g, b = r+int(c.R), g+int(c.G), b+int(c.B)
			}
			const n = fine * fine
			m.SetRGBA(x, y, color.RGBA{uint8((r + n/2) / n), uint8((g + n/2) / n), uint8((b + n/2) / n), 0xff})
		}
	}
	f, err := os.Create(filepath.Join(dist, "icon-"+strconv.Itoa(size)+".png"))
	if err != nil {
		return err
	}
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, m); err != nil {
		_ = f.Close() // there is an error to tell already
		return err
	}
	return f.Close()
}

// colourAt is the colour of the sign at a point of its 32 by 32 units: a white
// man on the main road.
func colourAt(x, y float64) color.RGBA {
	d := math.Hypot(x-16, y-16)
	for _, ring := range []float64{10, 6.5, 3} {
		if math.Abs(d-ring) <= 0.75 {
			return line
		}
	}
	switch {
	case d < 10:
		return face
	case x+y > 16 && x+y < 32:
		return light
	}
	return dark
}
