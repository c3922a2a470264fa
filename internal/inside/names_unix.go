//go:build unix

package inside

import (
	"io/fs"
	"os"
	"syscall"
)

// readNames reads an open folder of a root. A folder of a root looks at all that
// it holds, which takes longer than all the rest; the same folder under another
// number does not.
func readNames(folder *os.File, path string) ([]fs.DirEntry, error) {
	number, err := syscall.Dup(int(folder.Fd()))
	if err != nil {
		return nil, os.NewSyscallError("dup", err)
	}
	syscall.CloseOnExec(number)
	again := os.NewFile(uintptr(number), path)
	defer again.Close()
	return again.ReadDir(-1)
}
