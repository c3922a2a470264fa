package table

import "context"

// maxOverwritten is how many bytes of free pages an ordinary write overwrites at
// most; a purge overwrites all.
const maxOverwritten = 64 << 20

// ForgetTraces removes what removed records leave behind in other tables and in
// free pages: their words in the text index, and the headings that they were below.
func ForgetTraces(ctx context.Context, t *Txn) error {
	for more := true; more; {
		var err error
		if more, err = forgetWords(ctx, t); err != nil {
			return err
		}
	}
	free, err := freeBytes(ctx, t)
	if err != nil {
		return err
	}
	return overwriteFree(ctx, t, free)
}

// forgetSomeTraces is ForgetTraces as far as a write may spend time on it.
func forgetSomeTraces(ctx context.Context, t *Txn) error {
	if _, err := forgetWords(ctx, t); err != nil {
		return err
	}
	free, err := freeBytes(ctx, t)
	if err != nil || free > maxOverwritten {
		return err
	}
	return overwriteFree(ctx, t, free)
}

func forgetWords(ctx context.Context, t *Txn) (more bool, err error) {
	if err := t.OverwriteFreed(ctx); err != nil {
		return false, err
	}
	err = t.Do(ctx, `DELETE FROM places WHERE NOT EXISTS (SELECT 1 FROM memories WHERE place = places.id)`)
	if err != nil {
		return false, err
	}
	return t.Index.Expunge(ctx, t.Tx)
}

// freeBytes is the size of the pages that are free.
func freeBytes(ctx context.Context, t *Txn) (int64, error) {
	var free int64
	_, err := t.Row(ctx, `SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size`, nil, &free)
	return free, err
}

// overwriteFree fills the pages that are free, in which deleted texts may
// still be, and frees them again.
func overwriteFree(ctx context.Context, t *Txn, free int64) error {
	const piece = 1 << 20
	if _, err := t.ExecContext(ctx, `CREATE TABLE purged (filler BLOB NOT NULL)`); err != nil {
		return err
	}
	for ; free > 0; free -= piece {
		if _, err := t.ExecContext(ctx, `INSERT INTO purged VALUES (zeroblob(?))`, min(free, piece)); err != nil {
			return err
		}
	}
	_, err := t.ExecContext(ctx, `DROP TABLE purged`)
	return err
}
