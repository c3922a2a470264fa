package sqlitedb

import "syscall"

// onNetwork says whether the folder is on a file system that several
// machines may share, where a WAL's shared memory cannot work.
func onNetwork(folder string) bool {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil {
		return false
	}
	switch uint32(fs.Type) {
	case 0x6969, // NFS
		0x517b, 0xff534d42, 0xfe534d42, // SMB, CIFS, SMB2
		0x01021997, // 9P
		0x65735546: // FUSE: sshfs and others that say nothing more
		return true
	}
	return false
}
