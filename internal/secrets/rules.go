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
	source string
	once   sync.Once
	form   *regexp.Regexp // nil before the first text that may be a token
}

// match returns the end of the token that a text begins with, -1 if it does not.
func (r *rule) match(text string) int {
	r.once.Do(func() { r.form = regexp.MustCompile(`\A(?:` + r.source + `)`) })
	span := r.form.FindStringIndex(text)
	if span == nil {
		return -1
	}
	return span[1]
}

// eachRule hands out the keywords of rules with their lines, which are read once a
// text has the keyword, and returns how many rules there are.
func eachRule(set string, add func(word, line string, number int)) int {
	number := 0
	for set != "" {
		var line string
		line, set, _ = strings.Cut(set, "\n")
		at := strings.IndexByte(line, ' ')
		if at <= 0 || line[0] == '#' {
			continue
		}
		words := strings.TrimLeft(line[at:], " ")
		words = words[:max(0, strings.IndexByte(words, ' '))]
		for words != "" {
			var word string
			word, words, _ = strings.Cut(words, ",")
			add(word, line, number)
		}
		number++
	}
	return number
}

// ruleCache keeps the rules whose keywords were met.
type ruleCache struct {
	mu    sync.Mutex
	rules map[string]*rule // by their lines
}

// compiled is shared, because a server looks at many texts.
var compiled = sync.OnceValue(newRuleCache)

func newRuleCache() *ruleCache { return &ruleCache{rules: make(map[string]*rule)} }

// of returns the rule of a line. What a line has is checked by a test.
func (c *ruleCache) of(line string) *rule {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.rules[line]
	if r == nil {
		columns := strings.Fields(line)
		r = &rule{name: columns[0], source: columns[4]}
		r.least, _ = strconv.Atoi(columns[2])
		r.before, _ = strconv.Atoi(columns[3])
		c.rules[line] = r
	}
	return r
}
