package install

import "strings"

// Diff returns the lines that a step removes and those that it adds, each with its
// end.
func (s Step) Diff() (removed, added []string) {
	before, after := lines(s.Before), lines(s.After)
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	return before, after
}

func lines(text []byte) []string {
	var all []string
	for line := range strings.Lines(string(text)) {
		all = append(all, line)
	}
	return all
}
