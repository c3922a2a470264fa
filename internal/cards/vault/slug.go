package vault

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// maxSlug is the longest slug of a new card, in bytes; with .md and what a
// temporary file adds it must fit into a name of 255.
const maxSlug = 200

// checkSlug reports a slug that no new card can have: its segments are letters
// of any script, digits, - and _, with points inside, and / is between
// folders.
func checkSlug(slug string) error {
	refuse := func(why string) error {
		return agmem.Errorf(agmem.Invalid, "%.80q is not a slug: %s", slug, why).
			WithHint("letters, digits, - and _, such as jwt-migration-pitfalls; a / puts it in a subfolder")
	}
	switch {
	case slug == "":
		return refuse("it is empty")
	case len(slug) > maxSlug:
		return refuse("it is too long")
	case !utf8.ValidString(slug):
		return refuse("it is not UTF-8")
	}
	for segment := range strings.SplitSeq(slug, "/") {
		if why := segmentProblem(segment); why != "" {
			return refuse(why)
		}
	}
	return nil
}

// segmentProblem says what is wrong with a segment, or nothing.
func segmentProblem(segment string) string {
	allowed := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '-' || r == '_' || r == '.'
	}
	for _, r := range segment {
		if !allowed(r) {
			return "it contains " + named(r)
		}
	}
	first, _ := utf8.DecodeRuneInString(segment)
	switch {
	case segment == "":
		return "a part of it is empty"
	case first == '.' || strings.HasSuffix(segment, "."):
		return "a part of it begins or ends with a point"
	case first == '-':
		return "a part of it begins with a dash"
	case isReserved(segment):
		return "the name is reserved on Windows"
	}
	return ""
}

// named names a character that no slug has.
func named(r rune) string {
	switch {
	case unicode.IsSpace(r):
		return "a blank"
	case unicode.IsPrint(r):
		return string(r)
	}
	return "a control character"
}

// isReserved says whether Windows takes a name for a device.
func isReserved(segment string) bool {
	base, _, _ := strings.Cut(strings.ToLower(segment), ".")
	switch base {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(base) == 4 && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")) && base[3] >= '1' && base[3] <= '9'
}
