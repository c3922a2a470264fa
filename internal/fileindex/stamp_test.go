package fileindex_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/recall"
)

// one returns a vault with one document in one file of that stamp.
func one(stamp fileindex.Stamp, content string) *vault {
	v := &vault{files: []fileindex.File{{Name: "a", Stamp: stamp}}, documents: make(map[string][]fileindex.Document)}
	v.say(content)
	return v
}

// say changes the document and leaves the stamp.
func (v *vault) say(content string) {
	v.documents["a"] = []fileindex.Document{{Key: "k", Text: recall.Document{Content: content}}}
}

// A stamp is believed once it is older than the grain of the clock that gave
// it, and not before.
func TestStampsAreBelievedInTime(t *testing.T) {
	const second = int64(time.Second)
	for _, test := range []struct {
		name  string
		stamp fileindex.Stamp
		from  int64 // the first time at which it is believed; 0 for none
	}{
		{"no stamp at all", fileindex.Stamp{}, 0},
		{"a fine clock", fileindex.Stamp{Size: 1, MTime: 1000*second + 7}, 1000*second + 8 + second/10},
		{"a clock of seconds", fileindex.Stamp{Size: 1, MTime: 1000 * second}, 1002*second + 1},
		{"the time set back", fileindex.Stamp{Size: 1, MTime: 1, CTime: 1000*second + 7}, 1000*second + 8 + second/10},
		{"the time set ahead", fileindex.Stamp{Size: 1, MTime: 9999 * second, CTime: 1000 * second}, 1002*second + 1},
	} {
		for _, at := range []int64{1, test.from - second, test.from - 1, test.from, test.from + second} {
			want := test.from != 0 && at >= test.from
			if got := test.stamp.SettledAt(time.Unix(0, at)); got != want {
				t.Errorf("%s: at %d believed: %v", test.name, at, got)
			}
		}
	}
}

func TestChangesBehindAStamp(t *testing.T) {
	hour := time.Hour.Nanoseconds()
	now := time.Now().UnixNano() | 1
	for name, test := range map[string]struct {
		stamp    fileindex.Stamp
		believed bool
	}{
		"no stamp at all":       {fileindex.Stamp{}, false},
		"written an hour ahead": {fileindex.Stamp{MTime: now + hour}, false},
		"written an hour ago":   {fileindex.Stamp{MTime: now - hour}, true},
	} {
		t.Run(name, func(t *testing.T) {
			v := one(test.stamp, "heron")
			x := index(t, v)
			if got := ask(t, x, "heron"); got != "a/k" {
				t.Fatalf("found %q", got)
			}
			v.say("otter")
			if seen := ask(t, x, "otter") != ""; seen == test.believed {
				t.Errorf("the change was seen: %v; the file was read %d times", seen, v.reads)
			}
		})
	}
}

func TestStampOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	write := func(text string) fileindex.Stamp {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return fileindex.StampOf(info)
	}
	first := write("one")
	if first.Size != 3 || time.Since(time.Unix(0, first.MTime)).Abs() > time.Hour {
		t.Errorf("stamp %+v", first)
	}
	if runtime.GOOS != "linux" {
		t.Skip("ctime and inode are tested on Linux alone")
	}
	if first.Inode == 0 || time.Since(time.Unix(0, first.CTime)).Abs() > time.Hour {
		t.Errorf("stamp %+v", first)
	}
	if err := os.Rename(path, path+"1"); err != nil { // it keeps its inode, so that the other file has another
		t.Fatal(err)
	}
	if second := write("one"); second.Inode == first.Inode {
		t.Errorf("another file has the stamp %+v, the first had %+v", second, first)
	}
}
