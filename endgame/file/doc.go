// Package file is the file format of endgame tables.
//
// Start with [OpenFile], which maps a file into memory, or [Open], which reads
// from any [Source], such as an embedded file; then [Table.ReadBlock].
// [Encode] makes the bytes of a file.
//
// # Format
//
// A file holds one [Kind] of value for one balance of pieces, White to move, by
// the numbers of package index. Numbers are little-endian.
//
//	offset  bytes
//	     0  8   "bolshtab"
//	     8  2   version, 1
//	    10  1   kind: 1 result, 2 distance, 3 change
//	    11  1   rules: 1, Russian draughts without draw rules
//	    12  4   the balance: white men, white kings, black men, black kings
//	    16  8   positions
//	    24  4   positions in a block
//	    28  4   length of the model
//	    32  8   length of all blocks
//	    40  24  wins, draws, losses, 8 bytes each
//	    64  8   longest win and longest loss in plies, 4 bytes each, signed; -1: none,
//	            -2: not known
//	    72  16  the number of the first position with the longest win, with the longest loss
//	    88  4   for results: what symbols 0, 1 and 2 are (0 draw, 1 win, 2 loss; 255 nothing), then 0
//	    92  4   0
//	    96  ... the model, as codec.Model.AppendBinary writes it
//	        ... the directory: 2 bytes a block, the length of the block without its
//	            checksum; from 0xff00 on, the block has no bytes and all its symbols
//	            are the low byte. Without directory if the model knows one symbol.
//	        4   CRC-32C of all before
//	        ... the blocks: each a CRC-32C of its number (4 bytes) and its bytes, then
//	            the bytes, as codec.Encoder writes them
//	        32  SHA-256 of all before
//
// The symbol of a distance is half the number of plies to the end of the game,
// rounded down: it takes an odd number to a win and an even one to a loss, so with
// the result it says all. Where the side to move has a capture, results and
// distances mean nothing (they follow from the moves); distances also mean nothing
// in draws.
//
// The symbol of a change is the number of plies to the next capture or promotion,
// or to the end of the game, if the winner hurries to one that keeps the win and
// the loser delays it. It means something where a distance does.
package file
