package store

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The length of a name, in characters.
const (
	MinName = 2
	MaxName = 20
)

// The beginnings of names that the store gives.
const (
	guestName   = "guest-"
	deletedName = "deleted-"
)

// reserved are names that nobody may have, as they are compared.
var reserved = map[string]bool{}

func init() {
	for _, name := range []string{
		"admin", "administrator", "anonymous", "arbiter", "bolshak", "computer", "deleted", "guest",
		"moderator", "nobody", "operator", "root", "server", "system",
		"админ", "администратор", "аноним", "арбитр", "большак", "гость", "компьютер", "оператор", "сервер", "система",
	} {
		reserved[nameKey(name)] = true
	}
}

// CheckName returns what is wrong with a name, an error that matches [ErrName].
// A name has 2 to 20 letters, digits, - and _, begins with a letter, and its
// letters are all Latin or all Russian.
func CheckName(name string) error {
	n := 0
	var latin, russian bool
	for i, r := range name {
		n++
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			latin = true
		case r >= 'а' && r <= 'я' || r >= 'А' && r <= 'Я' || r == 'ё' || r == 'Ё':
			russian = true
		case i == 0:
			return fmt.Errorf("%w: it must begin with a letter", ErrName)
		case r >= '0' && r <= '9' || r == '-' || r == '_':
		default:
			return fmt.Errorf("%w: only letters, digits, - and _ are possible", ErrName)
		}
	}
	key := nameKey(name)
	switch {
	case !utf8.ValidString(name):
		return fmt.Errorf("%w: it is not UTF-8", ErrName)
	case n < MinName || n > MaxName:
		return fmt.Errorf("%w: it has %d characters, expected %d to %d", ErrName, n, MinName, MaxName)
	case latin && russian:
		return fmt.Errorf("%w: Latin and Russian letters are mixed", ErrName)
	case reserved[key], strings.HasPrefix(key, guestName), strings.HasPrefix(key, deletedName):
		return fmt.Errorf("%w: it is reserved", ErrName)
	}
	return nil
}

// lookalikes are Russian small letters that are seen as Latin ones.
var lookalikes = map[rune]rune{
	'а': 'a', 'в': 'b', 'с': 'c', 'е': 'e', 'ё': 'e', 'н': 'h', 'к': 'k', 'м': 'm', 'о': 'o', 'р': 'p', 'т': 't', 'у': 'y', 'х': 'x',
}

// NameKey returns a name as it is compared: two names with the same key are the
// name of one player.
func NameKey(name string) string { return nameKey(name) }

// nameKey returns a name as it is compared: case does not matter, and two names
// that look alike in two scripts are the same.
func nameKey(name string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if l, ok := lookalikes[r]; ok {
			return l
		}
		return r
	}, name)
}
