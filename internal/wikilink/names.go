package wikilink

import (
	"path"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form under which two names are the same to a reader: in one
// Unicode normal form and one case.
func Fold(name string) string {
	return strings.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, norm.NFC.String(name))
}

// Words returns the folded words of a name with dashes between them, so that
// "Data Science", data_science and data-science are the same.
func Words(name string) string {
	words := strings.FieldsFunc(Fold(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	return strings.Join(words, "-")
}

// IsAttachment says whether a target is a file that is no note, such as a
// picture.
func IsAttachment(target string) bool {
	ext := strings.TrimPrefix(strings.ToLower(path.Ext(target)), ".")
	return ext != "" && strings.Contains(attachments, " "+ext+" ")
}

const attachments = " png jpg jpeg gif svg webp bmp avif ico pdf mp3 mp4 m4a mov wav webm ogg flac mkv " +
	"zip csv tsv json yaml xml canvas base excalidraw drawio txt html css js ts go py docx xlsx pptx epub "
