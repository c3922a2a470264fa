package memories_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// helperEnv makes the test binary one of the processes that the tests start:
// its value is the helper's name, and the arguments are the helper's.
const helperEnv = "AGMEM_SQLITE_TEST_HELPER"

func TestMain(m *testing.M) {
	name := os.Getenv(helperEnv)
	if name == "" {
		os.Exit(m.Run())
	}
	if err := runHelper(name, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "%v: %v\n", agmem.KindOf(err), err)
		os.Exit(1)
	}
}

func runHelper(name string, args []string) (err error) {
	ctx := context.Background()
	s, err := memories.Open(ctx, args[0], memories.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	switch name {
	case "add":
		return helpAdd(ctx, s, args[1], args[2])
	case "mix":
		return helpMix(ctx, s, args[1])
	case "import":
		return helpImport(ctx, s, args[1])
	case "rebuild":
		return helpRebuild(ctx, args[0])
	case "get":
		return helpGet(ctx, s, args[1])
	default:
		return fmt.Errorf("no helper %q", name)
	}
}

// helpImport imports the first count memories of the corpus and prints how many
// are done.
func helpImport(ctx context.Context, s *memories.Store, count string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	_, err = s.Import(ctx, storetest.Sequence(corpus(n)...), agmem.ImportOptions{Progress: func(done, _ int) { fmt.Println(done) }})
	return err
}

// helpRebuild embeds all again, with a byte for each step.
func helpRebuild(ctx context.Context, path string) error {
	e := &storetest.Embedder{Name: "next", Each: func() { fmt.Print(".") }}
	s, err := memories.Open(ctx, path, memories.Options{Embedding: e.Embedding(false)})
	if err != nil {
		return err
	}
	_, err = s.Run(ctx, "embed-rebuild", func(string) { fmt.Print(".") })
	return errors.Join(err, s.Close())
}

// helpAdd adds count memories and prints each id.
func helpAdd(ctx context.Context, s *memories.Store, prefix, count string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	for i := range n {
		m, created, err := s.Add(ctx, agmem.Draft{Content: fmt.Sprintf("%s memory %d", prefix, i), Tags: []string{"all", prefix}})
		if err != nil {
			return err
		}
		if !created {
			return fmt.Errorf("memory %d of %s was there already", i, prefix)
		}
		fmt.Println(m.ID)
	}
	return nil
}

// helpMix says what it tries and what was done: 200 writes of all kinds.
func helpMix(ctx context.Context, s *memories.Store, prefix string) error {
	var ids []string
	for i := range 200 {
		content := fmt.Sprintf("%s %d %s", prefix, i, strings.Repeat("words and more words ", i%50))
		var err error
		switch {
		case i%5 == 3:
			fmt.Printf("try update %s %d\n", ids[i%len(ids)], i)
			_, err = s.Update(ctx, ids[i%len(ids)], agmem.Patch{Content: &content, Tags: &[]string{"updated"}})
		case i%7 == 6:
			fmt.Printf("try delete %s %d\n", ids[0], i)
			_, err = s.Delete(ctx, ids[:1], agmem.DeleteOptions{})
			ids = ids[1:]
		default:
			var m agmem.Memory
			fmt.Printf("try add ? %d\n", i)
			m, _, err = s.Add(ctx, agmem.Draft{Content: content, Tags: []string{prefix, "added"}})
			ids = append(ids, m.ID)
		}
		if err != nil {
			return err
		}
		fmt.Printf("done %s\n", ids[len(ids)-1])
	}
	return nil
}

// helpGet prints what a reader without rights meets.
func helpGet(ctx context.Context, s *memories.Store, id string) error {
	found, err := s.Get(ctx, []string{id})
	if err != nil {
		return err
	}
	list, err := s.List(ctx, agmem.Listing{Limit: 10})
	if err != nil {
		return err
	}
	fmt.Printf("get %q %d, list %d\n", found[0].Content, found[0].AccessCount, len(list))
	_, _, err = s.Add(ctx, agmem.Draft{Content: "not to be"})
	fmt.Printf("add %v: %v\n", agmem.KindOf(err), err)
	return nil
}

// helper returns the command of a helper process.
func helper(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), helperEnv+"="+name)
	cmd.Stderr = os.Stderr
	return cmd
}

// lines sends the lines that a process prints; closed at its end.
func lines(t *testing.T, out io.Reader) []string {
	t.Helper()
	var all []string
	scan := bufio.NewScanner(out)
	for scan.Scan() {
		all = append(all, scan.Text())
	}
	return all
}

// corpus returns n memories of about 60 words, the same each time.
func corpus(n int) []agmem.Memory {
	memories := make([]agmem.Memory, n)
	for i := range memories {
		var text strings.Builder
		for w := range 60 {
			fmt.Fprintf(&text, "w%d ", (i*7919+w*w*104729)%(50+(w*w*w)%20000))
		}
		fmt.Fprintf(&text, "memory %d", i)
		memories[i] = agmem.Memory{
			Content: text.String(), Tags: []string{fmt.Sprint("t", i%20)},
			Origin: agmem.Origin{Author: "ann", Session: fmt.Sprint("s", i/50)},
		}
	}
	return memories
}
