package banks

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/rawjson"
)

// Entries reads, writes and removes the entries of banks.
type Entries struct{ shelves *shelves }

// Read returns an entry: that of the project, else that of the user, unless a
// scope is asked for. TTL_EXPIRED where it has expired, else KEY_NOT_FOUND or
// BANK_NOT_FOUND.
func (e Entries) Read(ctx context.Context, ref Ref, key string) (Entry, error) {
	if err := checkPlace(ref.Bank, key); err != nil {
		return Entry{}, err
	}
	folders, err := e.shelves.reading(ref.Scope)
	if err != nil {
		return Entry{}, err
	}
	missing := noBank(ref, folders)
	for _, f := range folders {
		entry, ok, err := f.Find(ctx, ref.Bank, key)
		if HasCode(err, BankNotFound) {
			continue
		}
		if err != nil {
			return Entry{}, AboutKey(err, key)
		}
		switch {
		case ok && !entry.Expired(e.shelves.Now()):
			return entry, nil
		case ok:
			missing = expired(ref.Bank, f.Scope(), entry)
		case !HasCode(missing, TTLExpired):
			missing = noKey(ref.Bank, f.Scope(), key)
		}
	}
	return Entry{}, missing
}

func expired(bank string, scope Scope, e Entry) error {
	at, _ := e.ExpiresAt()
	gone := Errorf(TTLExpired, "key '%s' in bank '%s' expired at %s", e.Key, bank, agmem.InstantOf(at))
	return AboutKey(aboutBank(gone, bank, scope), e.Key)
}

func checkPlace(bank, key string) error {
	if err := CheckName(bank); err != nil {
		return err
	}
	return About(CheckKey(key), bank, AnyScope)
}

// EntryOrDefault is an entry, or the value that was given in its place.
type EntryOrDefault struct {
	Value    json.RawMessage `json:"value"`
	Metadata Metadata        `json:"metadata"`
}

// ReadOr is Read with a value for where the bank or the key is absent or
// expired. A fallback that is not JSON is INVALID_JSON in any case.
func (e Entries) ReadOr(ctx context.Context, ref Ref, key string, fallback []byte) (EntryOrDefault, error) {
	value, err := checkText(fallback, "the default")
	if err != nil {
		return EntryOrDefault{}, err
	}
	entry, err := e.Read(ctx, ref, key)
	switch {
	case err == nil:
		return EntryOrDefault{entry.Value, entry.Metadata()}, nil
	case agmem.KindOf(err) == agmem.NotFound, agmem.KindOf(err) == agmem.Expired:
		return EntryOrDefault{Value: value}, nil
	}
	return EntryOrDefault{}, err
}

// Contents is a bank with its entries.
type Contents struct {
	Bank    string
	Scope   Scope
	Entries []Entry // sorted by key, without the expired ones
}

// ReadAll returns the entries of a bank that have not expired.
func (e Entries) ReadAll(ctx context.Context, ref Ref) (Contents, error) {
	b, f, err := e.shelves.first(ctx, ref)
	if err != nil {
		return Contents{}, err
	}
	now := e.shelves.Now()
	entries := slices.DeleteFunc(b.Sorted(), func(x Entry) bool { return x.Expired(now) })
	return Contents{ref.Bank, f.Scope(), entries}, nil
}

// WriteJSON writes the contents as one object, entry by entry, so that a large
// bank is not in memory a second time.
func (c Contents) WriteJSON(w io.Writer, indented bool) error {
	layout := func(text string) string {
		if indented {
			return text
		}
		return strings.NewReplacer("\n", "", "  ", "", ": ", ":").Replace(text)
	}
	head := layout("{\n  \"bank\": ") + string(rawjson.AppendQuoted(nil, c.Bank)) +
		layout(",\n  \"scope\": ") + string(rawjson.AppendQuoted(nil, string(c.Scope))) + layout(",\n  \"entries\": {")
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	var line []byte
	for i, entry := range c.Entries {
		separator := layout("\n    ")
		if i > 0 {
			separator = "," + separator
		}
		object, err := entry.MarshalJSON()
		if err != nil {
			return err
		}
		line = rawjson.AppendQuoted(append(line[:0], separator...), entry.Key)
		line = append(line, layout(": ")...)
		if indented {
			line = rawjson.AppendIndented(line, object, 2)
		} else {
			line = append(line, object...)
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	tail := layout("\n  }\n}")
	if len(c.Entries) == 0 {
		tail = "}" + layout("\n}")
	}
	_, err := io.WriteString(w, tail)
	return err
}

// checkText is checkJSON for what a person types, who may have meant a plain
// text.
func checkText(text []byte, what string) ([]byte, error) {
	value, err := checkJSON(text, what)
	if err != nil {
		return nil, AsError(err).WithStep(ActionQuote, "")
	}
	return value, nil
}

// checkJSON returns the value that a text is, without the white space around
// it.
func checkJSON(text []byte, what string) ([]byte, error) {
	start, end, err := rawjson.TrimBelow(text, bankfile.ValueDepth)
	if err != nil {
		return nil, invalidJSON(err, what)
	}
	return bytes.Clone(text[start:end]), nil
}

// maxTTL keeps the time of expiry within the years that RFC 3339 can say.
const maxTTL = 7_000 * 365 * 24 * 60 * 60

func checkTTL(ttl int64) error {
	if ttl < 0 || ttl > maxTTL {
		return Errorf(InvalidTTL, "the ttl is %d seconds, it must be between 1 and %d", ttl, maxTTL)
	}
	return nil
}

// live returns the entry of a key unless it is absent or expired.
func live(b interface {
	Entry(string) (Entry, bool)
}, key string, now time.Time) (Entry, bool) {
	e, ok := b.Entry(key)
	return e, ok && !e.Expired(now)
}
