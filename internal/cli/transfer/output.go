package transfer

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/portable"
)

// IsStdout says whether a path, empty for none, means what the process prints to:
// nothing, -, or a name of it such as /dev/stdout.
func IsStdout(c *cli.Console, path string) bool {
	if path == "" || path == cli.Stdin {
		return true
	}
	stdout, ok := c.Stdout.(*os.File)
	if !ok {
		return false
	}
	ours, err := stdout.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(path)
	return err == nil && os.SameFile(ours, theirs)
}

// WriteFile writes an export to a file, which is replaced once everything is
// written. One that is not an earlier export is Conflict without force.
func WriteFile(ctx context.Context, path string, force bool, write func(io.Writer) error) error {
	if err := checkReplaced(path, force); err != nil {
		return err
	}
	if err := atomicfile.Deliver(ctx, path, write); err != nil {
		return err
	}
	atomicfile.Sweep(filepath.Dir(path), func(name string) bool { return name == filepath.Base(path) })
	return nil
}

// checkReplaced refuses to replace what is not an earlier export. What is not a
// regular file, or cannot be looked at, is for the writing to judge.
func checkReplaced(path string, force bool) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if format, err := portable.Detect(path); err == nil && format == portable.Database {
		return agmem.Errorf(agmem.Conflict, "%s is a database, which the export would replace", path).
			WithHint("choose another file, such as memories.jsonl")
	}
	if ours, err := portable.IsExport(path); err == nil && !ours && !force {
		return agmem.Errorf(agmem.Conflict, "%s is not an earlier export, and the export would replace it", path).
			WithHint("choose another file, or replace it with --force")
	}
	return nil
}
