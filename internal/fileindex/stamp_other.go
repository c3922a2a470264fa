//go:build !(linux || darwin || freebsd || netbsd)

package fileindex

import "io/fs"

func systemStamp(fs.FileInfo) (ctime int64, inode uint64) { return 0, 0 }
