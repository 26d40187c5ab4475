// Package diagram draws positions and games: as SVG, PNG, animated GIF and text.
//
// Start with [SVG] and [PNG], which draw a position; [GIF] shows a game,
// [WriteSheet] sets many diagrams on pages for print, [Text] draws the board in
// letters.
//
// The same input gives the same picture everywhere: SVG byte by byte, pixels
// pixel by pixel. Pictures are rasterised here, in whole numbers, with the Go
// fonts; SVG text is set in a sans-serif font of the viewer.
//
// # Look
//
// Men are discs with two rings; Black's outer ring is milled, so that the sides
// differ by more than tone. A king is two men stacked, with a small crown. In
// each theme a dark square stands at a contrast of 3:1 or more from the pieces of
// both sides, in colour and in grey.
//
// A program for browsers (js) has SVG and text alone.
package diagram
