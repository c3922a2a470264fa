package secrets

import (
	_ "embed" // for the rules
	"regexp"
	"strconv"
	"strings"
	"sync"
)

//go:embed rules.txt
var ruleSet string

// maxToken is the longest token that a regular expression is tried on, in bytes.
const maxToken = 4096

// rule is the form of a token.
type rule struct {
	name   string
	least  int // the length of the shortest, in bytes
	before int // how many bytes may be before the keyword
	form   string

	compile  sync.Once
	compiled *regexp.Regexp
}

// match returns the end of the token that a text begins with, -1 if it does not.
func (r *rule) match(text string) int {
	r.compile.Do(func() { r.compiled = regexp.MustCompile(`\A(?:` + r.form + `)`) })
	span := r.compiled.FindStringIndex(text)
	if span == nil {
		return -1
	}
	return span[1]
}

// parseRules reads the rules and hands out their keywords.
func parseRules(set string, add func(word string, r *rule)) {
	for line := range strings.Lines(set) {
		columns := strings.Fields(line)
		if len(columns) != 5 || columns[0] == "#" {
			continue
		}
		least, _ := strconv.Atoi(columns[2])  // checked by a test
		before, _ := strconv.Atoi(columns[3]) // checked by a test
		r := &rule{name: columns[0], least: least, before: before, form: columns[4]}
		for word := range strings.SplitSeq(columns[1], ",") {
			add(word, r)
		}
	}
}
