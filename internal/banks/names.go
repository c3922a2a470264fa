package banks

import (
	"strings"
	"unicode/utf8"
)

// The limits of a bank. Nothing that a write would bring beyond them is
// written; what exceeds them already can still be read and made smaller.
const (
	MaxName  = 64       // characters of a bank's name
	MaxKey   = 256      // characters of a key
	MaxValue = 1 << 20  // bytes of a value's JSON without white space
	MaxSize  = 10 << 20 // bytes of a bank's JSON text
	MaxKeys  = 10_000   // entries of a bank, expired ones too
)

// Ref names a bank and where it is looked for.
type Ref struct {
	Bank  string
	Scope Scope
}

// CheckName reports a name that no bank can have: one that is not made of a
// lower-case letter and then lower-case letters, digits, - and _, or is longer
// than [MaxName].
func CheckName(name string) error {
	follows := func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	}
	if name == "" || name[0] < 'a' || name[0] > 'z' || strings.ContainsFunc(name, follows) {
		return Errorf(InvalidBankName, "'%s' is not a valid bank name", name).
			WithHint("a name is a lower-case letter, then lower-case letters, digits, - and _")
	}
	if len(name) > MaxName {
		return Errorf(InvalidBankName, "the name of a bank has %d characters, the limit is %d", len(name), MaxName)
	}
	return nil
}

// CheckKey reports a key that no entry can have: an empty one, one longer than
// [MaxKey] or one that is not UTF-8.
func CheckKey(key string) error {
	switch n := utf8.RuneCountInString(key); {
	case key == "":
		return Errorf(InvalidKey, "the key is empty")
	case !utf8.ValidString(key):
		return Errorf(InvalidKey, "the key is not valid UTF-8")
	case n > MaxKey:
		return Errorf(KeyTooLong, "the key has %d characters, the limit is %d", n, MaxKey)
	}
	return nil
}
