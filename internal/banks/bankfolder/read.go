package bankfolder

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfile"
)

// maxRead is the largest text of a bank that is read: more than may be
// written, so that a bank that others let grow can be made smaller.
const maxRead = 4 * banks.MaxSize

// stored is one file of a bank.
type stored struct {
	path string
	text []byte
	bank *bankfile.Bank
	err  error // why it could not be read or parsed
}

// Load reads a bank. Where both forms of it are there, the one that was
// written later is the bank. BANK_NOT_FOUND, BANK_CORRUPT, BANK_TOO_LARGE.
func (f *Folder) Load(_ context.Context, bank string) (*bankfile.Bank, error) {
	s, err := f.load(bank)
	if err != nil {
		return nil, err
	}
	return s.bank, nil
}

// Find reads the entry of one key, without keeping the others; false where
// there is none. The whole bank is checked as Load does.
func (f *Folder) Find(_ context.Context, bank, key string) (banks.Entry, bool, error) {
	forms := f.forms(bank)
	if len(forms) == 0 {
		return banks.Entry{}, false, f.missing(bank)
	}
	if len(forms) == 1 && forms[0].err == nil {
		e, ok, err := bankfile.Find(forms[0].text, key)
		return e, ok, f.failure(bank, banks.Damaged(err))
	}
	s, err := f.latest(bank, forms)
	if err != nil {
		return banks.Entry{}, false, err
	}
	e, ok := s.bank.Entry(key)
	return e, ok, nil
}

func (f *Folder) load(bank string) (stored, error) {
	forms := f.forms(bank)
	if len(forms) == 0 {
		return stored{}, f.missing(bank)
	}
	return f.latest(bank, forms)
}

// latest parses the forms of a bank and returns the one that was written last.
func (f *Folder) latest(bank string, forms []stored) (stored, error) {
	var latest stored
	for _, s := range forms {
		s.parse()
		if s.err != nil {
			return stored{}, f.failure(bank, s.err)
		}
		if latest.bank == nil || s.bank.UpdatedAt().After(latest.bank.UpdatedAt()) {
			latest = s
		}
	}
	return latest, nil
}

// parse fills in the bank, or why there is none.
func (s *stored) parse() {
	if s.err == nil {
		s.bank, s.err = bankfile.Parse(s.text)
		s.err = banks.Damaged(s.err)
	}
}

// forms reads what there is of a bank: one file, two, or none. A writer may
// just then put one form in the place of the other, so the first is looked for
// once more if there is neither.
func (f *Folder) forms(bank string) []stored {
	var forms []stored
	for _, ext := range []string{plainExt, gzipExt} {
		if s := f.readForm(bank + ext); !errors.Is(s.err, fs.ErrNotExist) {
			forms = append(forms, s)
		}
	}
	if len(forms) == 0 {
		if s := f.readForm(bank + plainExt); !errors.Is(s.err, fs.ErrNotExist) {
			forms = append(forms, s)
		}
	}
	return forms
}

// readForm reads the text of a bank, not compressed any more.
func (f *Folder) readForm(name string) stored {
	s := stored{path: filepath.Join(f.path, name)}
	s.text, s.err = f.readFile(name)
	if s.err == nil && strings.HasSuffix(name, gzipExt) {
		s.text, s.err = unzip(s.text)
	}
	return s
}

// readFile reads a regular file of bounded size.
func (f *Folder) readFile(name string) ([]byte, error) {
	file, info, err := f.dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info.Size() > maxRead {
		return nil, tooLargeToRead(filepath.Join(f.path, name), info.Size())
	}
	text := make([]byte, info.Size()+1) // one more, to meet the end without growing
	n, err := io.ReadFull(file, text)
	if err == nil { // it grew in between
		rest, err := io.ReadAll(io.LimitReader(file, maxRead))
		return append(text, rest...), err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return text[:n:n], err
}

func tooLargeToRead(path string, size int64) error {
	return banks.Errorf(banks.BankTooLarge, "%s has %d bytes, more than %d are not read", path, size, maxRead).
		WithHint("split the bank with jq")
}

// unzip returns the text of a compressed bank. With an error it returns what
// could be read before it.
func unzip(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, damagedGzip(err)
	}
	text := bytes.NewBuffer(make([]byte, 0, unzippedSize(data)+bytes.MinRead))
	_, err = text.ReadFrom(io.LimitReader(r, maxRead+1))
	switch {
	case err != nil:
		return text.Bytes(), damagedGzip(err)
	case text.Len() > maxRead:
		return nil, banks.Errorf(banks.BankTooLarge, "the compressed bank holds more than %d bytes, which are not read", maxRead)
	}
	return text.Bytes(), nil
}

// unzippedSize returns the size that the trailer of a gzip file names (RFC
// 1952), within what is read at most: a damaged file may name any.
func unzippedSize(data []byte) int {
	if len(data) < 4 {
		return 0
	}
	return int(min(binary.LittleEndian.Uint32(data[len(data)-4:]), maxRead))
}

func damagedGzip(err error) error {
	return banks.Errorf(banks.BankCorrupt, "the compressed bank is damaged: %w", err).
		WithStep(agmem.ActionRepairBanks, "")
}
