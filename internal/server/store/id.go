package store

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// NewID returns a new id: ten letters and digits, by which nobody finds what was
// not shown to them.
func NewID() string { return randomText(10) }

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// randomText returns so many letters and digits, each with the same chance.
func randomText(n int) string {
	var b strings.Builder
	var random [32]byte
	for b.Len() < n {
		_, _ = rand.Read(random[:]) // never fails
		for _, c := range random {
			// 248 is the largest multiple of 62 in a byte.
			if c < 248 && b.Len() < n {
				b.WriteByte(letters[int(c)%len(letters)])
			}
		}
	}
	return b.String()
}

// newSecret returns a token of 256 bits.
func newSecret() string {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// hashSecret returns what is kept of a token. The token is random, so that a
// quick hash will do.
func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
