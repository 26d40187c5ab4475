// Package fleet does batch work on many machines: endgame tables, self-play and
// the search for exercises, over the queues of package cluster.
//
// A worker takes [Fleet.Handlers]. Who wants work done calls [BuildTables],
// [SelfPlay] or [FindExercises], which divide it into jobs, check what comes back
// and put it together. What is finished is in the caller's folder or file and
// nowhere else: the queue may be lost, and a killed caller goes on from there. The
// result is, to the byte, that of one machine.
package fleet
