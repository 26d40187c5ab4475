package store

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
)

// Checksum tells the rows of a table, in whatever order they come.
type Checksum struct {
	Rows int64
	// Sum is the sum of the SHA-256 of the rows, as four numbers of 64 bits that
	// carry nothing over.
	Sum [4]uint64
}

// Bytes returns the sum as 32 bytes.
func (c Checksum) Bytes() []byte {
	text := make([]byte, 0, 8*len(c.Sum))
	for _, n := range c.Sum {
		text = binary.BigEndian.AppendUint64(text, n)
	}
	return text
}

// String returns the number of rows and the sum in hexadecimal.
func (c Checksum) String() string { return fmt.Sprintf("%d rows %x", c.Rows, c.Bytes()) }

// add counts a row. Every value is written with its type and length, so that two
// rows with the same bytes are the same.
func (c *Checksum) add(row []any) {
	text := make([]byte, 0, 256)
	for _, v := range row {
		switch v := v.(type) {
		case nil:
			text = append(text, 'n')
		case string:
			text = append(binary.BigEndian.AppendUint64(append(text, 's'), uint64(len(v))), v...)
		case []byte:
			text = append(binary.BigEndian.AppendUint64(append(text, 'b'), uint64(len(v))), v...)
		case int64:
			text = binary.BigEndian.AppendUint64(append(text, 'i'), uint64(v))
		case float64:
			text = binary.BigEndian.AppendUint64(append(text, 'f'), math.Float64bits(v))
		case bool:
			if text = append(text, 'F'); v {
				text[len(text)-1] = 'T'
			}
		default:
			panic(fmt.Sprintf("a value of type %T", v)) // scan makes none
		}
	}
	sum := sha256.Sum256(text)
	for i := range c.Sum {
		c.Sum[i] += binary.BigEndian.Uint64(sum[8*i:])
	}
	c.Rows++
}
