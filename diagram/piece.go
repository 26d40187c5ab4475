package diagram

import "github.com/bolshak-draughts/bolshak/draughts"

// Measures of a piece, in sides of a square.
const (
	discRadius  = 0.39
	edgeWidth   = 0.03
	outerRadius = 0.285 // of the outer ring
	innerRadius = 0.17
	dotWidth    = 0.05 // of Black's milled ring
	shadowDrop  = 0.05
	kingScale   = 0.96 // of the discs of a king
	kingRise    = 0.07 // of the upper disc
	kingSink    = 0.08 // of the lower disc
	kingShadow  = 0.03
)

// crown is the outline of a king's crown round its middle.
var crown = []point{
	{-0.17, 0.1}, {-0.19, -0.09}, {-0.085, -0.01}, {0, -0.14}, {0.085, -0.01}, {0.19, -0.09}, {0.17, 0.1},
}

// drawPiece draws a piece with its middle at x, y.
func drawPiece(c canvas, p palette, x, y float64, side draughts.Color, king bool) {
	if !king {
		c.circle(x, y+shadowDrop, discRadius+0.01, p.shadow)
		drawDisc(c, p, x, y, 1, side)
		c.ring(x, y, innerRadius, edgeWidth, p.line(side))
		return
	}
	c.circle(x, y+kingSink+kingShadow, discRadius, p.shadow)
	drawDisc(c, p, x, y+kingSink, kingScale, side)
	drawDisc(c, p, x, y-kingRise, kingScale, side)
	corners := make([]point, len(crown))
	for i, q := range crown {
		corners[i] = point{x + q.x, y - kingRise + 0.01 + q.y}
	}
	c.shape(corners, p.line(side), 0, rgb{})
}

// drawDisc draws a disc with its outer ring, scaled.
func drawDisc(c canvas, p palette, x, y, scale float64, side draughts.Color) {
	edge, face := p.whiteLine, p.whiteFace
	if side == draughts.Black {
		edge, face = p.blackEdge, p.blackFace
	}
	c.circle(x, y, (discRadius+edgeWidth/2)*scale, edge)
	c.circle(x, y, (discRadius-edgeWidth/2)*scale, face)
	if side == draughts.Black {
		c.milled(x, y, outerRadius*scale, dotWidth*scale, p.line(side))
		return
	}
	c.ring(x, y, outerRadius*scale, edgeWidth*scale, p.line(side))
}

// line returns the colour of what is drawn on a disc.
func (p palette) line(side draughts.Color) rgb {
	if side == draughts.Black {
		return p.blackLine
	}
	return p.whiteLine
}
