package fileindex_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/testsize"
)

// TestMain makes this test binary also the other process of some tests.
func TestMain(m *testing.M) {
	if os.Getenv("FILEINDEX_FOLDER") == "" {
		os.Exit(m.Run())
	}
	if err := searchForever(os.Getenv("FILEINDEX_FOLDER"), os.Getenv("FILEINDEX_CACHE")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// searchForever searches until the standard input ends, with a line of output
// for each search: the contents that were found.
func searchForever(path, cache string) error {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		x := fileindex.New(cache, &folder{path: path}, fileindex.Options{})
		found, err := x.Search(forever{}, agmem.Query{Text: in.Text(), Limit: 5})
		if err != nil {
			return err
		}
		var texts []string
		for _, f := range found {
			texts = append(texts, f.Text.Content)
		}
		fmt.Println(strings.Join(texts, "|"))
		if err := x.Close(); err != nil {
			return err
		}
	}
	return in.Err()
}

// forever is a context for a process that is killed.
type forever struct{}

func (forever) Deadline() (time.Time, bool) { return time.Time{}, false }
func (forever) Done() <-chan struct{}       { return nil }
func (forever) Err() error                  { return nil }
func (forever) Value(any) any               { return nil }

// process is another process that searches.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	in  *os.File
	out *bufio.Reader
}

func start(t *testing.T, f *folder, cache string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(os.Environ(), "FILEINDEX_FOLDER="+f.path, "FILEINDEX_CACHE="+cache, "GORACE=atexit_sleep_ms=0")
	p.cmd.Stderr = os.Stderr
	read, write, err := os.Pipe()
	ok(t, err)
	p.cmd.Stdin, p.in = read, write
	out, err := p.cmd.StdoutPipe()
	ok(t, err)
	p.out = bufio.NewReader(out)
	ok(t, p.cmd.Start())
	ok(t, read.Close())
	return p
}

// ask sends a question and does not wait for the answer.
func (p *process) ask(text string) error {
	_, err := fmt.Fprintln(p.in, text)
	return err
}

func (p *process) answer() (string, error) {
	line, err := p.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

func (p *process) end() error {
	if err := p.in.Close(); err != nil {
		return err
	}
	return p.cmd.Wait()
}

// Processes and goroutines search one cache while a file is edited all the
// time: each must see at least the edit that was done before it began.
func TestEveryProcessSeesWhatWasWrittenBefore(t *testing.T) {
	f, path := many(t), cachePath(t)
	f.write(t, "counter", "k:counter 0\n")
	var done atomic.Int64
	var searching, writing sync.WaitGroup
	stop := make(chan struct{})
	writing.Go(func() {
		for n := 1; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := replace(filepath.Join(f.path, "counter"), fmt.Sprintf("k:counter %d\n", n)); err != nil {
				t.Error(err)
				return
			}
			done.Store(int64(n))
		}
	})
	check := func(before int64, answer string) {
		_, number, _ := strings.Cut(answer, "counter ")
		if n, err := strconv.ParseInt(number, 10, 64); err != nil || n < before {
			t.Errorf("found %q after %d was written", answer, before)
		}
	}
	for range 4 {
		searching.Go(func() {
			x := fileindex.New(path, f, fileindex.Options{})
			for range 60 {
				before := done.Load()
				found, err := x.Search(t.Context(), agmem.Query{Text: "counter", Limit: 1})
				if err != nil || len(found) != 1 {
					t.Errorf("found %d, %v", len(found), err)
					break
				}
				check(before, found[0].Text.Content)
			}
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		})
		p := start(t, f, path)
		searching.Go(func() {
			for range 60 {
				before := done.Load()
				if err := p.ask("counter"); err != nil {
					t.Error(err)
				}
				answer, err := p.answer()
				if err != nil {
					t.Error(err)
					break
				}
				check(before, answer)
			}
			if err := p.end(); err != nil {
				t.Error(err)
			}
		})
	}
	searching.Wait()
	close(stop)
	writing.Wait()
	sameAsFresh(t, newIndex(t, path, f, fileindex.Options{}), f)
}

// replace writes a file as a careful program does. A file that is there has
// its old text or the new.
func replace(path, text string) error {
	hidden := filepath.Join(filepath.Dir(path), ".new")
	if err := os.WriteFile(hidden, []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(hidden, path)
}

// Many processes that start on no cache at once share the work and agree.
func TestManyProcessesMakeOneCache(t *testing.T) {
	f, path := many(t), cachePath(t)
	want := index(t, f)
	found, err := want.Search(t.Context(), agmem.Query{Text: "heron", Limit: 5})
	ok(t, err)
	var texts []string
	for _, e := range found {
		texts = append(texts, e.Text.Content)
	}
	var all []*process
	for range 8 {
		all = append(all, start(t, f, path))
	}
	for _, p := range all {
		ok(t, p.ask("heron"))
	}
	for i, p := range all {
		answer, err := p.answer()
		if err != nil || answer != strings.Join(texts, "|") {
			t.Errorf("process %d found %q, %v; want %q", i, answer, err, texts)
		}
		ok(t, p.end())
	}
}

// Whenever a process is killed, the next one answers from files, not from
// ruins.
func TestKilledWhileItWrites(t *testing.T) {
	rounds := testsize.Of(40, 10)
	f, path := newFolder(t, nil), cachePath(t)
	random := rand.New(rand.NewPCG(5, 6))
	v := &vandal{t: t, f: f, random: random}
	unsealed := 0
	for round := range rounds {
		for i := range 60 {
			f.write(t, fmt.Sprintf("file%02d", i), v.text()+fmt.Sprintf("round:heron %d %s\n", round, strings.Repeat(v.word()+" reed ", 3000)))
		}
		p := start(t, f, path)
		ok(t, p.ask("heron"))
		time.Sleep(time.Duration(random.IntN(60_000)) * time.Microsecond)
		ok(t, p.cmd.Process.Kill())
		_ = p.end() // killed
		if info, err := os.Stat(path); err == nil && info.ModTime().Unix() != 1_000_000_000 {
			unsealed++
		}
		x := newIndex(t, path, f, fileindex.Options{})
		if got, want := content(t, x), f.truth(t); got != want {
			t.Fatalf("round %d: the index says\n%s\nthe files say\n%s", round, got, want)
		}
		if round%10 == 9 {
			sameAsFresh(t, x, f)
		}
	}
	t.Logf("%d of %d kills hit a writer", unsealed, rounds)
}
