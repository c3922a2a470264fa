package bankfile

import (
	"io"
	"slices"
	"strings"

	"github.com/agmem/agmem/internal/rawjson"
)

// WriteTo writes the text of the bank with its changes: members in their
// order, indented by two spaces, without a line break at the end. Entries that
// came in order stay so with the new ones among them; otherwise the new ones
// follow.
func (b *Bank) WriteTo(w io.Writer) (int64, error) {
	out := &counter{w: w}
	out.text("{")
	for i, m := range b.top {
		if i > 0 {
			out.text(",")
		}
		out.text("\n  ")
		out.bytes(m.name)
		out.text(": ")
		switch rawjson.Unquote(m.name) {
		case metaName:
			out.bytes(b.meta.appendTo(nil, metaDepth))
		case entriesName:
			b.writeEntries(out)
		default:
			out.bytes(m.value)
		}
	}
	out.text("\n}")
	return out.n, out.err
}

func (b *Bank) writeEntries(out *counter) {
	if b.Len() == 0 {
		out.text("{}")
		return
	}
	separator := "{\n    "
	for _, r := range b.inOrder() {
		if r.removed {
			continue
		}
		out.text(separator)
		out.bytes(r.name)
		out.text(": ")
		out.bytes(r.raw)
		separator = ",\n    "
	}
	out.text("\n  }")
}

func (b *Bank) inOrder() []record {
	byKey := func(x, y record) int { return strings.Compare(x.entry.Key, y.entry.Key) }
	if !b.ordered || slices.IsSortedFunc(b.records, byKey) {
		return b.records
	}
	return slices.SortedStableFunc(slices.Values(b.records), byKey)
}

// Size returns how many bytes WriteTo writes.
func (b *Bank) Size() int64 {
	n, _ := b.WriteTo(io.Discard)
	return n
}

// counter counts what it writes and remembers the first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) bytes(p []byte) {
	if c.err == nil {
		var n int
		n, c.err = c.w.Write(p)
		c.n += int64(n)
	}
}

func (c *counter) text(s string) {
	if c.err == nil {
		var n int
		n, c.err = io.WriteString(c.w, s)
		c.n += int64(n)
	}
}
