package library

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/bankfile"
	"github.com/agmem/agmem/internal/rawjson"
)

// BankEntries reads, writes and removes the entries of banks.
type BankEntries struct{ shelves *shelves }

// Read returns an entry: that of the project, else that of the user, unless a
// scope is asked for. TTL_EXPIRED where it has expired, else KEY_NOT_FOUND or
// BANK_NOT_FOUND.
func (e BankEntries) Read(ctx context.Context, ref agmem.BankRef, key string) (agmem.Entry, error) {
	if err := checkPlace(ref.Bank, key); err != nil {
		return agmem.Entry{}, err
	}
	folders, err := e.shelves.reading(ref.Scope)
	if err != nil {
		return agmem.Entry{}, err
	}
	missing := noBank(ref, folders)
	for _, f := range folders {
		entry, ok, err := f.Find(ctx, ref.Bank, key)
		if hasCode(err, agmem.BankNotFound) {
			continue
		}
		if err != nil {
			return agmem.Entry{}, agmem.AsBankError(err).At(key)
		}
		switch {
		case ok && !entry.Expired(e.shelves.Now()):
			return entry, nil
		case ok:
			missing = expired(ref.Bank, f.Scope(), entry)
		case !hasCode(missing, agmem.TTLExpired):
			missing = noKey(ref.Bank, f.Scope(), key)
		}
	}
	return agmem.Entry{}, missing
}

func expired(bank string, scope agmem.Scope, e agmem.Entry) error {
	at, _ := e.ExpiresAt()
	return agmem.BankErrorf(agmem.TTLExpired, "key '%s' in bank '%s' expired at %s", e.Key, bank, agmem.InstantOf(at)).
		WithHint("write it again; memory-cli gc removes what has expired").In(bank, scope).At(e.Key)
}

func checkPlace(bank, key string) error {
	if err := agmem.CheckBankName(bank); err != nil {
		return err
	}
	return agmem.About(agmem.CheckBankKey(key), bank, agmem.AnyScope)
}

// EntryOrDefault is an entry, or the value that was given in its place.
type EntryOrDefault struct {
	Value    json.RawMessage     `json:"value"`
	Metadata agmem.EntryMetadata `json:"metadata"`
}

// ReadOr is Read with a value for where the bank or the key is absent or
// expired. A fallback that is no JSON is INVALID_JSON in any case.
func (e BankEntries) ReadOr(ctx context.Context, ref agmem.BankRef, key string, fallback []byte) (EntryOrDefault, error) {
	value, err := checkJSON(fallback, "the default")
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

// BankContents is a bank with its entries.
type BankContents struct {
	Bank    string
	Scope   agmem.Scope
	Entries []agmem.Entry // sorted by key, without the expired ones
}

// ReadAll returns the entries of a bank that have not expired.
func (e BankEntries) ReadAll(ctx context.Context, ref agmem.BankRef) (BankContents, error) {
	b, f, err := e.shelves.first(ctx, ref)
	if err != nil {
		return BankContents{}, err
	}
	now := e.shelves.Now()
	entries := slices.DeleteFunc(b.Sorted(), func(x agmem.Entry) bool { return x.Expired(now) })
	return BankContents{ref.Bank, f.Scope(), entries}, nil
}

// WriteJSON writes the contents as one object, entry by entry, so that a large
// bank does not stand in memory a second time.
func (c BankContents) WriteJSON(w io.Writer, indented bool) error {
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

// checkJSON returns the value that a text is, without the white space around
// it.
func checkJSON(text []byte, what string) ([]byte, error) {
	start, end, err := rawjson.TrimBelow(text, bankfile.ValueDepth)
	if err != nil {
		return nil, invalidJSON(err, what).WithHint(`text goes in quotes inside the shell's: '"text"'`)
	}
	return bytes.Clone(text[start:end]), nil
}

// maxTTL keeps the time of expiry within the years that RFC 3339 can say.
const maxTTL = 7_000 * 365 * 24 * 60 * 60

func checkTTL(ttl int64) error {
	if ttl < 0 || ttl > maxTTL {
		return agmem.BankErrorf(agmem.InvalidTTL, "the ttl is %d seconds, it must be between 1 and %d", ttl, maxTTL)
	}
	return nil
}

// live returns the entry of a key unless it is absent or expired.
func live(b interface {
	Entry(string) (agmem.Entry, bool)
}, key string, now time.Time) (agmem.Entry, bool) {
	e, ok := b.Entry(key)
	return e, ok && !e.Expired(now)
}
