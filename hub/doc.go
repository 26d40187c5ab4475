// Package hub speaks the Hub protocol, version 2, in which draughts engines and
// the programs that use them talk in lines of text.
//
// An engine is served by [Serve]; a program talks to an engine through
// [Connect]. The variant is named "russian".
package hub
