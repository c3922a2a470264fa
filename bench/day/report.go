package main

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agmem/agmem/bench/speed/machine"
)

//go:embed head.md
var head string

// report writes the page.
func report(w io.Writer, dir string, all []measured) error {
	var b strings.Builder
	b.WriteString(head)
	questions := len(day())
	b.WriteString("\n| facts | way | answers found | tokens for a question | the most | tokens of all 30 | without an answer: says something |\n|---|---|---|---|---|---|---|\n")
	for _, m := range all {
		fmt.Fprintf(&b, "| %d | MEMORY.md, all facts | in it | – | – | %d a session, %d for three | – |\n", m.size, m.whole, 3*m.whole)
		fmt.Fprintf(&b, "| %d | MEMORY.md of the project | in it | – | – | %d in shop, %d in atlas, %d for three | – |\n",
			m.size, m.own[shop], m.own[atlas], 2*m.own[shop]+m.own[atlas])
		for _, t := range m.by {
			fmt.Fprintf(&b, "| %d | %s | %d of %d | %d | %d | %d | %d of %d, %d tokens each |\n", m.size, t.name, t.found, questions,
				t.tokens/questions, t.most, t.tokens, t.broken, len(unanswered()), t.wasted/len(unanswered()))
		}
	}
	fmt.Fprintf(&b, "\nThe list of tools of the MCP server, which a host loads once a session, has %d tokens.\n", all[0].toolList)
	b.WriteString("\n## What was not found\n\n| question | by, at so many facts |\n|---|---|\n")
	for _, f := range day() {
		if by := missedBy(f.question, all); by != "" {
			fmt.Fprintf(&b, "| %s | %s |\n", f.question, by)
		}
	}
	b.WriteString("\n## Measured on\n\n")
	for _, line := range machine.Describe(dir) {
		b.WriteString("- " + line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// missedBy says which way did not find an answer, and at which sizes.
func missedBy(question string, all []measured) string {
	var by []string
	for i, w := range ways() {
		var sizes []string
		for _, m := range all {
			if slices.Contains(m.by[i].missed, question) {
				sizes = append(sizes, fmt.Sprint(m.size))
			}
		}
		if len(sizes) > 0 {
			by = append(by, w.name+" "+strings.Join(sizes, ", "))
		}
	}
	return strings.Join(by, "; ")
}
