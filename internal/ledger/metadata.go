package ledger

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/agmem/agmem/internal/rawjson"
)

// Metadata is a JSON object that its writer understands, as it was written but
// for white space; nil for none.
type Metadata json.RawMessage

// MarshalJSON returns the object as it is.
func (m Metadata) MarshalJSON() ([]byte, error) {
	return []byte(m.column()), nil
}

// column returns the object as it is stored.
func (m Metadata) column() string {
	if m == nil {
		return "{}"
	}
	return string(m)
}

// text returns the value of a member if it is a text that is not blank.
func (m Metadata) text(name string) string {
	text := ""
	m.each(func(member string, value []byte) {
		if member == name {
			text = ""
			if value[0] == '"' {
				text = rawjson.Unquote(value)
			}
		}
	})
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return text
}

// each calls yield for the members in their order.
func (m Metadata) each(yield func(name string, value []byte)) {
	if len(m) == 0 {
		return
	}
	// What is stored was checked when it was written; damage ends the walk.
	_, _ = rawjson.Members(m, 0, func(name []byte, at int) (int, error) {
		stop, err := rawjson.Value(m, at)
		if err == nil {
			yield(rawjson.Unquote(name), m[at:stop])
		}
		return stop, err
	})
}

// with returns the object with a member at its end, in the place of those that
// had its name.
func (m Metadata) with(name string, value any) Metadata {
	encoded, err := rawjson.Encode(value)
	if err != nil {
		return m // a list of texts, which can be encoded
	}
	var b bytes.Buffer
	b.WriteByte('{')
	m.each(func(member string, v []byte) {
		if member != name {
			writeMember(&b, member, v)
			b.WriteByte(',')
		}
	})
	writeMember(&b, name, encoded)
	b.WriteByte('}')
	return b.Bytes()
}

func writeMember(b *bytes.Buffer, name string, value []byte) {
	b.Write(rawjson.AppendQuoted(nil, name))
	b.WriteByte(':')
	b.Write(value)
}

// members are pairs that become an object.
type members []struct {
	name  string
	value any
}

func (list members) metadata() Metadata {
	m := Metadata("{}")
	for _, pair := range list {
		m = m.with(pair.name, pair.value)
	}
	return m
}
