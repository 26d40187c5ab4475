// Package train makes the evaluation's weights: games of the engine against
// itself, and a fit to their results.
//
// Start with [SelfPlay], which fills a file of positions, and [Fit], which
// learns weights from such files. The format is that of [Record]; see
// docs/training-data.md.
package train
