package rawjson

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// stringEnd checks the string that begins at text[at], a quote, and returns
// where it ends. Escaped lone surrogates are allowed, as RFC 8259 has it.
func stringEnd(text []byte, at int) (int, error) {
	for i := at + 1; ; {
		i += plain(text[i:])
		if i >= len(text) {
			return 0, syntax(len(text), "the text ends inside a string")
		}
		switch c := text[i]; {
		case c == '"':
			return i + 1, nil
		case c == '\\':
			n := escape(text[i:])
			if n == 0 {
				return 0, syntax(i, "the escape sequence is not valid")
			}
			i += n
		case c < ' ':
			return 0, syntax(i, "a string contains a control character")
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && n == 1 {
				return 0, syntax(i, "a byte is not valid UTF-8")
			}
			i += n
		}
	}
}

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// plain returns how many bytes at the beginning of text, in steps of eight,
// are ASCII without quotes, backslashes and control characters. It looks at
// eight bytes at once: most of a bank is made of such.
func plain(text []byte) int {
	n := 0
	for ; len(text)-n >= 8; n += 8 {
		word := binary.LittleEndian.Uint64(text[n:])
		quote := word ^ lowBits*'"'
		backslash := word ^ lowBits*'\\'
		special := (word - lowBits*' ') | (quote - lowBits) | (backslash - lowBits) | word
		if special&highBits != 0 {
			break
		}
	}
	return n
}

// escape returns the length of the escape that text begins with, 0 for none.
func escape(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(text); ok {
			return 6
		}
	}
	return 0
}

// hex4 returns the code of the escape \uXXXX that text begins with.
func hex4(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range text[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// Unquote returns the text of a string in its quotes, which must be valid. A
// lone surrogate becomes U+FFFD, as everywhere in Go.
func Unquote(quoted []byte) string {
	inner := quoted[1 : len(quoted)-1]
	for i, c := range inner {
		if c == '\\' {
			return string(unescape(inner, i))
		}
	}
	return string(inner)
}

// unescape resolves the escapes of inner, the first of which is at i.
func unescape(inner []byte, i int) []byte {
	text := append(make([]byte, 0, len(inner)), inner[:i]...)
	for i < len(inner) {
		if inner[i] != '\\' {
			text = append(text, inner[i])
			i++
			continue
		}
		if inner[i+1] != 'u' {
			text = append(text, unescaped(inner[i+1]))
			i += 2
			continue
		}
		r, _ := hex4(inner[i:])
		i += 6
		if utf16.IsSurrogate(r) {
			low, _ := hex4(inner[i:])
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i += 6
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return text
}

// unescaped returns the character that the letter of a short escape means.
func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	default:
		return c
	}
}

// AppendQuoted appends text as a JSON string that escapes only what must be:
// quotes, backslashes and control characters. What is not UTF-8 becomes U+FFFD.
func AppendQuoted(dst []byte, text string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			dst = append(dst, c)
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			dst = utf8.AppendRune(dst, r)
			i += n
			continue
		}
		i++
	}
	return append(dst, '"')
}
