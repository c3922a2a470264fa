package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// CallAs lets the texts of root and of the commands below it, which are written
// for root's own name, call the program what it was called as. The text of the
// command completion knows that already.
func CallAs(root *cobra.Command, program string) {
	if name := root.Name(); name != program {
		callAs(root, name, program)
	}
}

func callAs(cmd *cobra.Command, name, program string) {
	cmd.Long = CalledAs(cmd.Long, name, program)
	cmd.Example = CalledAs(cmd.Example, name, program)
	for _, c := range cmd.Commands() {
		if c.Name() != "completion" && c.Name() != "help" {
			callAs(c, name, program)
		}
	}
}

// CalledAs returns a text in which a program is called what it was called as
// wherever its name is a word with another after it. A text that does
// so already is returned as it is.
func CalledAs(text, name, program string) string {
	var b strings.Builder
	for at := 0; ; {
		i := strings.Index(text[at:], name+" ")
		if i < 0 {
			return b.String() + text[at:]
		}
		before := text[:at+i]
		b.WriteString(text[at : at+i])
		if isWordEnd(before) && !strings.HasSuffix(before+name, program) {
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
