package wikilink

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form under which two names are the same to a reader: in one
// Unicode normal form and one case.
func Fold(name string) string {
	if isASCII(name) {
		return strings.ToLower(name)
	}
	return strings.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, norm.NFC.String(name))
}

// Compose returns a name in one Unicode normal form (NFC): two ways to write the
// same letters down are one.
func Compose(name string) string { return norm.NFC.String(name) }

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Words returns the folded words of a name with dashes between them, so that
// "Data Science", data_science and data-science are the same.
func Words(name string) string {
	folded := Fold(name)
	if isWords(folded) {
		return folded
	}
	words := strings.FieldsFunc(folded, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	return strings.Join(words, "-")
}

// isWords says whether a folded name is words with dashes already, as most
// names of files are.
func isWords(name string) bool {
	last := byte('-')
	for i := range len(name) {
		c := name[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' && last != '-') {
			return false
		}
		last = c
	}
	return last != '-' || name == ""
}

// IsAttachment says whether a target is a file that is not a note, such as a
// picture.
func IsAttachment(target string) bool {
	ext := strings.TrimPrefix(strings.ToLower(path.Ext(target)), ".")
	return ext != "" && strings.Contains(attachments, " "+ext+" ")
}

const attachments = " png jpg jpeg gif svg webp bmp avif ico pdf mp3 mp4 m4a mov wav webm ogg flac mkv " +
	"zip csv tsv json yaml xml canvas base excalidraw drawio txt html css js ts go py docx xlsx pptx epub "
