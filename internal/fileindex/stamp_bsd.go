//go:build darwin || freebsd || netbsd

package fileindex

import (
	"io/fs"
	"syscall"
)

func systemStamp(info fs.FileInfo) (ctime int64, inode uint64) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0
	}
	return stat.Ctimespec.Nano(), uint64(stat.Ino)
}
