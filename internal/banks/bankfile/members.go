package bankfile

import (
	"slices"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

const (
	metaName    = "_meta"
	entriesName = "entries"
)

// member is one member of an object, as it is in the text.
type member struct {
	name  []byte // in its quotes
	value []byte
}

// members are those of one object, in order.
type members []member

func (m members) index(name string) int {
	return slices.IndexFunc(m, func(x member) bool { return rawjson.Unquote(x.name) == name })
}

func (m members) get(name string) ([]byte, bool) {
	if i := m.index(name); i >= 0 {
		return m[i].value, true
	}
	return nil, false
}

// set replaces the value of a member, or adds it at the end.
func (m *members) set(name string, value []byte) {
	if i := m.index(name); i >= 0 {
		(*m)[i].value = value
		return
	}
	*m = append(*m, member{quoted(name), value})
}

func (m *members) remove(name string) {
	if i := m.index(name); i >= 0 {
		*m = slices.Delete(*m, i, i+1)
	}
}

// appendTo appends the object with a line for each member, below a line that
// is depth levels deep.
func (m members) appendTo(dst []byte, depth int) []byte {
	if len(m) == 0 {
		return append(dst, "{}"...)
	}
	dst = append(dst, '{')
	for i, x := range m {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendLine(dst, depth+1)
		dst = append(dst, x.name...)
		dst = append(dst, ": "...)
		dst = append(dst, x.value...)
	}
	return append(appendLine(dst, depth), '}')
}

func appendLine(dst []byte, depth int) []byte {
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, "  "...)
	}
	return dst
}

func quoted(text string) []byte { return rawjson.AppendQuoted(nil, text) }

// quotedTime writes a time as agmem does everywhere: in UTC, to the
// millisecond.
func quotedTime(t time.Time) []byte { return quoted(agmem.InstantOf(t).String()) }
