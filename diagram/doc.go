// Package diagram draws positions.
//
// Start with [Text], the board in letters.
package diagram
