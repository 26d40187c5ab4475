// Package store keeps what the site must not lose: players, sessions, seats,
// games, ratings and chats, in SQLite or PostgreSQL.
//
// Start with [Open]. A call that changes something returns when the change is
// committed and on disk, and not before; what it returned without an error for
// is there after a crash. Games are changed by [Store.Save], which demands the
// version that its caller has read, so that no two callers, on one machine or
// several, can both change it ([ErrStale]).
//
// In SQLite one connection writes, for all callers: those that come while a
// commit is on its way to the disk share the next one (writer in batch.go).
// Readers have connections of their own and never wait for the writer.
package store
