// Package club is the service behind the site's games: seats, games, computer
// opponents, chats. The rules of a game in progress are package live's, what is
// kept is package store's; here they come together.
//
// A change goes one way: read the state (from a small cache or the database),
// apply the action, write it in one transaction that demands the version that
// was read, and only then acknowledge it and tell who watches. Nothing here owns
// a game: two processes on one database may do this at once, and the one that
// comes second reads again. Whatever is in memory can be lost.
package club
