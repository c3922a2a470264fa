package bankfile

import (
	"bytes"
	"errors"

	"github.com/agmem/agmem/internal/rawjson"
)

// Find returns the entry of one key. It checks the whole text as [Parse] does,
// with the same errors, but keeps nothing of the other entries.
func Find(text []byte, key string) (Entry, bool, error) {
	f := finder{key: key}
	p := parser{text: text, visit: f.visit}
	err := p.parse()
	if errors.Is(err, errNoOrder) {
		b, err := Parse(text)
		if err != nil {
			return Entry{}, false, err
		}
		e, ok := b.Entry(key)
		return e, ok, nil
	}
	return f.entry, f.found, err
}

// finder keeps the entry of one key. Names that ascend cannot occur twice;
// where they do not, it gives up.
type finder struct {
	key   string
	last  []byte // the name before, in its quotes
	entry Entry
	found bool
}

// errNoOrder ends the search in a bank whose keys do not ascend.
var errNoOrder = errors.New("the keys are not sorted")

func (f *finder) visit(r record, _ int) error {
	if bytes.IndexByte(r.name, '\\') >= 0 || f.last != nil && !ascends(f.last, r.name) {
		return errNoOrder
	}
	f.last = r.name
	if !f.found && string(r.name[1:len(r.name)-1]) == f.key {
		f.found = true
		f.entry = r.entry
		f.entry.Key = rawjson.Unquote(r.name)
	}
	return nil
}

// ascends compares names without their quotes.
func ascends(a, b []byte) bool { return bytes.Compare(a[1:len(a)-1], b[1:len(b)-1]) < 0 }
