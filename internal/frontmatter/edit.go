package frontmatter

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// Set returns the text of a file with one field of its frontmatter set to a
// text. The field is changed where it is, whatever its old value was, or
// added as the last line of the frontmatter; a text without frontmatter gets
// one. Every other byte stays: comments behind the value, the case of the
// name, line breaks. A field that has this text already is not touched. The
// value is quoted where YAML would read another text; numbers and dates are
// not.
//
// Frontmatter that [Parse] refuses, that is not a block of lines (`{a: b}`), or
// whose other fields would not read as before is Invalid; one that grows
// beyond the limit is TooLarge.
func Set(text []byte, name, value string) ([]byte, error) {
	if !utf8.ValidString(name) || !utf8.ValidString(value) {
		return nil, agmem.Errorf(agmem.Invalid, "the field %q would not be valid UTF-8", name)
	}
	f, err := open(withBlock(text))
	if err != nil {
		return nil, err
	}
	if old, ok := f.fields.Find(name); ok && old.Kind == Scalar && old.Text == value {
		return bytes.Clone(text), nil
	}
	for _, form := range spellings(value) {
		var changed []byte
		if changed, err = f.put(name, form); err != nil {
			return nil, err
		}
		if err = f.verify(changed, name, &value); err == nil {
			return changed, nil
		}
	}
	return nil, err
}

// Remove returns the text of a file without one field of its frontmatter: its
// lines and the comments in them are taken away, every other byte stays. A text
// without the field is returned as it is. Its errors are those of [Set], and
// Invalid where another field is an alias of this one.
func Remove(text []byte, name string) ([]byte, error) {
	if _, ok := Cut(text); !ok {
		return bytes.Clone(text), nil
	}
	f, err := open(text)
	if err != nil {
		return nil, err
	}
	i := f.fields.index(name)
	if i < 0 {
		return bytes.Clone(text), nil
	}
	if f.shares(i) {
		return nil, errShared(name)
	}
	changed := f.splice(f.fields[i].Entry, "")
	if err := f.verify(changed, name, nil); err != nil {
		return nil, err
	}
	return changed, nil
}

// withBlock returns the text with an empty frontmatter where it has none.
func withBlock(text []byte) []byte {
	if _, ok := Cut(text); ok {
		return text
	}
	rest, marked := bytes.CutPrefix(text, []byte(byteOrderMark))
	newline := "\n"
	if first, _, ok := bytes.Cut(rest, []byte("\n")); ok && bytes.HasSuffix(first, []byte("\r")) {
		newline = "\r\n"
	}
	head := "---" + newline + "---" + newline
	if marked {
		head = byteOrderMark + head
	}
	return slices.Concat([]byte(head), rest)
}

// file is the text of a file with its frontmatter read.
type file struct {
	document
	text  []byte
	block Block
}

// open reads a text that has frontmatter and can be edited.
func open(text []byte) (file, error) {
	block, _ := Cut(text)
	d, err := parse(block.YAML.of(text))
	if err == nil && !d.located {
		err = agmem.Errorf(agmem.Invalid, "the frontmatter is not laid out in lines that can be edited").
			WithHint("write each field on a line of its own, as name: value")
	}
	return file{document: d, text: text, block: block}, err
}

// splice returns the text with other bytes in the place of a part of the YAML.
func (f *file) splice(part Span, with string) []byte {
	from := f.block.YAML.Start
	return slices.Concat(f.text[:from+part.Start], []byte(with), f.text[from+part.End:])
}

// put returns the text with the field spelled so.
func (f *file) put(name, form string) ([]byte, error) {
	i := f.fields.index(name)
	if i < 0 {
		key := spellings(name)[0]
		end := len(f.yaml)
		return f.splice(Span{end, end}, strings.Repeat(" ", f.layout.indent)+key+": "+form+f.block.Newline), nil
	}
	if f.shares(i) {
		return nil, errShared(name)
	}
	e := f.layout.entries[i]
	switch {
	case e.value.Start == e.value.End:
		return f.splice(e.value, " "+form), nil
	case bytes.IndexByte(f.yaml[e.colon:e.value.Start], '\n') < 0:
		return f.splice(e.value, form+string(e.note.of(f.yaml))), nil
	}
	return f.splice(Span{e.colon, e.value.End}, " "+form+string(e.note.of(f.yaml))), nil
}

func errShared(name string) error {
	return agmem.Errorf(agmem.Invalid, "another field of the frontmatter is an alias of %s", name)
}
