package toontest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// closingQuote returns where the quoted token at the start of s ends, or -1.
func closingQuote(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// unquote decodes a token that starts with a quote and must end with one.
func unquote(token string, lenient bool) (string, error) {
	end := closingQuote(token)
	switch {
	case end < 0:
		return "", errors.New("the quoted string does not end on its line")
	case end != len(token)-1:
		return "", fmt.Errorf("the text %q follows the closing quote", token[end+1:])
	}
	return unescape(token[1:end], lenient)
}

// unescape decodes the inside of a quoted token.
func unescape(s string, lenient bool) (string, error) {
	if c, ok := rawControl(s); ok && !lenient {
		return "", fmt.Errorf("the control character U+%04X must be escaped", c)
	}
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s, nil
	}
	out := make([]byte, 0, len(s))
	for i >= 0 {
		out = append(out, s[:i]...)
		char, size, err := decodeEscape(s[i:])
		if err != nil {
			return "", err
		}
		out = append(out, char...)
		s = s[i+size:]
		i = strings.IndexByte(s, '\\')
	}
	return string(append(out, s...)), nil
}

// rawControl finds a character that may not be in quotes as itself.
func rawControl(s string) (c byte, ok bool) {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\t' {
			return s[i], true
		}
	}
	return 0, false
}

// decodeEscape decodes the escape that s starts with and says how long it is. A
// character follows the backslash, or else the backslash would have hidden the
// closing quote.
func decodeEscape(s string) (char string, size int, err error) {
	switch s[1] {
	case '\\', '"':
		return s[1:2], 2, nil
	case 'n':
		return "\n", 2, nil
	case 'r':
		return "\r", 2, nil
	case 't':
		return "\t", 2, nil
	case 'u':
		return decodeUnicode(s)
	}
	return "", 0, fmt.Errorf("the escape sequence %q is not known", s[:2])
}

// decodeUnicode decodes \uXXXX, which never stands for half a surrogate pair.
func decodeUnicode(s string) (char string, size int, err error) {
	const size4 = len(`\u0000`)
	if len(s) < size4 {
		return "", 0, fmt.Errorf("the escape sequence %q needs four hex digits", s)
	}
	n, err := strconv.ParseUint(s[2:size4], 16, 16)
	if err != nil {
		return "", 0, fmt.Errorf("the escape sequence %q needs four hex digits", s[:size4])
	}
	if 0xD800 <= n && n <= 0xDFFF {
		return "", 0, fmt.Errorf("the escape sequence %q is a lone surrogate", s[:size4])
	}
	return string(rune(n)), size4, nil
}
