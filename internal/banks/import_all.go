package banks

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/spool"
)

// ImportAll stores the banks that ExportAll wrote, each in the scope it came
// from unless one is asked for. Nothing is written if anything in any of them
// is refused. It reads the input twice and keeps one bank in memory.
func (t Transfer) ImportAll(ctx context.Context, scope Scope, r io.Reader, mode ImportMode) (reports []Imported, err error) {
	kept, err := spool.Keep(ctx, r, func(r io.Reader) error { return t.rehearseAll(ctx, scope, r, mode) })
	if err != nil {
		return nil, unkept(err)
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	err = t.eachImport(ctx, scope, kept, func(p place, incoming *bankfile.Bank) error {
		report, err := storeImport(ctx, p, incoming, mode)
		if err == nil {
			reports = append(reports, report)
		}
		return err
	})
	return reports, err
}

// unkept gives the error of a spool its code. One that is about the input has
// one already.
func unkept(err error) error {
	switch {
	case agmem.CodeOf(err) != "" || agmem.KindOf(err) == agmem.Cancelled:
		return err
	case agmem.KindOf(err) == agmem.TooLarge:
		return Errorf(BankTooLarge, "%w", err)
	}
	return Errorf(IOError, "%w", err)
}

// rehearseAll does all that may refuse the input, and writes nothing.
func (t Transfer) rehearseAll(ctx context.Context, scope Scope, r io.Reader, mode ImportMode) error {
	seen := map[Ref]bool{}
	return t.eachImport(ctx, scope, r, func(p place, incoming *bankfile.Bank) error {
		ref := Ref{Bank: p.bank, Scope: p.folder.Scope()}
		if seen[ref] {
			return Errorf(InvalidJSON, "the input has the bank twice")
		}
		seen[ref] = true
		return rehearseImport(ctx, p, incoming, mode)
	})
}

// rehearseImport does all that may refuse a bank, and writes nothing.
func rehearseImport(ctx context.Context, p place, incoming *bankfile.Bank, mode ImportMode) error {
	b, err := p.folder.Load(ctx, p.bank)
	exists := err == nil
	if HasCode(err, BankNotFound) {
		b, err = new(bankfile.Bank), nil
	}
	if err != nil {
		return err
	}
	return checkImport(ctx, b, exists, incoming, mode)
}

// exportedBank is one of several banks in an export.
type exportedBank struct {
	Name  string          `json:"name"`
	Scope Scope           `json:"scope"`
	Bank  json.RawMessage `json:"bank"`
}

// eachImport calls do for each bank of the input. An error says which bank it
// is about.
func (t Transfer) eachImport(ctx context.Context, scope Scope, input io.Reader, do func(place, *bankfile.Bank) error) error {
	return eachExported(input, func(x exportedBank) error {
		if scope != AnyScope {
			x.Scope = scope
		}
		err := CheckName(x.Name)
		if err == nil {
			_, err = ParseScope(string(x.Scope), false)
		}
		if err != nil {
			return About(err, x.Name, x.Scope)
		}
		incoming, err := t.shelves.parseImport(ctx, x.Bank)
		if err != nil {
			return About(err, x.Name, x.Scope)
		}
		folder, err := t.shelves.writing(x.Scope)
		if err != nil {
			return About(err, x.Name, x.Scope)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return About(do(place{x.Name, folder}, incoming), x.Name, folder.Scope())
	})
}

// eachExported walks through what ExportAll wrote.
func eachExported(input io.Reader, do func(exportedBank) error) error {
	limited := &entryLimit{from: input}
	limited.next()
	d := json.NewDecoder(limited)
	if err := expect(d, '{'); err != nil {
		return err
	}
	banks := false
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return noExport(d, err)
		}
		switch name {
		case "banks":
			banks = true
			err = eachElement(d, limited, do)
		case "version":
			var version int
			if err = d.Decode(&version); err == nil && version != exportVersion {
				return noExport(d, errors.New("its version is not known"))
			}
		default:
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return noExport(d, err)
		}
	}
	if !banks {
		return noExport(d, errors.New("there are no banks in it"))
	}
	if err := expect(d, '}'); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return noExport(d, errors.New("there is text after it"))
	}
	return nil
}

func eachElement(d *json.Decoder, limited *entryLimit, do func(exportedBank) error) error {
	if err := expect(d, '['); err != nil {
		return err
	}
	for d.More() {
		var x exportedBank
		limited.next()
		if err := d.Decode(&x); err != nil {
			return noExport(d, err)
		}
		if err := do(x); err != nil {
			return err
		}
	}
	return expect(d, ']')
}

// maxExported is how many bytes of an export one bank may take, with its name
// and its indentation. A JSON text is in memory until it ends, so one without an
// end would fill it.
const maxExported = 4 * maxImport

// entryLimit is a reader that stops where one bank is too long.
type entryLimit struct {
	from io.Reader
	left int
}

// next begins another bank.
func (l *entryLimit) next() { l.left = maxExported }

func (l *entryLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, Errorf(BankTooLarge, "a bank in the input has more than %d bytes, the limit of a bank is %d", maxExported, MaxSize)
	}
	n, err := l.from.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

func expect(d *json.Decoder, delim json.Delim) error {
	token, err := d.Token()
	if err == nil && token != delim {
		err = errors.New("a " + delim.String() + " is missing")
	}
	if err != nil {
		return noExport(d, err)
	}
	return nil
}

// noExport is the error of an input that is not what ExportAll writes. Errors
// that have a code pass.
func noExport(d *json.Decoder, err error) error {
	if agmem.CodeOf(err) != "" {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = errors.New("it ends early")
	}
	e := Errorf(InvalidJSON, "the input is not an export of banks: %w", err).
		WithHint("the export of all banks can be imported; one bank alone is imported under its name").
		WithStep(ActionExportAll, "")
	return atOffset(e, int(d.InputOffset()))
}
