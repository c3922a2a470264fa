package rawjson

// Check reports text that is not exactly one JSON value, with white space
// around it at most. The error is a [*SyntaxError].
func Check(text []byte) error {
	_, _, err := Trim(text)
	return err
}

// Trim is [Check], and returns where the value without the white space around
// it begins and ends.
func Trim(text []byte) (start, end int, err error) { return TrimBelow(text, 0) }

// TrimBelow is [Trim] for a value that will be depth levels deep in another
// text.
func TrimBelow(text []byte, depth int) (start, end int, err error) {
	start = skipSpace(text, 0)
	if end, err = value(text, start, depth); err != nil {
		return 0, 0, err
	}
	if rest := skipSpace(text, end); rest < len(text) {
		return 0, 0, syntax(rest, "there is text after the value")
	}
	return start, end, nil
}

// Value checks the value that begins at text[at] and returns where it ends.
func Value(text []byte, at int) (end int, err error) { return value(text, at, 0) }

func value(text []byte, at, depth int) (int, error) {
	if at >= len(text) {
		return 0, syntax(len(text), "the text ends where a value is expected")
	}
	switch c := text[at]; c {
	case '"':
		return stringEnd(text, at)
	case '{':
		if depth++; depth > MaxDepth {
			return 0, syntax(at, "the nesting is too deep")
		}
		return Members(text, at, func(_ []byte, at int) (int, error) { return value(text, at, depth) })
	case '[':
		if depth++; depth > MaxDepth {
			return 0, syntax(at, "the nesting is too deep")
		}
		return Elements(text, at, func(_, at int) (int, error) { return value(text, at, depth) })
	case 't':
		return literal(text, at, "true")
	case 'f':
		return literal(text, at, "false")
	case 'n':
		return literal(text, at, "null")
	default:
		return numberEnd(text, at)
	}
}

// Members calls member for each member of the object that begins at text[at],
// with the name in its quotes and the place of the value, and returns where
// the object ends. The callback returns where the value ends, as [Value] does.
// Names may repeat. An error of the callback ends the walk and is returned.
func Members(text []byte, at int, member func(name []byte, at int) (end int, err error)) (end int, err error) {
	if at >= len(text) || text[at] != '{' {
		return 0, syntax(at, "an object is expected")
	}
	at = skipSpace(text, at+1)
	if at < len(text) && text[at] == '}' {
		return at + 1, nil
	}
	for {
		if at >= len(text) || text[at] != '"' {
			return 0, syntax(at, "the name of a member is expected")
		}
		nameEnd, err := stringEnd(text, at)
		if err != nil {
			return 0, err
		}
		name := text[at:nameEnd:nameEnd]
		at = skipSpace(text, nameEnd)
		if at >= len(text) || text[at] != ':' {
			return 0, syntax(at, "a : is missing after the name of a member")
		}
		if at, err = member(name, skipSpace(text, at+1)); err != nil {
			return 0, err
		}
		at = skipSpace(text, at)
		switch {
		case at < len(text) && text[at] == ',':
			at = skipSpace(text, at+1)
		case at < len(text) && text[at] == '}':
			return at + 1, nil
		default:
			return 0, syntax(at, "a , or } is missing")
		}
	}
}

// Elements is [Members] for the array that begins at text[at]; the callback
// gets the index of the element.
func Elements(text []byte, at int, element func(i, at int) (end int, err error)) (end int, err error) {
	if at >= len(text) || text[at] != '[' {
		return 0, syntax(at, "an array is expected")
	}
	at = skipSpace(text, at+1)
	if at < len(text) && text[at] == ']' {
		return at + 1, nil
	}
	for i := 0; ; i++ {
		if at, err = element(i, at); err != nil {
			return 0, err
		}
		at = skipSpace(text, at)
		switch {
		case at < len(text) && text[at] == ',':
			at = skipSpace(text, at+1)
		case at < len(text) && text[at] == ']':
			return at + 1, nil
		default:
			return 0, syntax(at, "a , or ] is missing")
		}
	}
}

func skipSpace(text []byte, at int) int {
	for at < len(text) {
		switch text[at] {
		case ' ', '\n', '\r', '\t':
			at++
		default:
			return at
		}
	}
	return at
}

func literal(text []byte, at int, word string) (int, error) {
	if len(text)-at < len(word) || string(text[at:at+len(word)]) != word {
		return 0, syntax(at, "a value cannot begin like this")
	}
	return at + len(word), nil
}

// numberEnd follows the grammar of RFC 8259: no leading zeros, no leading
// plus, digits on both sides of a point.
func numberEnd(text []byte, at int) (int, error) {
	start := at
	if at < len(text) && text[at] == '-' {
		at++
	}
	switch {
	case at >= len(text) || text[at] < '0' || text[at] > '9':
		if at == start {
			return 0, syntax(at, "a value cannot begin like this")
		}
		return 0, syntax(at, "a digit is missing")
	case text[at] == '0':
		at++
	default:
		at = digits(text, at)
	}
	if at < len(text) && text[at] == '.' {
		if at++; digits(text, at) == at {
			return 0, syntax(at, "a digit is missing after the point")
		}
		at = digits(text, at)
	}
	if at < len(text) && (text[at] == 'e' || text[at] == 'E') {
		if at++; at < len(text) && (text[at] == '+' || text[at] == '-') {
			at++
		}
		if digits(text, at) == at {
			return 0, syntax(at, "a digit is missing in the exponent")
		}
		at = digits(text, at)
	}
	return at, nil
}

func digits(text []byte, at int) int {
	for at < len(text) && '0' <= text[at] && text[at] <= '9' {
		at++
	}
	return at
}
