package frontmatter

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// verify reads a changed text again: its body and all fields but the named one
// must be what they were, and that one has to read as the value, or be gone
// if there is none.
func (f *file) verify(changed []byte, name string, value *string) error {
	block, ok := Cut(changed)
	if !ok || !bytes.Equal(changed[block.Body:], f.text[f.block.Body:]) {
		return errUnsafe(name)
	}
	now, err := parse(block.YAML.of(changed))
	if err != nil {
		return err
	}
	if got, there := now.fields.Find(name); there != (value != nil) || there && (got.Kind != Scalar || got.Text != *value) {
		return errUnsafe(name)
	}
	if !now.located || !slices.EqualFunc(f.others(name), now.others(name), sameField) {
		return errUnsafe(name)
	}
	return nil
}

func errUnsafe(name string) error {
	return agmem.Errorf(agmem.Invalid, "%s cannot be edited in this frontmatter without changing something else", name)
}

// written is a field with the bytes of its lines.
type written struct {
	Field
	lines []byte
}

// others returns all fields but the named one.
func (d *document) others(name string) []written {
	var all []written
	for _, f := range d.fields {
		if !strings.EqualFold(f.Name, name) {
			all = append(all, written{f, f.Entry.of(d.yaml)})
		}
	}
	return all
}

func sameField(a, b written) bool {
	return a.Name == b.Name && a.Kind == b.Kind && a.Text == b.Text && a.Odd == b.Odd &&
		slices.Equal(a.List, b.List) && bytes.Equal(a.lines, b.lines)
}
