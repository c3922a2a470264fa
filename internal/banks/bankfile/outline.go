package bankfile

import "github.com/agmem/agmem/internal/rawjson"

// entryBraces is how many braces are open around the key of an entry.
const entryBraces = 2

// outline tells how deep a place in a damaged text is. Damage may hide a brace,
// so it counts from both ends: before the damage the count from the beginning is
// right, after it the one from the end.
type outline struct {
	text  []byte
	at    int // everything before it is counted
	depth int // the braces that are open at that place
	extra int // the braces of the whole text that are never closed
}

func newOutline(text []byte) *outline {
	whole := outline{text: text}
	whole.goTo(len(text))
	return &outline{text: text, extra: whole.depth}
}

// goTo counts up to a place, or to the end of the string that the place is in.
func (o *outline) goTo(at int) {
	for o.at < at {
		switch o.text[o.at] {
		case '"':
			if end, err := rawjson.Value(o.text, o.at); err == nil {
				o.at = end
				continue
			}
		case '{':
			o.depth++
		case '}':
			o.depth--
		}
		o.at++
	}
}

// isEntry says whether the name that begins at text[at] stands where the keys
// of entries do. The places must be asked for in their order.
func (o *outline) isEntry(at int, name string) bool {
	o.goTo(at)
	if o.at > at {
		return false // it is inside a string
	}
	if o.depth < entryBraces { // the beginning of the text is lost, or a brace
		return name != metaName && name != entriesName
	}
	return o.depth == entryBraces || o.depth-o.extra == entryBraces
}
