// Package cluster lets many processes be one site: events that every node
// hears, and jobs that any worker takes. Start with [Open], which gives a node
// of the cluster, and [Node.Submit], which has a job done somewhere and follows
// it; [Node.Work] is the other side.
//
// Underneath is NATS. Without an address [Open] starts a server of its own inside
// the process, with no ports and nothing on disk; the code above it is the same
// as with a cluster of servers.
//
// The database is the truth and this package the loudspeaker. Events may be
// missed while a connection is down, and are then announced as a gap
// ([Node.OnGap]). Jobs may be lost with the servers, and are then put back by
// whoever waits for them. A job may be worked on twice, if a worker falls silent
// and comes back, but each [Ticket] takes exactly one result.
//
// # The life of a job
//
// A job is a message in a work queue of JetStream, one stream a kind, and no
// second message of the same id fits in. Its ticket rings a bell; a worker with
// a free slot asks for the job of highest priority, and nobody asks for more
// than can be begun at once. The worker renews its lease while the handler
// works; if it dies, the lease lapses and another one begins anew. The result
// goes to the tickets, which check it and take or refuse it, and only then does
// the message leave the queue. A job that fails too often moves to the dead
// letters, where an operator finds it ([Node.Dead]).
package cluster
