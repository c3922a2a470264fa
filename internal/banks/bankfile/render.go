package bankfile

import (
	"slices"
	"strings"

	"github.com/agmem/agmem/internal/rawjson"
)

// grownBy is room for what one change adds to the text of a bank.
const grownBy = 4 << 10

// Render returns the text of the bank with its changes: members in their
// order, indented by two spaces, without a line break at the end. Entries that
// came in order stay so with the new ones among them; otherwise the new ones
// follow. The text may be as long as the bank was: render it once.
func (b *Bank) Render() []byte {
	dst := append(make([]byte, 0, len(b.text)+grownBy), '{')
	for i, m := range b.top {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n  "...)
		dst = append(dst, m.name...)
		dst = append(dst, ": "...)
		switch rawjson.Unquote(m.name) {
		case metaName:
			dst = b.meta.appendTo(dst, metaDepth)
		case entriesName:
			dst = b.appendEntries(dst)
		default:
			dst = append(dst, m.value...)
		}
	}
	return append(dst, "\n}"...)
}

func (b *Bank) appendEntries(dst []byte) []byte {
	if b.Len() == 0 {
		return append(dst, "{}"...)
	}
	separator := "{\n    "
	for _, r := range b.inOrder() {
		if r.removed {
			continue
		}
		dst = append(dst, separator...)
		dst = append(dst, r.name...)
		dst = append(dst, ": "...)
		dst = append(dst, r.raw...)
		separator = ",\n    "
	}
	return append(dst, "\n  }"...)
}

func (b *Bank) inOrder() []record {
	byKey := func(x, y record) int { return strings.Compare(x.entry.Key, y.entry.Key) }
	if !b.ordered || slices.IsSortedFunc(b.records, byKey) {
		return b.records
	}
	return slices.SortedStableFunc(slices.Values(b.records), byKey)
}
