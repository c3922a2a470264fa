package bankfolder_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks/bankfolder"
)

// leave places a file that was last touched an hour ago.
func leave(t *testing.T, f *bankfolder.Folder, name string) {
	t.Helper()
	path := place(t, f, name, "half")
	longAgo := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, longAgo, longAgo); err != nil {
		t.Fatal(err)
	}
}

// leaveAll places what killed writers left of the bank b, and what must stay.
func leaveAll(t *testing.T, f *bankfolder.Folder) {
	t.Helper()
	for _, name := range []string{
		".b.json.agmem.tmp", ".b.json.agmem-12.tmp", ".b.json.gz.agmem.tmp", ".b.json.123.tmp", ".b.json.gz.123.tmp",
		".b.json.corrupt-20270115T100000Z.agmem.tmp",
		".bb.json.123.tmp", ".b.txt.123.tmp", "b.json.123.tmp",
	} {
		leave(t, f, name)
	}
}

// folderIs reports other files than these, locks aside.
func folderIs(t *testing.T, f *bankfolder.Folder, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, e := range entries {
		if e.Name() != "b.json.lock" {
			got = append(got, e.Name())
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func TestRemovalTakesTemporaryFilesAlong(t *testing.T) {
	f := newFolder(t, false)
	others := []string{".bb.json.123.tmp", ".b.txt.123.tmp", "b.json.123.tmp"}
	put(t, f, "b", "k", "1")
	leaveAll(t, f)
	if err := f.Remove(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	folderIs(t, f, others...)

	put(t, f, "b", "k", "1")
	leaveAll(t, f)
	if _, err := f.SetAside(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	folderIs(t, f, append(others, "b.json.deleted-20270115T100000Z")...)
}

func TestRepairRemovesTemporaryFiles(t *testing.T) {
	f := newFolder(t, false)
	put(t, f, "b", "k", "1")
	leaveAll(t, f)
	report, err := f.Repair(t.Context(), "b", false)
	if err != nil || len(report.Problems) != 6 {
		t.Errorf("%+v, %v", report, err)
	}
	folderIs(t, f, ".bb.json.123.tmp", ".b.txt.123.tmp", "b.json", "b.json.123.tmp")
}
