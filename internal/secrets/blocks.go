package secrets

import "strings"

const ruleKeyBlock = "private-key"

// The bounds of a private key, in bytes: what its first line may have behind
// -----BEGIN, and what a key has at least and at most.
const (
	maxKeyTitle = 64
	minKeyBody  = 40
	maxKeyBody  = 1 << 15
)

// keyBlock judges the first line of what may be a private key in PEM. A line
// without anything behind it is only talk about keys.
func (f *finder) keyBlock(at int) {
	const begin = "-----BEGIN"
	title := f.text[at+len(begin):]
	title = title[:min(len(title), maxKeyTitle)]
	stop := strings.Index(title, "-----")
	if stop < 0 || !strings.Contains(title[:stop], "PRIVATE KEY") {
		return
	}
	start := at + len(begin) + stop + len("-----")
	end, letters := start, 0
	for end < len(f.text) && end-start < maxKeyBody && isKeyByte(f.text, end) {
		if isLetterOrDigit(f.text[end]) {
			letters++
		}
		end++
	}
	if letters < minKeyBody || isExample(firstRun(f.text[start:end])) {
		return
	}
	if strings.HasPrefix(f.text[end:], "-----END") {
		rest := f.text[end+len("-----END"):]
		if stop := strings.Index(rest[:min(len(rest), maxKeyTitle)], "-----"); stop >= 0 {
			end += len("-----END") + stop + len("-----")
		}
	}
	f.add(ruleKeyBlock, at, end)
}

// isKeyByte says whether a byte may be in the body of a key: in base64, white
// space also as an escape, or one of the header lines, which have a single -.
func isKeyByte(text string, at int) bool {
	switch c := text[at]; {
	case isLetterOrDigit(c):
		return true
	case c == '-':
		return !strings.HasPrefix(text[at:], "--")
	default:
		return strings.IndexByte("+/=\\ \t\r\n:,", c) >= 0
	}
}

// firstRun returns the first line of base64 in the body of a key.
func firstRun(body string) string {
	for line := range strings.FieldsFuncSeq(body, func(r rune) bool { return r == '\n' || r == '\r' || r == '\\' || r == ' ' }) {
		if len(line) >= minKeyBody {
			return line
		}
	}
	return body
}
