package histories

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"github.com/agmem/agmem"
)

// maxDocument is the largest document of JSON that is read, in bytes: unlike lines
// it is read as a whole.
const maxDocument = 64 << 20

// document reads one value of JSON.
func (p *page) document(ctx context.Context, from io.Reader, to any) error {
	text, err := io.ReadAll(io.LimitReader(from, maxDocument+1))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return agmem.Unreadable(p.Path, err)
	case len(text) > maxDocument:
		return agmem.Errorf(agmem.TooLarge, "%s is larger than %d bytes", p.Path, maxDocument)
	}
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\uFEFF")), to); err != nil {
		return agmem.Errorf(agmem.Invalid, "%s is not the JSON that it should be: %w", p.Path, err)
	}
	return nil
}

// keysOf says whether a text begins an object of JSON with all of these keys at its
// first level, as far as it is there.
func keysOf(head []byte, keys ...string) bool {
	found := make(map[string]bool)
	d := json.NewDecoder(bytes.NewReader(head))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			break
		}
		name, _ := key.(string)
		found[name] = true
		var value json.RawMessage
		if d.Decode(&value) != nil {
			break // the text ends within it
		}
	}
	for _, key := range keys {
		if !found[key] {
			return false
		}
	}
	return true
}
