package banks

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"

	"github.com/agmem/agmem/internal/banks/bankfile"
)

// ImportMode says what becomes of a bank that exists already.
type ImportMode int

// The modes of an import.
const (
	ImportNew     ImportMode = iota // an existing bank is BANK_EXISTS
	ImportMerge                     // of each key the entry that was updated later wins
	ImportReplace                   // the bank becomes the imported one
)

// maxImport is the longest text of one bank that is read.
const maxImport = 4 * MaxSize

// Imported counts what an import did to one bank.
type Imported struct {
	Bank      string `json:"bank"`
	Scope     Scope  `json:"scope"`
	Added     int    `json:"added"`
	Updated   int    `json:"updated"`
	Unchanged int    `json:"unchanged"`
	Removed   int    `json:"removed"` // by a replacement
}

// Import stores a bank that was exported, where a write would go. Nothing is
// written if anything in it is refused.
func (t Transfer) Import(ctx context.Context, ref Ref, r io.Reader, mode ImportMode) (Imported, error) {
	if err := CheckName(ref.Bank); err != nil {
		return Imported{}, err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxImport+1))
	if err != nil {
		return Imported{}, Errorf(IOError, "the input cannot be read: %w", err)
	}
	if text, err = unzipped(text); err != nil {
		return Imported{}, About(err, ref.Bank, ref.Scope)
	}
	incoming, err := t.shelves.parseImport(ctx, text)
	if err != nil {
		return Imported{}, About(err, ref.Bank, ref.Scope)
	}
	folder, err := t.shelves.writing(ref.Scope)
	if err != nil {
		return Imported{}, err
	}
	return storeImport(ctx, place{ref.Bank, folder}, incoming, mode)
}

// unzipped returns the text of a bank that was kept compressed, as it may be
// after it was deleted; any other text as it is.
func unzipped(text []byte) ([]byte, error) {
	if !bytes.HasPrefix(text, []byte{0x1f, 0x8b}) { // which no JSON begins with
		return text, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(r, maxImport+1))
	}
	if err != nil {
		return nil, Errorf(InvalidJSON, "the input is damaged: %w", err)
	}
	return text, nil
}

// parseImport reads a bank that comes from outside. What is wrong with it is
// wrong with the input, not with a bank of ours.
func (s *shelves) parseImport(ctx context.Context, text []byte) (*bankfile.Bank, error) {
	if len(text) > maxImport {
		return nil, Errorf(BankTooLarge, "the input has more than %d bytes, the limit of a bank is %d", maxImport, MaxSize).
			WithHint("split it into several banks")
	}
	b, err := bankfile.Parse(text)
	if err != nil {
		e := Errorf(InvalidJSON, "the input is not a bank: %w", err).
			WithHint("the export of a bank can be imported").WithStep(ActionExport, "")
		if damage, ok := errors.AsType[*bankfile.DamageError](err); ok {
			e = atOffset(e, damage.Offset)
		}
		return nil, e
	}
	for entry := range b.Entries() {
		if err := CheckKey(entry.Key); err != nil {
			return nil, AboutKey(err, entry.Key)
		}
		if err := checkSize(entry.Key, entry.Value); err != nil {
			return nil, err
		}
	}
	return b, s.guardBank(ctx, b)
}

// storeImport brings a bank to its place.
func storeImport(ctx context.Context, p place, incoming *bankfile.Bank, mode ImportMode) (Imported, error) {
	report := Imported{Bank: p.bank, Scope: p.folder.Scope()}
	err := p.folder.Change(ctx, p.bank, true, func(b *bankfile.Bank, exists bool) error {
		if err := checkImport(ctx, b, exists, incoming, mode); err != nil {
			return err
		}
		switch {
		case !exists:
			report.Added = incoming.Len()
			b.Become(incoming)
		case mode == ImportReplace:
			report.replace(b, incoming)
		default:
			report.merge(b, incoming)
		}
		return nil
	})
	return report, err
}

// checkImport checks the mode, and the values against the schema that the bank
// has then.
func checkImport(ctx context.Context, b *bankfile.Bank, exists bool, incoming *bankfile.Bank, mode ImportMode) error {
	if exists && mode == ImportNew {
		return Errorf(BankExists, "the bank exists already")
	}
	rules := incoming.Schema()
	if own := b.Schema(); own != nil && (mode == ImportMerge || rules == nil) {
		rules = own
	}
	if rules == nil {
		return nil
	}
	return checkAll(ctx, rules, incoming)
}

// merge takes over the entries that are new, and those that were updated later.
func (r *Imported) merge(b, incoming *bankfile.Bank) {
	for e := range incoming.Entries() {
		own, exists := b.Entry(e.Key)
		switch {
		case !exists:
			r.Added++
		case own.UpdatedAt.Before(e.UpdatedAt):
			r.Updated++
		default:
			r.Unchanged++
			continue
		}
		b.Adopt(incoming, e.Key)
	}
}

// replace makes the bank what is imported; a schema stays where the new bank
// has none.
func (r *Imported) replace(b, incoming *bankfile.Bank) {
	for e := range incoming.Entries() {
		own, exists := b.Entry(e.Key)
		switch {
		case !exists:
			r.Added++
		case string(own.Value) == string(e.Value) && own.UpdatedAt.Equal(e.UpdatedAt):
			r.Unchanged++
		default:
			r.Updated++
		}
	}
	r.Removed = b.Len() - r.Updated - r.Unchanged
	rules := b.Schema()
	b.Become(incoming)
	if rules != nil && b.Schema() == nil {
		b.SetSchema(rules)
	}
}
