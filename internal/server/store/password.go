package store

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// The length of a password, in bytes.
const (
	MinPassword = 8
	MaxPassword = 256
)

// The cost of a hash: what OWASP names as the least for argon2id.
const (
	hashTime    = 2
	hashMemory  = 19 * 1024 // KiB
	hashThreads = 1
	hashSize    = 32
	saltSize    = 16

	// hashesAtOnce bounds the memory that hashing takes.
	hashesAtOnce = 4
)

// checkPassword returns what is wrong with a password to be set.
func checkPassword(password string) error {
	if n := len(password); n < MinPassword || n > MaxPassword {
		return fmt.Errorf("%w: it has %d bytes, expected %d to %d", ErrWeakPassword, n, MinPassword, MaxPassword)
	}
	return nil
}

// hashPassword returns what is kept of a password.
func (s *Store) hashPassword(ctx context.Context, password string) (string, error) {
	if err := checkPassword(password); err != nil {
		return "", err
	}
	var salt [saltSize]byte
	_, _ = rand.Read(salt[:]) // never fails
	hash, err := s.argon2(ctx, password, salt[:], hashTime, hashMemory, hashThreads, hashSize)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemory, hashTime, hashThreads,
		b64.EncodeToString(salt[:]), b64.EncodeToString(hash)), nil
}

// argon2 hashes when there is a place.
func (s *Store) argon2(ctx context.Context, password string, salt []byte, time, memory uint32, threads uint8, size int) ([]byte, error) {
	select {
	case s.hashes <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.hashes }()
	return argon2.IDKey([]byte(password), salt, time, memory, threads, uint32(size)), nil
}

// samePassword reports whether a hash is that of a password. An empty hash is
// that of none, and takes as long to find out.
func (s *Store) samePassword(ctx context.Context, hash, password string) (bool, error) {
	if len(password) > MaxPassword {
		return false, nil
	}
	if hash == "" {
		_, err := s.argon2(ctx, password, make([]byte, saltSize), hashTime, hashMemory, hashThreads, hashSize)
		return false, err
	}
	var version int
	var memory, time uint32
	var threads uint8
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, fmt.Errorf("a hash of a password that cannot be read")
	}
	if _, err := fmt.Sscanf(parts[2]+" "+parts[3], "v=%d m=%d,t=%d,p=%d", &version, &memory, &time, &threads); err != nil {
		return false, fmt.Errorf("a hash of a password that cannot be read: %w", err)
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("a hash of a password that cannot be read: %w", err)
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("a hash of a password that cannot be read: %w", err)
	}
	got, err := s.argon2(ctx, password, salt, time, memory, threads, len(want))
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}
