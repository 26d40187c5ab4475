// Package server is the site: the page and the JSON API that it plays through.
//
// The API keeps nothing between requests: a request carries the whole game, the
// server plays it through, and the answer is the whole state. docs/openapi.yaml
// is its contract.
package server
