// Package codec packs the values of an ending: short runs of symbols, each run
// a block that can be read without the others.
//
// Start with [Train], which makes a [Model] of all the symbols of a table, and
// then [Encoder.Encode] and [Model.Decode], which pack and unpack one block by it.
//
// # Method
//
// A symbol is coded with a probability that depends on symbols before it in its
// block: in a table of few symbols the last two, the one a row before and the one
// before that (a row being all placements of the black kings with everything else
// in place), in a table of many symbols the last one. The probabilities are counted over the
// whole table and kept with it, so that even a short block packs well. The coder
// is a range variant of asymmetric numeral systems (Duda, arXiv:1311.2540) with
// 32 bits of state, renewed 16 bits at a time.
//
// Symbols that nobody will ask for ([Any]) become whatever makes the block short.
package codec
