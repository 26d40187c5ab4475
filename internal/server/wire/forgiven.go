package wire

import "github.com/bolshak-draughts/bolshak/draughts"

// Forgiven are the faults of a position that a client may ask to forgive: all
// that leave something to play with.
const Forgiven = draughts.Forgivable &^ draughts.EmptyBoard
