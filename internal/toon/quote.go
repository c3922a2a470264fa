package toon

import (
	"fmt"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/harmless"
)

// appendString appends a string value, quoted if section 7.2 asks for it.
func appendString(dst []byte, s string, delim byte) []byte {
	if needsQuotes(s, delim) {
		return appendQuoted(dst, s)
	}
	return append(dst, s...)
}

// appendKey appends a key or a field name, quoted unless section 7.3 lets it
// be bare.
func appendKey(dst []byte, key string) []byte {
	if isBareKey(key) {
		return append(dst, key...)
	}
	return appendQuoted(dst, key)
}

// needsQuotes reports whether an unquoted s would be read as something else.
func needsQuotes(s string, delim byte) bool {
	switch s {
	case "", "true", "false", "null":
		return true
	}
	switch s[0] {
	case ' ', '-', '#':
		return true
	}
	if s[len(s)-1] == ' ' {
		return true
	}
	for i := range len(s) {
		if isStructural(s[i]) || s[i] == delim {
			return true
		}
		if _, size := obeyedAt(s, i); size > 0 {
			return true
		}
	}
	return looksNumeric(s)
}

// isStructural reports whether a byte means something anywhere in a line. The
// tab counts among the control characters.
func isStructural(c byte) bool {
	switch c {
	case ':', '"', '\\', '[', ']', '{', '}':
		return true
	}
	return c < ' '
}

// isBareKey reports whether a key matches the unquoted-key rule of section 6.
func isBareKey(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		case i > 0 && ('0' <= c && c <= '9' || c == '.'):
		default:
			return false
		}
	}
	return s != ""
}

// appendQuoted appends s in quotes, with the escapes of section 7.1.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if r, size := obeyedAt(s, i); size > 0 {
			dst = fmt.Appendf(append(dst, s[start:i]...), `\u%04x`, r)
			start = i + size
		} else if c < ' ' || c == '"' || c == '\\' {
			dst = appendEscape(append(dst, s[start:i]...), c)
			start = i + 1
		}
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// obeyedAt returns the character that begins at s[i] and its size, if it is one
// beyond the ASCII controls that a terminal would obey; else the size is 0.
// Section 7.1 leaves it to the encoder whether such a character is escaped.
func obeyedAt(s string, i int) (rune, int) {
	switch s[i] {
	case 0x7f, 0xc2, 0xe2: // how all of them begin
		if r, size := utf8.DecodeRuneInString(s[i:]); harmless.Obeyed(r) {
			return r, size
		}
	}
	return 0, 0
}

// appendEscape appends the escape for a quote, a backslash or a control.
func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	case '"', '\\':
		return append(dst, '\\', c)
	}
	return fmt.Appendf(dst, `\u%04x`, c)
}
