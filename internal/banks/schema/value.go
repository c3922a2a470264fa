package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agmem/agmem/internal/rawjson"
)

// kind is the type of a value, as schemas name it.
type kind string

const (
	null    kind = "null"
	boolean kind = "boolean"
	number  kind = "number"
	text    kind = "string"
	array   kind = "array"
	object  kind = "object"
)

// value is a decoded JSON value.
type value struct {
	kind    kind
	source  []byte // its text
	truth   bool
	number  decimal
	text    string
	items   []*value
	names   []string // of the members, in their order, each once
	members map[string]*value
}

func decode(source []byte) (*value, error) {
	start, end, err := rawjson.Trim(source)
	if err != nil {
		return nil, err
	}
	v, _, err := valueAt(source[:end:end], start)
	return v, err
}

// valueAt decodes the value at source[at], which has been checked, and returns
// where it ends.
func valueAt(source []byte, at int) (v *value, end int, err error) {
	v = &value{}
	switch source[at] {
	case '{':
		v.kind, v.members = object, map[string]*value{}
		end, err = rawjson.Members(source, at, func(quoted []byte, at int) (int, error) {
			member, end, err := valueAt(source, at)
			v.add(rawjson.Unquote(quoted), member)
			return end, err
		})
	case '[':
		v.kind = array
		end, err = rawjson.Elements(source, at, func(_, at int) (int, error) {
			item, end, err := valueAt(source, at)
			v.items = append(v.items, item)
			return end, err
		})
	default:
		if end, err = rawjson.Value(source, at); err == nil {
			v.scalar(source[at:end])
		}
	}
	if err != nil {
		return nil, 0, err
	}
	v.source = source[at:end]
	return v, end, nil
}

// add adds a member; the last one of a name counts.
func (v *value) add(name string, member *value) {
	if _, repeated := v.members[name]; !repeated {
		v.names = append(v.names, name)
	}
	v.members[name] = member
}

func (v *value) scalar(source []byte) {
	switch source[0] {
	case '"':
		v.kind, v.text = text, rawjson.Unquote(source)
	case 'n':
		v.kind = null
	case 't', 'f':
		v.kind, v.truth = boolean, source[0] == 't'
	default:
		v.kind, v.number = number, parseDecimal(string(source))
	}
}

// textValue is a string that is not part of a text.
func textValue(s string) *value { return &value{kind: text, text: s} }

// integer says whether the value is a number without a fraction.
func (v *value) integer() bool { return v.kind == number && v.number.integer() }

// identity returns a text that equal values have in common, and no others:
// 1 and 1.0 are equal, and so are objects whatever their order.
func (v *value) identity() string {
	var b strings.Builder
	v.identify(&b)
	return b.String()
}

func (v *value) identify(b *strings.Builder) {
	switch v.kind {
	case number:
		b.WriteString(v.number.String())
	case text:
		b.WriteString(strconv.Quote(v.text))
	case array:
		b.WriteByte('[')
		for _, item := range v.items {
			item.identify(b)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case object:
		b.WriteByte('{')
		for _, name := range slices.Sorted(maps.Keys(v.members)) {
			b.WriteString(strconv.Quote(name))
			b.WriteByte(':')
			v.members[name].identify(b)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	default:
		b.Write(v.source)
	}
}
