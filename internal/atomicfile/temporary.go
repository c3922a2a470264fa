package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A temporary file is `.NAME.agmem.tmp` beside its target, because a rename is
// atomic only within one file system. Its writer keeps it locked until it has
// the name of the target. So the next writer knows whether the one before it
// was killed, and needs to look at one name alone. While that writer lives, or
// where the name is taken by something else, a number is added.
//
// Earlier versions called it `.NAME.NUMBER.tmp` and did not lock it.
const (
	temporaryMark = ".agmem"
	temporaryExt  = ".tmp"
)

// temporaryName returns the first name of a temporary file for target.
func temporaryName(target string) string {
	return filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+temporaryMark+temporaryExt)
}

// numberedName returns another name, which nothing has in all likelihood.
func numberedName(target string) string {
	name := strings.TrimSuffix(temporaryName(target), temporaryExt)
	return fmt.Sprint(name, "-", rand.Uint32(), temporaryExt)
}

// targetOf returns which file a temporary file is for by its name, and whether
// its writer locks it.
func targetOf(name string) (target string, locked, ok bool) {
	name, isTemporary := strings.CutSuffix(name, temporaryExt)
	name, isHidden := strings.CutPrefix(name, ".")
	if !isTemporary || !isHidden {
		return "", false, false
	}
	if target, ok := strings.CutSuffix(name, temporaryMark); ok {
		return target, true, target != ""
	}
	bare := strings.TrimRight(name, "0123456789")
	if bare == name {
		return "", false, false
	}
	if target, ok := strings.CutSuffix(bare, temporaryMark+"-"); ok {
		return target, true, target != ""
	}
	target, ok = strings.CutSuffix(bare, ".")
	return target, false, ok && target != ""
}

// temporary is an empty file of this process alone.
type temporary struct{ *os.File }

// createTemporary makes a private temporary file for target, and removes the
// one of a writer that was killed. It never writes into a file that was there.
func createTemporary(target string) (temporary, error) {
	const attempts = 100 // others may be quicker each time, but not so often
	name := numberedName(target)
	if findsKilled {
		name = temporaryName(target)
	}
	var err error
	for range attempts {
		var f *os.File
		f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		switch {
		case err == nil && claim(f):
			return temporary{f}, nil
		case err == nil: // a sweep took it away before it was locked
			err = f.Close()
		case !errors.Is(err, fs.ErrExist):
			return temporary{}, err
		case !discard(name):
			name = numberedName(target)
		}
	}
	return temporary{}, errors.Join(fs.ErrExist, err)
}

// isAt says whether a file still has a name.
func isAt(f *os.File, name string) bool {
	own, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(name)
	return err == nil && os.SameFile(own, there)
}

// discard removes a temporary file if its writer was killed, and says whether
// it did. What is not a regular file is not of a writer and stays.
func discard(name string) bool { return abandoned(name, os.Remove) }
