package banks

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
)

// ImportAll stores the banks that ExportAll wrote, each in the scope it came
// from unless one is asked for. Nothing is written if anything in any of them
// is refused. It reads the input twice and keeps one bank in memory.
func (t Transfer) ImportAll(ctx context.Context, scope Scope, r io.Reader, mode ImportMode) (reports []Imported, err error) {
	input, remove, err := rereadable(r)
	if err != nil {
		return nil, Errorf(IOError, "the input cannot be kept: %w", err)
	}
	defer func() { err = errors.Join(err, remove()) }()
	seen := map[Ref]bool{}
	err = t.eachImport(ctx, scope, input, func(p place, incoming *bankfile.Bank) error {
		ref := Ref{Bank: p.bank, Scope: p.folder.Scope()}
		if seen[ref] {
			return Errorf(InvalidJSON, "the input has the bank twice")
		}
		seen[ref] = true
		return rehearseImport(ctx, p, incoming, mode)
	})
	if err != nil {
		return nil, err
	}
	if _, err := input.Seek(0, io.SeekStart); err != nil {
		return nil, Errorf(IOError, "the input cannot be read again: %w", err)
	}
	err = t.eachImport(ctx, scope, input, func(p place, incoming *bankfile.Bank) error {
		report, err := storeImport(ctx, p, incoming, mode)
		if err == nil {
			reports = append(reports, report)
		}
		return err
	})
	return reports, err
}

// rereadable returns the input as something that can be read twice: itself
// where it is a file, else a private copy on the disk.
func rereadable(r io.Reader) (io.ReadSeeker, func() error, error) {
	if f, ok := r.(io.ReadSeeker); ok {
		if _, err := f.Seek(0, io.SeekCurrent); err == nil {
			return f, func() error { return nil }, nil
		}
	}
	f, err := os.CreateTemp("", ".memory-cli-import-*.tmp")
	if err != nil {
		return nil, nil, err
	}
	remove := func() error { return errors.Join(f.Close(), os.Remove(f.Name())) }
	_, err = io.Copy(f, r)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, nil, errors.Join(err, remove())
	}
	return f, remove, nil
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
	return checkImport(b, exists, incoming, mode)
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
		incoming, err := parseImport(x.Bank)
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
	d := json.NewDecoder(input)
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
			err = eachElement(d, do)
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

func eachElement(d *json.Decoder, do func(exportedBank) error) error {
	if err := expect(d, '['); err != nil {
		return err
	}
	for d.More() {
		var x exportedBank
		if err := d.Decode(&x); err != nil {
			return noExport(d, err)
		}
		if err := do(x); err != nil {
			return err
		}
	}
	return expect(d, ']')
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
