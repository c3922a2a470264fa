package portable

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/agmem/agmem"
)

// IsExport says whether an export may take the place of a file and nothing else
// is lost: there is none, it is blank, or it begins with a memory as an export
// writes one, a line or an entry of a document. A file that cannot be read is an
// error.
func IsExport(path string) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, agmem.Unreadable(path, err)
	}
	defer f.Close()
	text := bufio.NewReaderSize(io.LimitReader(f, MaxLine), 64<<10)
	skipMark(text)
	if _, _, err := skipBlank(text); err != nil {
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		return false, agmem.Unreadable(path, err)
	}
	if head, _ := text.Peek(documentHead); beginsDocument(head) {
		return isDocumentExport(path, text, head)
	}
	line, err := text.ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, agmem.Unreadable(path, err)
	}
	m, err := parseMemory(line)
	return err == nil && m.ID != "", nil
}

// isDocumentExport is IsExport for a document that begins with head. The lists of
// other programs can be called memories too.
func isDocumentExport(path string, text *bufio.Reader, head []byte) (bool, error) {
	var empty bytes.Buffer
	if err := NewDocumentWriter(&empty).Close(); err != nil || bytes.Equal(head, empty.Bytes()) {
		return err == nil, err
	}
	var first agmem.Memory
	s := scan{text: text, yield: func(m agmem.Memory, _ place) bool { first = m; return false }}
	err := s.document()
	if _, malformed := errors.AsType[*BadInput](err); err != nil && !malformed {
		return false, agmem.Unreadable(path, err)
	}
	return err == nil && s.bad.Total == 0 && first.ID != "" && first.Number > 0, nil
}
