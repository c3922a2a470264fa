// Command kill ends real programs with SIGKILL at random moments, again and
// again, and checks after each kill what they promised, with the programs
// themselves.
//
//	go run ./bench/kill                            1,000 rounds of every loop
//	go run ./bench/kill -rounds 100 store rename   fewer rounds of some
//
// A round starts one or two programs, kills each at a random moment of its life
// and checks. What a program printed was promised. "left something" counts the
// rounds after which a temporary file or the journal of a rename was there, for a
// later command to remove or finish. The result is a table; where
// a promise was broken the exit code is 1 and the folder is kept.
//
// It reads and writes nothing outside of a temporary folder, which is below
// $TMPDIR.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem/bench/speed/machine"
)

func main() {
	rounds := flag.Int("rounds", 1000, "how many rounds of each loop")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "what the random moments and the work are chosen by")
	programs := flag.String("programs", "", "the folder of agmem, memory-cli and memex (default: they are built)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	broken, err := run(ctx, os.Stdout, trial{*rounds, *seed, *programs}, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "kill:", err)
	}
	if err != nil || broken {
		os.Exit(1)
	}
}

// loop is one kind of work that is interrupted.
type loop struct {
	name    string
	promise string // what is checked after each kill
	begin   func(*home) work
}

// work is a loop in progress.
type work interface {
	// programs returns what is started in a round, all at once.
	programs(ctx context.Context, round int) ([]*program, error)
	// check reports a promise that was broken, after the programs have ended.
	check(ctx context.Context, started []*program) error
}

func loops() []loop {
	return []loop{
		{"store", "what agmem said is added, updated or deleted is so, nothing else changed, `run check` is clean", newStore},
		{"import", "a killed import stored whole memories; the same import again stores the rest; no copy of its input is left", newImports},
		{"reindex", "after a killed `run reindex` the check is clean and the same is found", newReindex},
		{"banks", "what memory-cli said is written, imported or deleted is so; a bank is whole; the next write leaves the bank and its lock alone", newBanks},
		{"cards", "what memex said is written or marked is so; a card is whole; after a `doctor` there are the cards alone", newCards},
		{"rename", "a rename is done, not begun, or finished by the next command: one name, and every link leads to it", newRenames},
		{"export", "the file is a whole export, the old or the new one; the next export leaves it alone", newExports},
	}
}

// chosen returns the loops of those names, all for none.
func chosen(names []string) ([]loop, error) {
	all := loops()
	if len(names) == 0 {
		return all, nil
	}
	var some []loop
	for _, name := range names {
		i := slices.IndexFunc(all, func(l loop) bool { return l.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no loop %q", name)
		}
		some = append(some, all[i])
	}
	return some, nil
}

// trial is what a call of the program asks for.
type trial struct {
	rounds   int
	seed     uint64
	programs string // their folder; empty: they are built
}

func run(ctx context.Context, out io.Writer, t trial, names []string) (broken bool, err error) {
	some, err := chosen(names)
	if err != nil {
		return false, err
	}
	root, err := os.MkdirTemp("", "agmem-kill-")
	if err != nil {
		return false, err
	}
	if t.programs == "" {
		t.programs = filepath.Join(root, "bin")
		if err := build(ctx, t.programs); err != nil {
			return false, err
		}
	}
	fmt.Fprintf(out, "%s\nseed: %d\n\n", strings.Join(machine.Describe(root), "\n"), t.seed)
	fmt.Fprint(out, "| loop | rounds | programs killed | ended before | left something | seconds | promise |\n|---|---|---|---|---|---|---|\n")
	for i, l := range some {
		h, err := newHome(filepath.Join(root, l.name), t.programs, rand.New(rand.NewPCG(t.seed, uint64(i))))
		if err != nil {
			return broken, err
		}
		started := time.Now()
		done, err := h.repeat(ctx, l, t.rounds)
		fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %.0f | %s |\n", l.name, done, h.killed, h.ended, h.dirty, time.Since(started).Seconds(), l.promise)
		switch {
		case ctx.Err() != nil:
			return broken, ctx.Err()
		case err != nil:
			broken = true
			fmt.Fprintf(out, "\n**BROKEN in round %d: %v**\n\nThe files are in %s\n\n", done, err, h.dir)
		}
	}
	if broken {
		return true, nil
	}
	return false, os.RemoveAll(root)
}

// build makes the programs as users have them.
func build(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", dir+string(filepath.Separator), "./cmd/agmem", "./cmd/agmem-full")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return exec.CommandContext(ctx, filepath.Join(dir, "agmem"), "link", dir).Run()
}
