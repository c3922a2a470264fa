package full_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/clitest"
)

// The fact that is to be forgotten, a question for it, and a word of the fact that
// nothing else says.
const (
	fact     = "Marlowe keeps the zeppelin ledgers in the quokka vault"
	question = "where does Marlowe keep the zeppelin ledgers"
	telltale = "quokka"
)

// way is one in which a text that was forgotten could come back, or still be seen.
type way struct {
	name string
	// prepare stores the text; nil: as a memory.
	prepare func(*world)
	// forget is what has to hold, and control what is done in its place to show that
	// the way is open: with it the text is seen. nil: deleted, and nothing.
	forget, control func(*world)
	// back tries to bring the text back, and seen returns where it would be.
	back func(*world)
	seen func(*world) string
}

// What was deleted, purged or has expired does not come back in any way, and every
// way is shown to be one.
func TestForgettingHolds(t *testing.T) {
	for _, w := range waysBack() {
		t.Run(w.name, func(t *testing.T) {
			for _, forgets := range []bool{false, true} {
				if got := w.walk(t, forgets); strings.Contains(strings.ToLower(got), telltale) == forgets {
					t.Errorf("forgotten: %v, and what is seen is %.2000q", forgets, got)
				}
			}
		})
	}
}

func (w way) walk(t *testing.T, forgets bool) string {
	at := &world{T: t, home: clitest.NewHome(t, "agmem")}
	orElse(w.prepare, (*world).store)(at)
	if forgets {
		orElse(w.forget, (*world).delete)(at)
	} else {
		orElse(w.control, nothing)(at)
	}
	orElse(w.back, nothing)(at)
	return w.seen(at)
}

func orElse(do, other func(*world)) func(*world) {
	if do != nil {
		return do
	}
	return other
}

func nothing(*world) {}

// world is a home with the programs and what a test knows of it.
type world struct {
	*testing.T
	home *clitest.Home
	id   string // of the fact
}

// agmem runs a command that has to succeed.
func (w *world) agmem(args ...string) string {
	w.Helper()
	w.home.Program = "agmem"
	return w.home.Must(w.T, args...)
}

// says runs any program and returns what it printed, whether it succeeded or not.
func (w *world) says(program, stdin string, args ...string) string {
	w.Helper()
	w.home.Program = program
	stdout, stderr, _ := w.home.Run(w.T, stdin, args...)
	return stdout + stderr
}

// store adds the fact as a memory.
func (w *world) store() {
	w.agmem("add", fact)
	w.find()
}

// find notes the id of the fact, which has to be there.
func (w *world) find() {
	w.Helper()
	_, after, found := strings.Cut(w.agmem("search", question, "--json"), `"id":"`)
	if !found {
		w.Fatal("the fact is not found")
	}
	w.id, _, _ = strings.Cut(after, `"`)
}

func (w *world) delete() { w.agmem("delete", w.id) }
func (w *world) purge()  { w.agmem("delete", w.id, "--purge") }

// expire lets the fact be over, and two days later.
func (w *world) expire() {
	w.agmem("update", w.id, "--expires", "1d")
	w.later(3)
}

func (w *world) later(days int) { w.home.Now = w.home.Now.Add(time.Duration(days) * 24 * time.Hour) }

// anew begins with another database: the control of what imports bring.
func (w *world) anew() {
	w.Helper()
	for _, name := range []string{"agmem.db", "agmem.db-wal", "agmem.db-shm"} {
		if err := os.RemoveAll(w.home.File(name)); err != nil {
			w.Fatal(err)
		}
	}
}

// search is what most ways lead to.
func (w *world) search() string { return w.says("agmem", "", "search", question, "--json") }

// write puts a file of the user into the home.
func (w *world) write(name, text string) string {
	w.Helper()
	path := w.home.File(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		w.Fatal(err)
	}
	return path
}

// bytes returns all that the programs keep: every file of the home but those below
// mine, which are the user's own.
func (w *world) bytes() string {
	w.Helper()
	var all strings.Builder
	err := filepath.WalkDir(w.home.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "mine" {
				return fs.SkipDir
			}
			return nil
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return all.String()
}
