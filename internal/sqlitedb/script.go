package sqlitedb

import (
	"context"
	"io/fs"
)

// Script returns the step that runs an SQL script, which is read when the step
// is.
func Script(files fs.FS, name string) Step {
	return func(ctx context.Context, t *Tx) error {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, string(text))
		return err
	}
}
