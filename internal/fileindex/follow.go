package fileindex

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"slices"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// stepSize is how much text one transaction takes in, in bytes: about as much
// as a second can do, because others wait in the meantime.
const stepSize = 8 << 20

// follower brings an index up to one listing of the files.
type follower struct {
	folder      Folder
	progress    func(done, total int)
	files       []File // in the order of their names
	fingerprint []byte
	// dealt has the files that were read for this view: one that is unsettled
	// is not read again by its next step.
	dealt  map[string]bool
	faults map[string]error // by the names of the files that could not be read
	// writes says that the view needs a transaction that can write.
	writes    bool
	embedding agmem.Embedding
}

func newFollower(folder Folder, files []File, progress func(done, total int)) *follower {
	f := &follower{folder: folder, files: files, progress: progress, fingerprint: fingerprint(files)}
	f.forget()
	return f
}

// unchanged says that the index knows this very listing, and that every file
// in it can be judged by its stamp.
func (f *follower) unchanged(s state) bool {
	return s.settled && bytes.Equal(s.fingerprint, f.fingerprint)
}

// forget begins again, with another index.
func (f *follower) forget() {
	f.dealt = make(map[string]bool)
	f.faults = make(map[string]error)
}

// fault joins what is wrong with the files, in the order of their names.
func (f *follower) fault() error {
	errs := make([]error, 0, len(f.faults))
	for _, file := range f.files {
		if err := f.faults[file.Name]; err != nil {
			errs = append(errs, agmem.Named(file.Name, err))
		}
	}
	return errors.Join(errs...)
}

// step follows some of what changed, in one transaction, and calls do in it
// when nothing is left. A caller who gives up ends the step early: what was
// done is kept.
func (f *follower) step(ctx context.Context, db *sqlitedb.DB, empty bool, do lookup) (done bool, err error) {
	err = write(ctx, db, func(inner context.Context, t *txn) error {
		if empty {
			if err := create(inner, t); err != nil {
				return err
			}
		}
		s, err := readState(inner, t)
		if err != nil {
			return err
		}
		if done = f.unchanged(s); !done {
			if done, err = f.merge(ctx, t, s); err != nil {
				return err
			}
		}
		if !done {
			return nil
		}
		t.files = f.files
		return do(inner, t)
	})
	return done, err
}

// row is a file as the index knows it.
type row struct {
	id      int64
	name    string
	stamp   []byte
	settled bool
}

func readRows(ctx context.Context, t *txn, n int) ([]row, error) {
	rows := make([]row, 0, n)
	stamps := make([]byte, 0, n*stampSize)
	err := t.Rows(ctx, `SELECT id, name, stamp, settled FROM files ORDER BY name`, nil, func(r *sql.Rows) error {
		var one row
		var stamp sql.RawBytes
		if err := r.Scan(&one.id, &one.name, &stamp, &one.settled); err != nil {
			return err
		}
		stamps = append(stamps, stamp...)
		one.stamp = stamps[len(stamps)-len(stamp):]
		rows = append(rows, one)
		return nil
	})
	return rows, err
}

// merge walks through the files and the rows side by side.
func (f *follower) merge(ctx context.Context, t *txn, s state) (done bool, err error) {
	inner := context.WithoutCancel(ctx)
	rows, err := readRows(inner, t, len(f.files))
	if err != nil {
		return false, err
	}
	m := &merger{follower: f, w: newWriter(t, s), rows: rows, settled: true}
	m.w.embedding = f.embedding
	defer m.w.indexer.stop()
	for i, file := range f.files {
		f.progress(i, len(f.files))
		known, err := m.upTo(inner, file.Name)
		if err == nil {
			err = m.file(ctx, file, known)
		}
		if err != nil {
			return false, err
		}
		if m.w.size > stepSize && i+1 < len(f.files) || ctx.Err() != nil {
			m.w.state.fingerprint, m.w.state.settled = []byte{}, false
			return false, m.w.finish(inner)
		}
	}
	if _, err := m.upTo(inner, ""); err != nil {
		return false, err
	}
	f.progress(len(f.files), len(f.files))
	m.end()
	return true, m.w.finish(inner)
}

// merger is one merge in progress.
type merger struct {
	*follower
	w       *writer
	rows    []row    // those that no file has been found for so far
	settled bool     // all files so far
	gone    []string // since they were listed
}

// upTo drops the rows before that name, or all for the empty one, and returns
// the row that has it, nil for none.
func (m *merger) upTo(ctx context.Context, name string) (*row, error) {
	for len(m.rows) > 0 && (name == "" || m.rows[0].name < name) {
		if err := m.w.drop(ctx, m.rows[0].id); err != nil {
			return nil, err
		}
		m.rows = m.rows[1:]
	}
	if len(m.rows) == 0 || m.rows[0].name != name {
		return nil, nil
	}
	known := &m.rows[0]
	m.rows = m.rows[1:]
	return known, nil
}

// file follows one file. known is nil for one that is new.
func (m *merger) file(ctx context.Context, file File, known *row) error {
	inner := context.WithoutCancel(ctx)
	if known != nil && (known.settled || m.dealt[file.Name]) && bytes.Equal(known.stamp, file.Stamp.append(nil)) {
		m.settled = m.settled && known.settled
		return nil
	}
	started := time.Now()
	documents, err := m.folder.Read(ctx, file)
	switch {
	case ctx.Err() != nil:
		return nil // the file is left for the next time
	case errors.Is(err, fs.ErrNotExist):
		m.gone = append(m.gone, file.Name)
		if known == nil {
			return nil
		}
		return m.w.drop(inner, known.id)
	case err != nil:
		m.faults[file.Name] = err
		if documents == nil {
			documents = none
		}
	default:
		delete(m.faults, file.Name)
	}
	m.dealt[file.Name] = true
	settled := err == nil && file.Stamp.settledAt(started)
	m.settled = m.settled && settled
	id, err := m.w.file(inner, file, settled, known)
	if err != nil {
		return err
	}
	return m.w.documents(inner, id, known != nil, documents)
}

// none is the documents of a file that cannot be read or was removed.
func none(func(Document) bool) {}

// end notes what the index now says.
func (m *merger) end() {
	if len(m.gone) > 0 {
		m.files = slices.DeleteFunc(m.files, func(f File) bool { return slices.Contains(m.gone, f.Name) })
		m.fingerprint = fingerprint(m.files)
	}
	m.w.state.fingerprint, m.w.state.settled = m.fingerprint, m.settled
}
