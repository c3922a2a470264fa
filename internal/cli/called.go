package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// CallAs lets the texts of root and of the commands below it, which are written
// for root's own name, call the program what it was called as. The text of the
// command completion knows that already.
func CallAs(root *cobra.Command, program string) {
	if name := root.Name(); name != program {
		callAs(root, root, program)
	}
}

func callAs(cmd, root *cobra.Command, program string) {
	cmd.Long = calledAs(cmd.Long, root.Name(), program, func(before, after string) bool {
		word, _, _ := strings.Cut(strings.TrimPrefix(after, " "), " ")
		return before == "" || strings.HasSuffix(before, "\n\n") || strings.HasPrefix(word, "-") || hasCommand(root, word)
	})
	cmd.Example = CalledAs(cmd.Example, root.Name(), program)
	for _, c := range cmd.Commands() {
		if c.Name() != "completion" && c.Name() != "help" {
			callAs(c, root, program)
		}
	}
}

// hasCommand says whether a word, without what ends a sentence, is a command. In
// prose the name of a program may be a noun: "that memory gets the tags".
func hasCommand(root *cobra.Command, word string) bool {
	line, _, _ := strings.Cut(word, "\n")
	return slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool {
		return c.Name() == strings.TrimRight(line, ".,:;)`")
	})
}

// CalledAs returns a text in which a program is called what it was called as
// wherever its name is a word with another after it. A text that does
// so already is returned as it is.
func CalledAs(text, name, program string) string {
	return calledAs(text, name, program, func(string, string) bool { return true })
}

// calledAs is [CalledAs] for the places where means says that the name is meant,
// by the text before and after it.
func calledAs(text, name, program string, means func(before, after string) bool) string {
	var b strings.Builder
	for at := 0; ; {
		i := strings.Index(text[at:], name+" ")
		if i < 0 {
			return b.String() + text[at:]
		}
		before := text[:at+i]
		b.WriteString(text[at : at+i])
		if isWordEnd(before) && !strings.HasSuffix(before+name, program) && means(before, text[at+i+len(name):]) {
			b.WriteString(program)
		} else {
			b.WriteString(name)
		}
		at += i + len(name)
	}
}

// isWordEnd says whether what follows a text begins a word.
func isWordEnd(text string) bool {
	return text == "" || strings.ContainsRune(" \t\n(|\"'`", rune(text[len(text)-1]))
}
