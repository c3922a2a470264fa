package intake

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// maxBadRows is how many bad rows an error names.
const maxBadRows = 5

// CheckDatabase reads a database that another implementation wrote: one with
// the tables of LLMemory, in any of its three phases, or that of the TypeScript
// implementation of agmem's design. It returns how many memories it has, and the
// memories in the order of writing, which are read again each time the caller
// ranges over them. The file is only read. Another database is Invalid, one of
// agmem itself too; where rows cannot be read, the error names them.
func CheckDatabase(ctx context.Context, path string) (int, iter.Seq2[agmem.Memory, error], error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return 0, nil, agmem.Errorf(agmem.Invalid, "the path %q: %w", path, err)
	}
	if _, err := os.Stat(full); errors.Is(err, fs.ErrNotExist) {
		return 0, nil, agmem.Unreadable(path, err)
	}
	total := 0
	err = foreign{ctx: ctx, path: full, strict: true}.each(func(agmem.Memory) bool { total++; return true })
	return total, foreign{ctx: ctx, path: full}.all, err
}

// foreign is a database of another implementation. It holds the context of the
// call that it is for.
type foreign struct {
	ctx  context.Context
	path string
	// strict asks whether each memory can be stored; an import asks that again
	// of what it is given.
	strict bool
}

// schema is how one implementation keeps memories.
type schema struct {
	// known is a query of one truth value: whether the file has its tables.
	known string
	// memories is a query whose rows scan reads, in the order of writing.
	memories string
	scan     func(*sql.Rows) (foreignRow, error)
	// stray is a query of what belongs to no memory, a name each; empty for none.
	stray string
}

// foreignRow is a row as it is.
type foreignRow interface {
	name() string // for an error
	memory() (agmem.Memory, error)
}

// all is the memories as a sequence.
func (f foreign) all(yield func(agmem.Memory, error) bool) {
	left := false
	err := f.each(func(m agmem.Memory) bool {
		left = !yield(m, nil)
		return !left
	})
	if err != nil && !left {
		yield(agmem.Memory{}, err)
	}
}

// each calls yield for each memory until that returns false.
func (f foreign) each(yield func(agmem.Memory) bool) error {
	db, err := sqlitedb.OpenForeign(f.ctx, f.path)
	if err != nil {
		return err
	}
	err = db.Read(f.ctx, func(ctx context.Context, t *sqlitedb.Tx) error { return f.read(ctx, t, yield) })
	return errors.Join(err, db.Close())
}

func (f foreign) read(ctx context.Context, t *sqlitedb.Tx, yield func(agmem.Memory) bool) error {
	s, err := f.schema(ctx, t)
	if err != nil {
		return err
	}
	var bad badRows
	err = t.Rows(ctx, s.memories, nil, func(rows *sql.Rows) error {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		r, err := s.scan(rows)
		if err != nil {
			return err
		}
		m, err := r.memory()
		if err == nil && f.strict {
			err = validateEntry(&m)
		}
		if err != nil {
			bad.add(fmt.Sprintf("%s: %v", r.name(), err))
		} else if !yield(m) {
			return sqlitedb.ErrEnough
		}
		return nil
	})
	if err == nil && f.strict && s.stray != "" {
		err = t.Rows(ctx, s.stray, nil, bad.addScanned)
	}
	if err != nil {
		return err
	}
	return bad.asError(f.path)
}

// schema decides which implementation wrote the file.
func (f foreign) schema(ctx context.Context, t *sqlitedb.Tx) (schema, error) {
	ours, err := sqlitedb.IsOurs(ctx, t)
	if err != nil {
		return schema{}, err
	}
	if ours {
		return schema{}, agmem.Errorf(agmem.Invalid, "%s is a database of agmem itself", f.path).
			WithHint("import an export of it, or work on it directly").WithStep(agmem.ActionChooseDatabase, "")
	}
	for _, s := range []schema{legacySchema(), llmemorySchema()} {
		var known bool
		if _, err := t.Row(ctx, s.known, nil, &known); err != nil || known {
			return s, err
		}
	}
	return schema{}, agmem.Errorf(agmem.Invalid, "%s is not a database that can be imported", f.path).
		WithHint("it has neither the tables of LLMemory nor those of the earlier implementation of agmem")
}

// splitTags returns the tags of a memory. One that holds a comma, a | or a line
// break becomes several: no tag holds them here.
func splitTags(tags ...string) []string {
	var parts []string
	for _, tag := range tags {
		parts = append(parts, strings.FieldsFunc(tag, separatesTags)...)
	}
	return agmem.CleanTags(parts)
}

func separatesTags(r rune) bool { return strings.ContainsRune(",|\n\r\v\f\u0085\u2028\u2029", r) }

// badRows are the rows that cannot be taken over, the first few by name.
type badRows struct {
	first []string
	more  int
}

func (b *badRows) add(row string) {
	if len(b.first) < maxBadRows {
		b.first = append(b.first, row)
	} else {
		b.more++
	}
}

func (b *badRows) addScanned(rows *sql.Rows) error {
	var row string
	err := rows.Scan(&row)
	b.add(row)
	return err
}

func (b *badRows) asError(path string) error {
	if len(b.first) == 0 {
		return nil
	}
	more := ""
	if b.more > 0 {
		more = fmt.Sprintf("; and %d more", b.more)
	}
	return agmem.Errorf(agmem.Invalid, "%s has rows that cannot be imported: %s%s", path, strings.Join(b.first, "; "), more).
		WithHint("fix or delete these rows; nothing was imported")
}
