package rawjson

// AppendCompact appends valid JSON text without the white space between its
// tokens. Nothing else changes.
func AppendCompact(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ', '\n', '\r', '\t':
			i++
		case '"':
			end := quotedEnd(text, i)
			dst = append(dst, text[i:end]...)
			i = end
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst
}

// CompactSize returns how many bytes [AppendCompact] appends.
func CompactSize(text []byte) int {
	size := 0
	for i := 0; i < len(text); {
		switch text[i] {
		case ' ', '\n', '\r', '\t':
			i++
		case '"':
			end := quotedEnd(text, i)
			size += end - i
			i = end
		default:
			size++
			i++
		}
	}
	return size
}

// maxIndented is how deep values have their own lines. Indentation grows with
// the square of the depth: ten thousand brackets would become 200 MB.
const maxIndented = 100

// AppendIndented appends valid JSON text with a line for each member and each
// element, indented by two spaces a level below a first line that is depth
// levels deep. Empty containers stay on their line, and so does everything
// more than a hundred levels deep.
func AppendIndented(dst, text []byte, depth int) []byte {
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ', '\n', '\r', '\t':
			i++
			continue
		case '"':
			end := quotedEnd(text, i)
			dst = append(dst, text[i:end]...)
			i = end
			continue
		case '{', '[':
			dst = append(dst, c)
			if next := skipSpace(text, i+1); next < len(text) && (text[next] == '}' || text[next] == ']') {
				dst = append(dst, text[next])
				i = next + 1
				continue
			}
			depth++
			dst = appendLine(dst, depth)
		case '}', ']':
			depth--
			dst = append(appendLine(dst, depth), c)
		case ',':
			dst = appendLine(append(dst, c), depth)
		case ':':
			dst = append(dst, ':', ' ')
		default:
			dst = append(dst, c)
		}
		i++
	}
	return dst
}

func appendLine(dst []byte, depth int) []byte {
	if depth > maxIndented {
		return dst
	}
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, ' ', ' ')
	}
	return dst
}

// quotedEnd returns where the valid string at text[at] ends.
func quotedEnd(text []byte, at int) int {
	for i := at + 1; ; {
		i += plain(text[i:])
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i += 2
		default:
			i++
		}
	}
}
