package ledger_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/storetest"
	"github.com/agmem/agmem/internal/testsize"
)

// helperEnv makes the test binary one of the processes that the tests start.
const helperEnv = "AGMEM_LEDGER_TEST_HELPER"

func TestMain(m *testing.M) {
	name := os.Getenv(helperEnv)
	if name == "" {
		os.Exit(m.Run())
	}
	if err := runHelper(context.Background(), name, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintf(os.Stderr, "%v: %v\n", agmem.KindOf(err), err)
		os.Exit(1)
	}
}

// runHelper does a number of things with the ledger at path, one opening for each,
// and prints what is acknowledged.
func runHelper(ctx context.Context, name, path, count string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	if name == "rebuild" {
		return helpRebuild(ctx, path)
	}
	for i := range n {
		if err := helpOnce(ctx, name, path, i); err != nil {
			return err
		}
	}
	return nil
}

// helpRebuild embeds all again, with a byte for each step.
func helpRebuild(ctx context.Context, path string) error {
	step := func() { fmt.Print(".") }
	e := &storetest.Embedder{Name: "next", Each: step}
	l, err := ledger.Open(ctx, path, ledger.Options{Embedding: e.Embedding(false)})
	if err != nil {
		return err
	}
	_, err = l.Embed(ctx, true, func(int) { step() })
	return errors.Join(err, l.Close())
}

func helpOnce(ctx context.Context, name, path string, i int) (err error) {
	l, err := ledger.Open(ctx, path, ledger.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	text := fmt.Sprint(name, " ", i)
	if name == "mix" && i%3 == 1 {
		set, err := l.SetSession(ctx, ledger.SetSession{
			ID: fmt.Sprint("s", i%7), CurrentGoal: text, Summary: strings.Repeat("words and more words ", i%40+1), Status: ledger.Active,
			Origin: ledger.Origin{Scope: ledger.DefaultScope()},
		})
		fmt.Println(set.Event.ID)
		return err
	}
	events, err := l.Remember(ctx, event(text), event(text+" again"))
	if err != nil {
		return err
	}
	fmt.Println(events[0].ID)
	fmt.Println(events[1].ID)
	return nil
}

func helper(t *testing.T, name, path string, count int) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, path, strconv.Itoa(count))
	cmd.Env = append(os.Environ(), helperEnv+"="+name)
	cmd.Stderr = os.Stderr
	return cmd
}

// events returns the ids of all that was ever written to the default scope.
func events(t *testing.T, l *ledger.Ledger) map[string]bool {
	t.Helper()
	all, err := l.Events(t.Context(), ledger.EventsRequest{Scope: ledger.DefaultScope(), Limit: 1_000_000, IncludeAudit: true})
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, e := range all {
		ids[e.ID] = true
	}
	return ids
}

// Thirty-two processes start at once on a folder that does not exist, and write
// up to a hundred times each, opening the ledger each time.
func TestManyProcesses(t *testing.T) {
	const processes = 32
	each := testsize.Of(100, 5)
	path := filepath.Join(t.TempDir(), "new", "folder", "ledger.db")
	running := make([]*exec.Cmd, processes)
	outputs := make([]bytes.Buffer, processes)
	for i := range running {
		running[i] = helper(t, fmt.Sprint("p", i), path, each)
		running[i].Stdout = &outputs[i]
		if err := running[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	acknowledged := 0
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
	}
	l := open(t, path)
	there := events(t, l)
	for i := range outputs {
		for _, id := range strings.Fields(outputs[i].String()) {
			acknowledged++
			if !there[id] {
				t.Fatalf("%s was acknowledged and is not there", id)
			}
		}
	}
	if len(there) != 2*processes*each || acknowledged != len(there) {
		t.Fatalf("%d events, %d acknowledged, want %d", len(there), acknowledged, 2*processes*each)
	}
	sound(t, l)
}

// A process is killed in the middle of its writes, again and again on the same
// file: what was acknowledged is there, of what was not all or nothing is, and the
// ledger is sound.
func TestKilledWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	acknowledged := map[string]bool{}
	for round := range testsize.Of(12, 4) {
		cmd := helper(t, "mix", path, 1_000_000)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		scan := bufio.NewScanner(out)
		for range 1 + 5*round {
			if !scan.Scan() {
				t.Fatalf("round %d: the process ended", round)
			}
			acknowledged[scan.Text()] = true
		}
		time.Sleep(time.Duration(round) * time.Millisecond) // the moment is arbitrary, no result depends on it
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for scan.Scan() {
			if id := scan.Text(); ledgerID(id) { // the last line may be cut
				acknowledged[id] = true
			}
		}
		_ = cmd.Wait() // killed
		l, err := ledger.Open(t.Context(), path, ledger.Options{})
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		sound(t, l)
		there := events(t, l)
		for id := range acknowledged {
			if !there[id] {
				t.Fatalf("round %d: %s was acknowledged and is not there", round, id)
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	pairs(t, open(t, path))
}

func ledgerID(line string) bool { return len(line) == len("event_")+36 }

// pairs wants both events of each batch, or neither, and the event of each session
// state.
func pairs(t *testing.T, l *ledger.Ledger) {
	t.Helper()
	all, err := l.Events(t.Context(), ledger.EventsRequest{Scope: ledger.DefaultScope(), Limit: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	balance := map[string]int{}
	for _, e := range all {
		if first, second := strings.CutSuffix(e.Content, " again"); second {
			balance[first]--
		} else {
			balance[first]++
		}
	}
	for text, n := range balance {
		if n != 0 {
			t.Errorf("%q: half of a batch is there", text)
		}
	}
	pack, err := l.ContextPack(t.Context(), ledger.PackRequest{Query: "mix", Scope: ledger.DefaultScope(), BudgetTokens: 100_000, Policy: ledger.ForTask})
	if err != nil || len(pack.RecallWarnings) != 0 {
		t.Errorf("%v, %+v", err, pack.RecallWarnings)
	}
}
