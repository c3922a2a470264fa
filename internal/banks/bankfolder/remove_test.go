package bankfolder_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/agmem/agmem/internal/banks"
)

// What is set aside is not a bank any more, and it has every byte that it had,
// whatever state it was in.
func TestSetAsideKeepsEveryForm(t *testing.T) {
	const later = `{"_meta":{"version":1,"updated_at":"2027-01-02T00:00:00Z"},"entries":{}}`
	for name, test := range map[string]struct {
		files map[string]string
		want  string // the file that the answer names
	}{
		"plain":           {map[string]string{"b.json": sound}, "b.json.deleted-20270115T100000Z"},
		"damaged":         {map[string]string{"b.json": `{"_meta`}, "b.json.deleted-20270115T100000Z"},
		"damaged gzip":    {map[string]string{"b.json.gz": "no gzip"}, "b.json.gz.deleted-20270115T100000Z"},
		"both, gzip last": {map[string]string{"b.json": sound, "b.json.gz": zipped(t, later)}, "b.json.gz.deleted-20270115T100000Z"},
		"both, gzip old":  {map[string]string{"b.json": later, "b.json.gz": zipped(t, sound)}, "b.json.deleted-20270115T100000Z"},
		"not the first": {map[string]string{"b.json": sound, "b.json.deleted-20270115T100000Z": "before"},
			"b.json.deleted-20270115T100000Z-2"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFolder(t, false)
			var before []string
			for file, text := range test.files {
				place(t, f, file, text)
				before = append(before, text)
			}
			kept, err := f.SetAside(t.Context(), "b")
			if err != nil || kept != filepath.Join(f.Path(), test.want) {
				t.Errorf("it is kept as %s, %v, want %s", kept, err, test.want)
			}
			if names, err := f.Names(t.Context()); err != nil || len(names) > 0 {
				t.Errorf("the banks are %v, %v", names, err)
			}
			if after := texts(t, f.Path()); !slices.Equal(after, slices.Sorted(slices.Values(before))) {
				t.Errorf("the files hold %q, before %q", after, before)
			}
		})
	}
}

// texts returns what the files of a folder hold, except locks, sorted.
func texts(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "b.json*"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(file) != ".lock" {
			all = append(all, string(text))
		}
	}
	return slices.Sorted(slices.Values(all))
}

func TestSetAsideOfNothing(t *testing.T) {
	f := newFolder(t, false)
	if kept, err := f.SetAside(t.Context(), "b"); kept != "" || !banks.HasCode(err, banks.BankNotFound) {
		t.Errorf("it is kept as %q, %v", kept, err)
	}
	if err := os.MkdirAll(filepath.Join(f.Path(), "b.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if kept, err := f.SetAside(t.Context(), "b"); kept != "" || errors.Is(err, os.ErrNotExist) || !banks.HasCode(err, banks.IOError) {
		t.Errorf("a folder is kept as %q, %v", kept, err)
	}
}

// Of a bank that is a symbolic link the link is set aside, and leads to the
// bank still.
func TestSetAsideOfALink(t *testing.T) {
	f := newFolder(t, false)
	target := place(t, f, "elsewhere", sound)
	if err := os.Symlink(target, filepath.Join(f.Path(), "b.json")); err != nil {
		t.Skip("NOT TESTED: there are no symbolic links here:", err)
	}
	kept, err := f.SetAside(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(kept); err != nil || string(text) != sound || !exists(target) {
		t.Errorf("%s holds %q, %v", kept, text, err)
	}
}
