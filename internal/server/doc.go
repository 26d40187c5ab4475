// Package server is the site over HTTP: its pages, the JSON API, streams of JSON
// lines and the WebSocket. docs/openapi.yaml is its contract, docs/api.md shows
// it by example.
//
// Behind it are rooms of one concept each: club is the service (seats, games,
// computer opponents, chats), live the rules of a game in progress, store the
// database, event carries news, feed is what one connection hears, socket a
// WebSocket, desk the analyses, limit how often somebody may do something, wire
// the JSON that several rooms speak.
//
// The addresses for games that clients keep (game, reply, pdn, moves, table,
// diagrams) keep nothing between requests.
package server
