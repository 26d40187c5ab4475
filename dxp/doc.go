// Package dxp speaks DamExchange, the protocol by which draughts programs have
// played each other over a wire since 1993: short ASCII messages on a TCP
// connection, for one game after another.
//
// Start with [Initiate] and [Follow], the two roles, each of which gives a
// [Session]; [Session.Play] plays a game in it.
package dxp

// Port is the TCP port that programs listen on.
const Port = 27531
