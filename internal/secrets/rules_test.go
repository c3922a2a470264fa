package secrets

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"testing"
)

// The rules are read without looking for mistakes, so there must be none.
func TestRulesAreWellFormed(t *testing.T) {
	names := map[string]bool{}
	for line := range strings.Lines(ruleSet) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Fields(line)
		if len(columns) != 5 {
			t.Errorf("%q has %d columns", line, len(columns))
			continue
		}
		name, words, form := columns[0], columns[1], columns[4]
		if names[name] || isPlace(name) || name == ruleKeyBlock {
			t.Errorf("there are two rules %s", name)
		}
		names[name] = true
		for _, number := range columns[2:4] {
			if n, err := strconv.Atoi(number); err != nil || n < 0 {
				t.Errorf("%s: %q is not a number", name, number)
			}
		}
		if _, err := regexp.Compile(form); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if least, _ := strconv.Atoi(columns[2]); least > shortest(t, form) {
			t.Errorf("%s: %d bytes at least, but its form takes %d", name, least, shortest(t, form))
		}
		for word := range strings.SplitSeq(words, ",") {
			if len(word) < 2 {
				t.Errorf("%s: the keyword %q is shorter than what is looked up", name, word)
			}
		}
	}
	if len(names) < 30 {
		t.Errorf("there are %d rules", len(names))
	}
}

// shortest returns the length of the shortest text that a form matches.
func shortest(t *testing.T, form string) int {
	t.Helper()
	re, err := syntax.Parse(form, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return least(re)
}

func least(re *syntax.Regexp) int {
	sum := func() int {
		n := 0
		for _, sub := range re.Sub {
			n += least(sub)
		}
		return n
	}
	switch re.Op {
	case syntax.OpLiteral:
		return len(string(re.Rune))
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus:
		return sum()
	case syntax.OpRepeat:
		return re.Min * sum()
	case syntax.OpAlternate:
		n := least(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			n = min(n, least(sub))
		}
		return n
	}
	return 0
}
