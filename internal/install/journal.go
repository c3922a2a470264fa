package install

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

// journal knows the files that were changed, and has a copy of each as it was.
// It is a folder with one file that names the others. Without it a host can still
// be taken out, piece by piece.
type journal struct {
	folder string
	files  map[string]entry // by path
}

// entry is what is known of a file.
type entry struct {
	Copy  string `json:"copy,omitempty"` // the name of the copy of what it was, empty where there was no file
	Made  string `json:"made,omitempty"` // the highest folder that had to be made for the file
	After string `json:"after"`          // the SHA-256 of what was written, in hexadecimal digits
}

const journalFile = "files.json"

// openJournal reads the journal in a folder, which may be missing.
func openJournal(folder string) (*journal, error) {
	j := &journal{folder: folder, files: map[string]entry{}}
	text, err := os.ReadFile(filepath.Join(folder, journalFile))
	if errors.Is(err, fs.ErrNotExist) {
		return j, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &j.files)
	}
	if err != nil {
		return nil, agmem.Errorf(agmem.Corrupt, "cannot read %s: %w", filepath.Join(folder, journalFile), err).
			WithHint("move it away: then only what agmem wrote into files is taken out of them, and files that it made may stay")
	}
	return j, nil
}

// before returns a file as it was, nil where it was not there or if unknown.
func (j *journal) before(path string) []byte {
	e := j.files[path]
	if e.Copy == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(j.folder, filepath.Base(e.Copy)))
	if err != nil {
		return nil
	}
	return text
}

// knows says that agmem has written a file, and not taken it out since.
func (j *journal) knows(path string) bool {
	_, known := j.files[path]
	return known
}

// made says that a file was not there before agmem wrote it.
func (j *journal) made(path string) bool {
	e, known := j.files[path]
	return known && e.Copy == ""
}

// untouched returns a file as it was, if its text is still what was written then.
func (j *journal) untouched(path string, text []byte) (before []byte, ok bool) {
	e, known := j.files[path]
	if !known || text == nil || e.After != digest(text) {
		return nil, false
	}
	before = j.before(path)
	return before, before != nil || e.Copy == ""
}

// record notes what is about to be written, with a copy of what is there. A file
// that is known keeps the copy of what it was at first.
func (j *journal) record(path string, before, after []byte) error {
	e, known := j.files[path]
	if !known {
		e.Made = j.madeFor(filepath.Dir(path))
	}
	if !known && before != nil {
		e.Copy = digest([]byte(path))[:16]
		if err := atomicfile.WriteFile(filepath.Join(j.folder, e.Copy), before); err != nil {
			return err
		}
	}
	e.After = digest(after)
	j.files[path] = e
	return j.save()
}

// madeFor returns the highest of a folder and those around it that is not there,
// or that was made for another file; empty if none is.
func (j *journal) madeFor(folder string) string {
	for _, e := range j.files {
		if e.Made != "" && within(folder, e.Made) {
			return e.Made
		}
	}
	missing := ""
	for {
		if _, err := os.Stat(folder); err == nil || filepath.Dir(folder) == folder {
			return missing
		}
		missing, folder = folder, filepath.Dir(folder)
	}
}

// forget drops a file that is as it was, and removes the folders that were made
// for it, those that are empty.
func (j *journal) forget(path string) error {
	e, known := j.files[path]
	if !known {
		return nil
	}
	delete(j.files, path)
	if err := j.save(); err != nil {
		return err
	}
	for folder := filepath.Dir(path); e.Made != "" && within(folder, e.Made); folder = filepath.Dir(folder) {
		if os.Remove(folder) != nil {
			break // something else is in it
		}
	}
	if e.Copy == "" {
		return nil
	}
	return atomicfile.Remove(filepath.Join(j.folder, filepath.Base(e.Copy)))
}

// within says whether a folder is another one or in it.
func within(folder, other string) bool {
	return folder == other || strings.HasPrefix(folder, other+string(filepath.Separator))
}

func (j *journal) save() error {
	text, err := json.MarshalIndent(j.files, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(j.folder, journalFile), append(bytes.TrimSpace(text), '\n'))
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
