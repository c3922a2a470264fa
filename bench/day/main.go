// Command day is an agent's day as a script: it stores thirty memories in three
// sessions of two projects through the programs, asks what it has forgotten, and
// counts the answers that it is given and the tokens that it reads for them, beside
// a MEMORY.md with the same facts that is read whole.
//
//	go run ./bench/day > bench/day/results.md
//	go run ./bench/day -model FOLDER       with the sentence model of a folder
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem/internal/tokens"
)

func main() {
	model := flag.String("model", "", "the `FOLDER` of a sentence model that run init takes; empty for the table in the program")
	flag.Parse()
	if err := run(*model); err != nil {
		fmt.Fprintln(os.Stderr, "day:", err)
		os.Exit(1)
	}
}

func run(model string) error {
	dir, err := os.MkdirTemp("", "agmem-day")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	programs := filepath.Join(dir, "bin")
	build := exec.Command("go", "build", "-o", programs+string(filepath.Separator), "./cmd/agmem", "./cmd/agmem-full")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	var all []measured
	for _, size := range []int{30, 300, 3000} {
		m, err := measure(&home{filepath.Join(dir, fmt.Sprint(size)), programs, model}, size)
		if err != nil {
			return err
		}
		all = append(all, m)
	}
	return report(os.Stdout, dir, all)
}

// way is how an agent gets at what it knows.
type way struct {
	name string
	ask  func(h *home, f fact) (string, error)
}

func ways() []way {
	return []way{
		{"`agmem context`", func(h *home, f fact) (string, error) { return h.agmem(f.project, "", "context", f.question) }},
		{"`agmem context --min-score 0`", func(h *home, f fact) (string, error) {
			return h.agmem(f.project, "", "context", f.question, "--min-score", "0")
		}},
		{"`agmem search`", func(h *home, f fact) (string, error) { return h.agmem(f.project, "", "search", f.question) }},
		{"`agmem search --min-score 0 --limit 5`", func(h *home, f fact) (string, error) {
			return h.agmem(f.project, "", "search", f.question, "--min-score", "0", "--limit", "5")
		}},
		{"`agmem context`, then words", askAgain},
		{"MCP `recall`", func(h *home, f fact) (string, error) { return h.recall(f.project, f.question) }},
	}
}

// askAgain is an agent that tries a few words where its question gets nothing.
func askAgain(h *home, f fact) (string, error) {
	out, err := h.agmem(f.project, "", "context", f.question)
	if err != nil || says(out) || f.words == "" {
		return out, err
	}
	return h.agmem(f.project, "", "search", f.words, "--limit", "5")
}

// measured is what one size gave.
type measured struct {
	size     int
	whole    int // tokens of MEMORY.md with all facts
	own      map[project]int
	toolList int // tokens of the list of tools, which a host loads once
	by       []tally
}

// tally is what one way gave over all questions.
type tally struct {
	name   string
	found  int
	tokens int
	most   int
	missed []string
	// of the questions that nothing answers: how many got anything, and for how many tokens
	broken, wasted int
}

func measure(h *home, size int) (measured, error) {
	m := measured{size: size, own: make(map[project]int)}
	if err := h.settle(size); err != nil {
		return m, err
	}
	m.whole = tokens.Estimate(memoryFile(size, nil))
	for _, p := range []project{shop, atlas} {
		m.own[p] = tokens.Estimate(memoryFile(size, &p))
	}
	list, err := h.mcp(shop, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	if err != nil {
		return m, err
	}
	m.toolList = tokens.Estimate(list)
	for _, w := range ways() {
		t, err := w.tally(h)
		if err != nil {
			return m, err
		}
		m.by = append(m.by, t)
	}
	return m, nil
}

func (w way) tally(h *home) (tally, error) {
	t := tally{name: w.name}
	for _, f := range day() {
		out, err := w.ask(h, f)
		if err != nil {
			return t, err
		}
		n := tokens.Estimate(out)
		t.tokens += n
		t.most = max(t.most, n)
		if strings.Contains(out, f.answer) {
			t.found++
		} else {
			t.missed = append(t.missed, f.question)
		}
	}
	for _, f := range unanswered() {
		out, err := w.ask(h, f)
		if err != nil {
			return t, err
		}
		if says(out) {
			t.broken++
		}
		t.wasted += tokens.Estimate(out)
	}
	return t, nil
}

// says reports an answer that has a memory.
func says(out string) bool {
	out = strings.TrimSpace(out)
	return out != "" && !strings.HasPrefix(out, "results: []") && !strings.Contains(out, `"results":[]`)
}

// memoryFile is a MEMORY.md with the facts of a store, or of one project and of none.
func memoryFile(size int, of *project) string {
	var b strings.Builder
	b.WriteString("# Memory\n\n")
	add := func(p project, text string) {
		if of == nil || p == *of || p == common {
			b.WriteString("- " + text + "\n")
		}
	}
	for _, f := range day() {
		add(f.project, f.text)
	}
	for _, f := range fillers(max(0, size-len(day()))) {
		add(f.project, f.text)
	}
	return b.String()
}
