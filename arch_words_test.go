package agmem_test

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// quaint are phrases that need a second reading, each with plainer words. The
// list is short on purpose: it has those that came back after they were removed.
func quaint() map[string]*regexp.Regexp {
	list := make(map[string]*regexp.Regexp)
	for instead, phrase := range map[string]string{
		`is not a`:                           `\b(?:it|that|this|which|what|file|link|text|line|name|value|change|id|path) (?:is|are) no (?:[a-km-z]|l[a-np-z])`,
		`is unknown, or nobody knows`:        `nobody can tell (?:where|when|how)`,
		`a stable interface`:                 `is a promise\b`,
		`score breakdown, or reasons`:        `what speaks for`,
		`no match for "x"; searched for "y"`: `\btook (?:%q|\\?"[^"]*") for (?:%q|\\?")`,
		`is in`:                              `\b(?:stands|lies) in (?:the|a|an|its|their|no|one)\b`,
		`anyone who`:                         `\b[Ww]hoever\b`,
		`per bundled program`:                `other program that it is\b`,
	} {
		list[instead] = regexp.MustCompile(phrase)
	}
	return list
}

func TestPlainWords(t *testing.T) {
	list := quaint()
	walkFiles(t, func(name string) {
		if !isProse(name) {
			return
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			return
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			for instead, phrase := range list {
				if found := phrase.FindString(line); found != "" {
					t.Errorf("%s:%d: %q needs a second reading: write %s", name, number, found, instead)
				}
			}
		}
	})
}

// isProse says whether a file has sentences of ours. Results of measurements
// and the data of tests have those of others.
func isProse(name string) bool {
	switch path.Ext(name) {
	case ".go":
		return name != "arch_words_test.go" && !strings.HasPrefix(name, "internal/storetest/") &&
			!(strings.HasSuffix(name, "_test.go") && strings.HasPrefix(name, "internal/"))
	case ".md":
		return true
	}
	return false
}

func TestQuaintPhrases(t *testing.T) {
	list := quaint()
	for text, want := range map[string]bool{
		"a file that is no link":              true,
		"there is no link":                    false,
		"it is no longer there":               false,
		"which is no larger than the text":    true, // rare enough to be written another way
		"it stands in the list":               true,
		"the clock stands still":              false,
		`took "fial" for "fail"`:              true,
		"it took a second for the whole file": false,
		"Whoever calls it":                    true,
	} {
		found := false
		for _, phrase := range list {
			found = found || phrase.MatchString(text)
		}
		if found != want {
			t.Errorf("%q: %v", text, found)
		}
	}
}
