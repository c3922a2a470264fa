package fileindex

import (
	"bytes"
	"context"
	"database/sql"
	"iter"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/recall"
)

// writer changes the rows of one transaction and the text index beside them.
// It must be ended by finish.
type writer struct {
	name    string // of the file whose documents are being written
	t       *txn
	state   state
	before  state
	indexer *indexer
	size    int // bytes of text that were read
	waiting int // bytes of text that the indexer has

	embedding agmem.Embedding
	added     []meaning.Text // to be embedded, one more than are embedded at once
}

func newWriter(t *txn, s state) *writer {
	return &writer{t: t, state: s, before: s, indexer: newIndexer()}
}

// file writes the row of a file where it changed, and returns its id.
func (w *writer) file(ctx context.Context, f File, settled bool, known *row) (int64, error) {
	w.name = f.Name
	stamp := f.Stamp.append(nil)
	if known == nil {
		return w.t.Insert(ctx, `INSERT INTO files (name, stamp, settled) VALUES (?, ?, ?)`, f.Name, stamp, settled)
	}
	if known.settled == settled && bytes.Equal(known.stamp, stamp) {
		return known.id, nil
	}
	return known.id, w.t.Do(ctx, `UPDATE files SET stamp = ?, settled = ? WHERE id = ?`, stamp, settled, known.id)
}

// stored is a document as the index knows it.
type stored struct {
	key    string
	number int64
	hash   []byte
}

func (w *writer) stored(ctx context.Context, file int64) ([]stored, error) {
	var all []stored
	err := w.t.Rows(ctx, `SELECT key, number, hash FROM documents WHERE file = ? ORDER BY key`, []any{file},
		func(r *sql.Rows) error {
			var s stored
			err := r.Scan(&s.key, &s.number, &s.hash)
			all = append(all, s)
			return err
		})
	return all, err
}

// documents makes the documents of a file those, which come in the order of
// their keys, and are merged with what is stored of them.
func (w *writer) documents(ctx context.Context, file int64, known bool, documents iter.Seq[Document]) (err error) {
	var old []stored
	if known {
		if old, err = w.stored(ctx, file); err != nil {
			return err
		}
	}
	last, first := "", true
	for d := range documents {
		if !first && d.Key <= last {
			return agmem.Errorf(agmem.Internal, "the key %q does not come after %q", d.Key, last)
		}
		last, first = d.Key, false
		w.size += len(d.Text.Content) + len(d.Extra)
		if old, err = w.removeUpTo(ctx, old, d.Key); err != nil {
			return err
		}
		hash := d.hash()
		if len(old) > 0 && old[0].key == d.Key {
			if bytes.Equal(old[0].hash, hash[:]) {
				old = old[1:]
				continue
			}
			if err := w.remove(ctx, old[0].number); err != nil {
				return err
			}
			old = old[1:]
		}
		if err := w.add(ctx, file, &d, hash[:]); err != nil {
			return err
		}
	}
	for _, gone := range old {
		if err := w.remove(ctx, gone.number); err != nil {
			return err
		}
	}
	return nil
}

// removeUpTo removes the documents with keys before that one, and returns the
// others.
func (w *writer) removeUpTo(ctx context.Context, old []stored, key string) ([]stored, error) {
	for len(old) > 0 && old[0].key < key {
		if err := w.remove(ctx, old[0].number); err != nil {
			return nil, err
		}
		old = old[1:]
	}
	return old, nil
}

// add stores a document under the next number. One that changes gets another
// number, so that numbers ascend in the order of writing.
func (w *writer) add(ctx context.Context, file int64, d *Document, hash []byte) error {
	number := w.state.next
	w.state.next++
	w.state.documents++
	if err := w.indexText(ctx, number, d.Text); err != nil {
		return err
	}
	if len(w.added) <= fewChanged && w.embedding.InWrites != nil {
		w.added = append(w.added, meaning.Text{Number: number, Content: d.Text.Content, Tags: d.Text.Tags})
	}
	expires := d.ExpiresAt
	if expires == 0 {
		expires = never
	}
	err := w.t.Do(ctx, `INSERT INTO documents
		(number, file, key, hash, created, updated, expires, tags, digest, author, size, content)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		number, file, d.Key, hash, int64(d.CreatedAt), int64(d.UpdatedAt), int64(expires), joinTags(d.Text.Tags),
		d.Text.Digest, d.Text.Author, d.Size, d.Text.Content)
	for _, name := range d.Names {
		if err == nil {
			err = w.t.Do(ctx, `INSERT INTO names (name, number) VALUES (?, ?)`, name, number)
		}
	}
	if err != nil || d.Extra == "" {
		return err
	}
	return w.t.Do(ctx, `INSERT INTO extras (number, file, key, expires, extra) VALUES (?, ?, ?, ?, ?)`,
		number, w.name, d.Key, int64(expires), d.Extra)
}

// indexText hands a text to the indexer, and writes what that has before it is
// too much to be held.
func (w *writer) indexText(ctx context.Context, number int64, text recall.Document) error {
	w.indexer.add(number, text)
	if w.waiting += len(text.Content); w.waiting < maxWaiting {
		return nil
	}
	w.waiting = 0
	return w.indexer.finish(ctx, w.t)
}

// maxWaiting is how much text the indexer holds the terms of, in bytes.
const maxWaiting = 2 << 20

// never is when a document expires that does not.
const never agmem.Instant = 1<<63 - 1

func (w *writer) remove(ctx context.Context, number int64) error {
	w.state.documents--
	for _, table := range []string{"documents", "extras", "names"} {
		if err := w.t.Do(ctx, `DELETE FROM `+table+` WHERE number = ?`, number); err != nil {
			return err
		}
	}
	if err := vectors().Remove(ctx, w.t, number); err != nil {
		return err
	}
	return w.t.text.Remove(ctx, w.t, number)
}

// drop forgets a file with its documents.
func (w *writer) drop(ctx context.Context, file int64) error {
	if err := w.documents(ctx, file, true, none); err != nil {
		return err
	}
	return w.t.Do(ctx, `DELETE FROM files WHERE id = ?`, file)
}

// finish brings the text index up to the rows.
func (w *writer) finish(ctx context.Context) error {
	if err := w.indexer.finish(ctx, w.t); err != nil {
		return err
	}
	if n := len(w.added); 0 < n && n <= fewChanged {
		if err := meaning.Now(ctx, w.t.Tx, vectors(), w.embedding.ForWrites(ctx), w.added); err != nil {
			return err
		}
	}
	if w.state.equal(w.before) {
		return nil
	}
	return w.state.write(ctx, w.t)
}
