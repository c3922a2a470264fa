package frontmatter

import "strings"

// Kind is the shape of a field's value.
type Kind int

// The kinds of values.
const (
	Null    Kind = iota // nothing, ~ or null
	Scalar              // a text, a number, true or false
	List                // with any elements
	Mapping             // names and values
	Alias               // a reference to another value, which is not followed
)

// Field is one entry of the top-level mapping.
type Field struct {
	Name string // as written, without its quotes
	Kind Kind
	// Text is the text of a scalar: what its quotes or block hold, a number or
	// a date as it is written.
	Text string
	// List has the texts of a list's scalars; nulls are left out.
	List []string
	// Odd counts the elements of a list that are not scalars.
	Odd int
	// Line is where the field begins; the --- above the first field is line 1.
	Line int
	// Value is where the value is in the YAML, without the comment behind
	// it, and Entry its lines as a whole, with their comments and the last line
	// break. Both are zero in YAML that cannot be edited by its lines.
	Value, Entry Span
}

// Texts returns the scalars of the value: the list's, or the scalar as the one
// element, commas or not. It is empty for other kinds.
func (f Field) Texts() []string {
	if f.Kind == Scalar {
		return []string{f.Text}
	}
	return f.List
}

// Fields are the entries of the top-level mapping in their order. No two have
// names that differ by case alone.
type Fields []Field

// Find returns the field of that name, in upper or lower case.
func (f Fields) Find(name string) (Field, bool) {
	if i := f.index(name); i >= 0 {
		return f[i], true
	}
	return Field{}, false
}

func (f Fields) index(name string) int {
	for i := range f {
		if strings.EqualFold(f[i].Name, name) {
			return i
		}
	}
	return -1
}

// Has says whether there is a field of that name, whatever its value.
func (f Fields) Has(name string) bool { return f.index(name) >= 0 }

// Text returns the scalar of that name, empty for another kind or none.
func (f Fields) Text(name string) string {
	field, _ := f.Find(name)
	return field.Text
}

// List returns the texts of that name, see [Field.Texts].
func (f Fields) List(name string) []string {
	field, _ := f.Find(name)
	return field.Texts()
}
