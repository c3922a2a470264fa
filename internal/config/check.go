package config

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/agmem/agmem"
)

// maxName is the longest key or source name, in bytes.
const maxName = 100

// CheckSource reports a name that no source can have, as Usage.
func CheckSource(name string) error {
	if isName(name, isLower, "_-") {
		return nil
	}
	return agmem.Errorf(agmem.Usage, "%q is not a valid source name", shorten(name)).
		WithHint("a name has lower-case letters, digits, _ and -, and begins with a letter or a digit, such as team-gist")
}

// checkOwnSource refuses to make one of the sources that come with the program
// a source of another kind.
func checkOwnSource(source, key string) error {
	const typeKey = "type"
	if key != typeKey || !isOwnSource(source) {
		return nil
	}
	return agmem.Errorf(agmem.Usage, "the source %s is built in, its type cannot be set", source).
		WithHint("choose another name for a source of your own")
}

func isOwnSource(name string) bool {
	switch name {
	case "local", "banks", "cards", "ledger":
		return true
	}
	return false
}

func checkKey(key string) error {
	if isName(key, isLetter, "_-.") && !strings.HasSuffix(key, ".") && !strings.Contains(key, "..") {
		return nil
	}
	return agmem.Errorf(agmem.Usage, "%q is not a valid key", shorten(key)).
		WithHint("a key has letters, digits, _, -, and dots between its parts, such as embedding.model")
}

// isName says whether name starts with a letter or a digit and goes on with
// those and the marks.
func isName(name string, letter func(byte) bool, marks string) bool {
	for i := range len(name) {
		c := name[i]
		if !letter(c) && (c < '0' || c > '9') && (i == 0 || strings.IndexByte(marks, c) < 0) {
			return false
		}
	}
	return name != "" && len(name) <= maxName
}

func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isLetter(c byte) bool { return isLower(c | 0x20) }

func shorten(name string) string {
	if len(name) <= maxName {
		return name
	}
	return strings.ToValidUTF8(name[:maxName], "") + "…"
}

func parseBool(text string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes", "on", "1":
		return true, nil
	case "false", "no", "off", "0":
		return false, nil
	}
	return false, fmt.Errorf("%q is neither true nor false", text)
}

func formatBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// Mask returns what may be shown of a value: all of it, or a row of stars of
// one length where the key looks like a secret's. A key does that when one of
// its words is or ends in token, secret or password, or is key or apikey. A choice
// of a few known values is not a secret.
func Mask(key, value string) string {
	if known, ok := find(key); value == "" || ok && known.Type == Choice || !isSecret(key) {
		return value
	}
	return "********"
}

func isSecret(key string) bool {
	for word := range words(key) {
		word = strings.TrimSuffix(word, "s")
		switch {
		case word == "key", strings.HasSuffix(word, "apikey"), strings.HasSuffix(word, "token"),
			strings.HasSuffix(word, "secret"), strings.HasSuffix(word, "password"):
			return true
		}
	}
	return false
}

// words yields the words of snake_case, kebab-case, dotted and camelCase
// names in lower case.
func words(name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start := 0
		for i := 1; i <= len(name); i++ {
			if i < len(name) && !isBorder(name[i-1], name[i]) {
				continue
			}
			word := strings.TrimFunc(name[start:i], func(r rune) bool { return !unicode.IsLetter(r) })
			if word != "" && !yield(strings.ToLower(word)) {
				return
			}
			start = i
		}
	}
}

// isBorder says whether a word ends between a and b.
func isBorder(a, b byte) bool {
	camel := isLower(a) && isLetter(b) && !isLower(b)
	return camel || !isLetter(a) || !isLetter(b)
}
