// Package wire is the JSON of the site's API that several of its rooms speak:
// moves, counters, outcomes, openings and problems. docs/openapi.yaml describes
// it.
package wire
