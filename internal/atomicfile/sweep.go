package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// unlockedFor is how old a temporary file is whose writer was killed, where
// writers do not lock it: one that writes touches its file more often.
const unlockedFor = time.Minute

// Abandoned returns the names of the temporary files in a folder whose writers
// were killed, of those that were for a file whose name is wanted. It may miss
// some that cannot be looked at.
func Abandoned(folder string, wanted func(name string) bool) []string {
	return visit(folder, wanted, func(string) error { return nil })
}

// Sweep removes what [Abandoned] returns.
func Sweep(folder string, wanted func(name string) bool) { visit(folder, wanted, os.Remove) }

// visit calls act with each abandoned file, and returns the names of those for
// which that succeeded.
func visit(folder string, wanted func(name string) bool, act func(path string) error) []string {
	dir, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // what could be read counts
	var done []string
	for _, name := range names {
		target, locked, ok := targetOf(name)
		if ok && wanted(target) && sweep(filepath.Join(folder, name), locked && findsKilled, act) {
			done = append(done, name)
		}
	}
	return done
}

// sweep calls act with a temporary file whose writer was killed.
func sweep(path string, locked bool, act func(path string) error) bool {
	if !locked {
		info, err := os.Lstat(path)
		if err != nil || !isOld(info) {
			return false
		}
	}
	return abandoned(path, act)
}

// isOld goes by the distance in time: where the clock was set back, the file is
// as old as it can be.
func isOld(info fs.FileInfo) bool { return time.Since(info.ModTime()).Abs() > unlockedFor }
