package banks

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/agmem/agmem/internal/rawjson"
)

// Transfer moves whole banks out and in.
type Transfer struct{ shelves *shelves }

// exportVersion is the version of the form that holds several banks.
const exportVersion = 1

// Export writes the text of a bank as it is stored, but never compressed.
func (t Transfer) Export(ctx context.Context, ref Ref, w io.Writer) error {
	b, _, err := t.shelves.first(ctx, ref)
	if err != nil {
		return err
	}
	_, err = w.Write(b.Text())
	return err
}

// ExportAll writes every bank of the scopes as one object. A bank that cannot
// be read is left out and named in the joined errors.
func (t Transfer) ExportAll(ctx context.Context, scope Scope, w io.Writer) error {
	places, failed := t.shelves.places(ctx, scope)
	errs := []error{failed}
	if _, err := fmt.Fprintf(w, "{\n  \"version\": %d,\n  \"banks\": [", exportVersion); err != nil {
		return err
	}
	separator := "\n"
	for _, p := range places {
		b, err := p.folder.Load(ctx, p.bank)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		head := fmt.Sprintf("%s    {\n      \"name\": %s,\n      \"scope\": %s,\n      \"bank\": ", separator,
			rawjson.AppendQuoted(nil, p.bank), rawjson.AppendQuoted(nil, string(p.folder.Scope())))
		if _, err := io.WriteString(w, head); err != nil {
			return err
		}
		if _, err := w.Write(b.Text()); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n    }"); err != nil {
			return err
		}
		separator = ",\n"
	}
	_, err := io.WriteString(w, "\n  ]\n}\n")
	return errors.Join(append(errs, err)...)
}
