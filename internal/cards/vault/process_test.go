package vault_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/vault"
	"github.com/agmem/agmem/internal/cards/wikilink"
	"github.com/agmem/agmem/internal/testsize"
)

// TestMain makes this test binary also the other process of some tests.
func TestMain(m *testing.M) {
	if os.Getenv("CARDS_TASK") == "" {
		os.Exit(m.Run())
	}
	v := vault.Open(os.Getenv("CARDS_HOME"), vault.Options{DataDir: os.Getenv("CARDS_DATA")})
	if err := task(context.Background(), v, os.Getenv("CARDS_TASK"), os.Getenv("CARDS_NUMBER")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// task is what the other process does.
func task(ctx context.Context, v *vault.Vault, name, argument string) error {
	number, err := strconv.Atoi(argument)
	if err != nil {
		return err
	}
	switch name {
	case "look":
		look(ctx, v)
		return nil
	case "write": // one card, again and again
		for range 20 {
			if _, err := v.Write(ctx, "card", numbered(number)); err != nil {
				return err
			}
		}
		return nil
	case "write on": // until it is killed
		fmt.Println(number - 1) // it has begun
		for ; ; number++ {
			if _, err := v.Write(ctx, "card", numbered(number)); err != nil {
				return err
			}
			fmt.Println(number)
		}
	case "rename on":
		fmt.Println(number - 1)
		for ; ; number++ {
			if _, err := v.Recover(ctx); err != nil {
				return err
			}
			if _, err := v.Rename(ctx, present(v), hubName(number)); err != nil {
				return err
			}
			fmt.Println(number)
		}
	}
	return fmt.Errorf("there is no task %q", name)
}

// look says what the process sees of a vault, and that it can change nothing.
func look(ctx context.Context, v *vault.Vault) {
	all, err := v.All(ctx)
	if all == nil {
		fmt.Println("all failed", agmem.KindOf(err), err)
		return
	}
	fmt.Print("all")
	for _, c := range all {
		fmt.Print(" ", c.Path)
	}
	fmt.Println()
	for _, e := range joinedErrors(err) {
		fmt.Println(agmem.KindOf(e), e)
	}
	hits, _ := v.Search(ctx, cards.Query{Text: "heron", Limit: 9})
	for _, h := range hits {
		fmt.Println("found", h.Path)
	}
	fmt.Println("read secret", agmem.KindOf(v.Copy(ctx, "secret", io.Discard)))
	_, err = v.Write(ctx, "good", []byte(complete))
	fmt.Println("write", agmem.KindOf(err))
	_, err = v.Archive(ctx, "good")
	fmt.Println("archive", agmem.KindOf(err))
}

// command returns this test binary as the other process.
func command(v *fixture, name string, number int, out io.Writer) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CARDS_TASK="+name, "CARDS_HOME="+v.Home(), "CARDS_DATA="+v.data, fmt.Sprint("CARDS_NUMBER=", number), "GORACE=atexit_sleep_ms=0")
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	return cmd
}

func start(t *testing.T, v *fixture, name string, number int, out io.Writer) *exec.Cmd {
	t.Helper()
	cmd := command(v, name, number, out)
	v.ok(cmd.Start())
	return cmd
}

// numbered returns a large card whose every line has one number.
func numbered(n int) []byte {
	line := fmt.Sprintf("line of %d\n", n)
	return []byte("---\ntitle: T\ncreated: 2026-03-18\nsource: retro\n---\n" + strings.Repeat(line, 20_000) + "end\n")
}

// number returns the number of a card that is whole.
func (v *fixture) number(name string) int {
	v.T.Helper()
	_, body, _ := strings.Cut(v.text(name), "\n---\n")
	lines := strings.Split(body, "\n")
	n, err := strconv.Atoi(strings.TrimPrefix(lines[0], "line of "))
	v.ok(err)
	if want := numbered(n); !strings.HasSuffix(string(want), "\n---\n"+body) {
		v.Fatalf("the card of %d is not whole: %d bytes, want %d", n, len(body), len(want))
	}
	return n
}

// Eight processes write one slug: all succeed, and one whole card is left.
func TestParallelWriters(t *testing.T) {
	const writers = 8
	v := newVault(t, nil)
	running := make([]*exec.Cmd, writers)
	for i := range running {
		running[i] = start(t, v, "write", i+1, nil)
	}
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("writer %d: %v", i+1, err)
		}
	}
	if n := v.number("card"); n < 1 || n > writers {
		t.Errorf("the card is that of %d", n)
	}
	if names := v.entries("cards"); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

