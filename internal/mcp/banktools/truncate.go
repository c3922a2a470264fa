package banktools

import (
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/rawjson"
)

// leftOut is the truncation of a value of a bank that is too long for an
// answer, or for what is left of one.
func leftOut(value []byte) mcp.Truncation {
	return mcp.CutTo(rawjson.AppendCompact(nil, value), "memory_query with this bank and key gets parts of it: "+parts(value))
}

// parts names the filters that pick parts of a value.
func parts(value []byte) string {
	switch mcp.KindOf(value) {
	case "object":
		return "the filter keys names its members, .name picks one"
	case "array":
		return "the filter length counts its elements, .[0:20] picks the first"
	default:
		return "the filter .[0:20000] picks its first characters"
	}
}
