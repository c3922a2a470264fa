package origin

import (
	"bytes"
	"io"
	"strings"
)

const (
	// maxUnsorted is how much of a packed-refs that is not sorted is looked
	// through, a millisecond's work. Git has sorted them since 2018.
	maxUnsorted = 1 << 20
	// maxLine is the longest line of packed-refs that is understood.
	maxLine = 1 << 10
)

// packedCommit looks a reference up in packed-refs, whose lines are a hash
// and a name. In a repository with a hundred thousand references reading it
// all would take longer than everything else.
func packedCommit(path, reference string) string {
	f, err := openRegular(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	head, _ := lineAt(f, 0)
	if bytes.HasPrefix(head, []byte("#")) && bytes.Contains(head, []byte(" sorted")) {
		return searchPacked(f, int64(len(head)), info.Size(), reference)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxUnsorted))
	if err != nil {
		return ""
	}
	for line := range bytes.Lines(text) {
		if hash, name := cutPacked(line); name == reference {
			return hash
		}
	}
	return ""
}

// searchPacked halves the stretch from low to high, both beginnings of lines,
// until the reference is found or nothing is left.
func searchPacked(f io.ReaderAt, low, high int64, reference string) string {
	for low < high {
		start, line := entryNear(f, low, low+(high-low)/2, high)
		if line == nil {
			return ""
		}
		hash, name := cutPacked(line)
		switch order := strings.Compare(name, reference); {
		case order == 0:
			return hash
		case order < 0:
			low = start + int64(len(line))
		default:
			high = start
		}
	}
	return ""
}

// entryNear returns the entry in the line that holds the byte at middle. Lines
// that say what a tag points to are not entries: from such a line it goes on
// to the next, and where none follows before high, to one further up. Nil
// where none is left.
func entryNear(f io.ReaderAt, low, middle, high int64) (int64, []byte) {
	start := lineStart(f, low, middle)
	for at := start; at < high; {
		line, err := lineAt(f, at)
		if err != nil {
			return 0, nil
		}
		if line[0] != '^' {
			return at, line
		}
		at += int64(len(line))
	}
	if start == low {
		return 0, nil
	}
	// Only such lines are between middle and high.
	return entryNear(f, low, low+(start-low)/2, start)
}

// lineStart returns where the line that holds the byte at offset begins.
func lineStart(f io.ReaderAt, low, offset int64) int64 {
	from := max(low, offset-maxLine)
	window := make([]byte, offset-from)
	n, _ := f.ReadAt(window, from)
	return from + int64(bytes.LastIndexByte(window[:n], '\n')+1)
}

// lineAt returns the line that begins at offset, with its end.
func lineAt(f io.ReaderAt, offset int64) ([]byte, error) {
	window := make([]byte, maxLine)
	n, err := f.ReadAt(window, offset)
	if end := bytes.IndexByte(window[:n], '\n'); end >= 0 {
		return window[:end+1], nil
	}
	if err == nil || n == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	return window[:n], nil
}

// cutPacked splits a line of packed-refs; a line of another kind has no name.
func cutPacked(line []byte) (hash, name string) {
	before, after, named := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(" "))
	if !named || !isHash(before) {
		return "", ""
	}
	return string(before), string(after)
}
