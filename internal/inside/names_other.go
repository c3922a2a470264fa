//go:build !unix

package inside

import (
	"io/fs"
	"os"
)

func readNames(folder *os.File, _ string) ([]fs.DirEntry, error) { return folder.ReadDir(-1) }