// herald keeps what a process says, and closes ready at its first output.
type herald struct {
	said  bytes.Buffer
	once  sync.Once
	ready chan struct{}
}

func (h *herald) Write(p []byte) (int, error) {
	h.once.Do(func() { close(h.ready) })
	return h.said.Write(p)
}

// lifeOf is how long the process of a round works before it is killed. The
// moment is arbitrary, no result depends on it.
func lifeOf(round int) time.Duration {
	life := 20 * time.Millisecond
	if testsize.Race {
		life *= 10 // everything takes longer
	}
	return life * time.Duration(round*2711%20000) / 20000
}

// killed lets a process work for a moment, kills it and returns the last
// number that it said was done.
func killed(t *testing.T, v *fixture, name string, number int, life time.Duration) int {
	t.Helper()
	h := &herald{ready: make(chan struct{})}
	cmd := start(t, v, name, number, h)
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // killed
		close(ended)
	}()
	select {
	case <-h.ready:
	case <-ended:
		t.Fatal("the process ended before it did anything")
	}
	time.Sleep(life)
	v.ok(cmd.Process.Kill())
	<-ended
	numbers := strings.Fields(h.said.String())
	last, err := strconv.Atoi(numbers[len(numbers)-1])
	v.ok(err)
	return last
}

// A writer is killed again and again: what it said was written is there, or the
// one after it, and always whole.
func TestKilledWriter(t *testing.T) {
	v := newVault(t, map[string]string{"card": string(numbered(0))})
	last, rounds := 0, testsize.Of(50, 10)
	round := func(life time.Duration) {
		said := killed(t, v, "write on", last+1, life)
		if last = v.number("card"); last != said && last != said+1 {
			t.Fatalf("the card is that of %d, and %d was said to be written", last, said)
		}
		v.lists("card")
	}
	for i := range rounds {
		round(lifeOf(i))
	}
	// On a busy machine it takes longer until something is written.
	for life := 50 * time.Millisecond; last == 0 && life < 10*time.Second; life *= 2 {
		round(life)
	}
	if last == 0 {
		t.Fatal("nothing was written in any round")
	}
	t.Logf("%d cards were written in %d rounds", last, rounds)
	if _, err := v.Write(t.Context(), "card", numbered(0)); err != nil {
		t.Fatal(err)
	}
	if names := v.entries("cards"); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

// hubName returns the name that a card has after so many renames; some are in
// another folder.
func hubName(n int) string {
	name := fmt.Sprint("hub-", n%7)
	if n%3 == 0 {
		return "folder/" + name
	}
	return name
}

// present returns the path of the card that is renamed, whatever it is called.
func present(v *vault.Vault) string {
	for n := range 7 {
		if at, err := v.Find(context.Background(), fmt.Sprint("hub-", n)); err == nil {
			return at
		}
	}
	return ""
}

// forms are links to a card in every way that a rename rewrites.
func forms(at string) string {
	slug := path.Base(at)
	return fmt.Sprintf("[[%[1]s]] and [[%[1]s|x]], [[%[1]s#h]], ![[%[1]s.md]], [[/%[2]s]] and `[[hub]]`.\n", slug, at)
}

// A process that renames a card with many links to it is killed again and
// again. The next command leaves the old name or the new one, and every link
// leads to the card.
func TestKilledRename(t *testing.T) {
	texts := map[string]string{"hub-0": "---\ntitle: The centre\n---\n" + forms("hub-0")}
	for i := range 16 {
		texts[fmt.Sprintf("%c/card-%d", 'a'+i%3, i)] = forms("hub-0") + strings.Repeat("filler ", 2000)
	}
	v := newVault(t, texts)
	last, recovered, rounds := 0, 0, testsize.Of(50, 10)
	// On a busy machine it takes more rounds until a kill meets a rename.
	for round := 0; round < rounds || round < 20*rounds && (recovered == 0 || last == 0); round++ {
		last = killed(t, v, "rename on", last+1, lifeOf(round))
		again := v.open(v.Home(), v.cache)
		done, err := again.Recover(t.Context())
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if done != nil {
			recovered++
		}
		at := present(again)
		if !slices.Contains([]int{last % 7, (last + 1) % 7}, int(at[len(at)-1]-'0')) {
			t.Fatalf("round %d: the card is called %s, and rename %d was said to be done", round, at, last)
		}
		if leads := linksTo(t, again, at); leads != 17 {
			t.Fatalf("round %d: the links of %d cards lead to %s, want 17", round, leads, at)
		}
		last = max(last, nextNumber(last, at))
	}
	if last == 0 || recovered == 0 {
		t.Errorf("%d renames, %d of them recovered", last, recovered)
	}
	t.Logf("%d renames, %d of %d kills were recovered", last, recovered, rounds)
	if left := v.journals(); len(left) > 0 {
		t.Error("the journal is left", left)
	}
	// One more rename rewrites every file that a killed one did.
	if _, err := v.Rename(t.Context(), present(v.Vault), hubName(last+2)); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{".", "cards", "cards/a", "cards/b", "cards/c", "cards/folder"} {
		for _, name := range v.entries(folder) {
			if strings.HasSuffix(name, ".tmp") {
				t.Errorf("left behind in %s: %s", folder, name)
			}
		}
	}
}

// nextNumber returns the rename that gave the card its name, the last one that
// was said to be done or the one after it.
func nextNumber(last int, at string) int {
	if int(at[len(at)-1]-'0') == (last+1)%7 {
		return last + 1
	}
	return last
}

// linksTo returns how many cards link to one in every way, and fails on a link
// that is broken.
func linksTo(t *testing.T, v *vault.Vault, at string) int {
	t.Helper()
	all, err := v.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	notes := make([]wikilink.Note, len(all))
	for i, c := range all {
		notes[i] = wikilink.Note{Path: c.Path, Title: c.Title, Aliases: c.Aliases}
	}
	resolver, leads := wikilink.NewResolver(notes), 0
	for _, c := range all {
		for _, target := range c.Links {
			if to, _ := resolver.Resolve(c.Path, target); to != at {
				t.Fatalf("[[%s]] in %s leads to %q", target, c.Path, to)
			}
		}
		text, err := os.ReadFile(filepath.Join(v.Folder(), filepath.FromSlash(c.Path)+".md"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), forms(at)) {
			leads++
		}
	}
	return leads
}

// A writer waits for a rename, and readers see a card before or after it.
func TestWritersAndRenames(t *testing.T) {
	v := newVault(t, map[string]string{"hub-0": "x", "card": string(numbered(0))})
	cmd := start(t, v, "rename on", 1, nil)
	for n := range 30 {
		if _, err := v.Write(t.Context(), "card", numbered(n)); err != nil {
			t.Error(err)
		}
		if got := v.number("card"); got != n {
			t.Errorf("the card is that of %d, want %d", got, n)
		}
	}
	v.ok(cmd.Process.Kill())
	_ = cmd.Wait() // killed
	if _, err := v.Recover(t.Context()); err != nil && agmem.KindOf(err) != agmem.NotFound {
		t.Error(err)
	}
	if at := present(v.Vault); at == "" {
		t.Error("the card that was renamed is gone")
	}
}
