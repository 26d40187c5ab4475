package store

// The package db is made from the queries by sqlc, whose engine needs no cgo:
//
//	CGO_ENABLED=0 go generate ./internal/server/store
//
//go:generate go tool -modfile=../../../tools/go.mod sqlc generate
