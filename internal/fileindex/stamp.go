package fileindex

import (
	"encoding/binary"
	"io/fs"
	"time"
)

// Stamp tells one state of a file from the next without reading it. The zero
// Stamp tells nothing: a file that has it is read at every call.
type Stamp struct {
	Size  int64 // bytes
	MTime int64 // the last writing, in nanoseconds since 1970
	// CTime is the last change of content or attributes, in nanoseconds since
	// 1970. Programs cannot set it, so it betrays a writer who restores MTime.
	// It is 0 where the platform has none.
	CTime int64
	Inode uint64 // the number of the file in its file system, 0 where it has none
}

// StampOf returns the stamp of a file that was looked at.
func StampOf(info fs.FileInfo) Stamp {
	s := Stamp{Size: info.Size(), MTime: info.ModTime().UnixNano()}
	s.CTime, s.Inode = systemStamp(info)
	return s
}

const (
	// fineGrain is longer than any system lets pass between two values of the
	// clock that it stamps files with.
	fineGrain = 100 * time.Millisecond
	// coarseGrain is for file systems that keep seconds, or every second one.
	coarseGrain = 2 * time.Second
)

// settledAt says whether a file with this stamp that is read at that time
// cannot be written later without its stamp showing it.
func (s Stamp) settledAt(read time.Time) bool {
	written := s.CTime
	if written == 0 {
		written = s.MTime
	}
	grain := fineGrain
	if written%int64(time.Second) == 0 {
		grain = coarseGrain
	}
	return s != Stamp{} && written < read.Add(-grain).UnixNano()
}

const stampSize = 32

// append appends the stamp as it is stored, stampSize bytes.
func (s Stamp) append(dst []byte) []byte {
	for _, v := range []uint64{uint64(s.Size), uint64(s.MTime), uint64(s.CTime), s.Inode} {
		dst = binary.BigEndian.AppendUint64(dst, v)
	}
	return dst
}
