package sqlitedb

import (
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// A process that is killed while it makes a database leaves nothing that no
// later one removes: no other name is used, not even for a moment.
func TestDatabaseIsMadeUnderItsOwnName(t *testing.T) {
	folder := t.TempDir()
	watch, err := syscall.InotifyInit1(syscall.IN_NONBLOCK)
	if err != nil {
		t.Skip("NOT TESTED: this system does not say which files are made:", err)
	}
	defer syscall.Close(watch)
	if _, err := syscall.InotifyAddWatch(watch, folder, syscall.IN_CREATE|syscall.IN_MOVED_TO); err != nil {
		t.Skip("NOT TESTED: this system does not say which files are made:", err)
	}
	opened(t, filepath.Join(folder, "notes.db"), notes())
	made := namesIn(t, watch)
	if !slices.Contains(made, "notes.db") {
		t.Errorf("the database was not seen among %q", made)
	}
	for _, name := range made {
		if rest, ok := strings.CutPrefix(name, "notes.db"); !ok || !slices.Contains([]string{"", "-wal", "-shm", "-journal"}, rest) {
			t.Errorf("%s was made", name)
		}
	}
}

// namesIn returns the names of the files in the events that are there.
func namesIn(t *testing.T, watch int) []string {
	t.Helper()
	buffer := make([]byte, 1<<16)
	n, err := syscall.Read(watch, buffer)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for at := 0; at < n; {
		event := (*syscall.InotifyEvent)(unsafe.Pointer(&buffer[at]))
		at += syscall.SizeofInotifyEvent
		names = append(names, strings.TrimRight(string(buffer[at:at+int(event.Len)]), "\x00"))
		at += int(event.Len)
	}
	return names
}
