package secrets

import (
	"cmp"
	"slices"
)

// Finding is a place in a text that looks like a secret.
type Finding struct {
	// Rule is the name of the rule: that of a kind of token, or private-key,
	// password, token, key, authorization-header or url-password.
	Rule string
	// Start and End are the bytes of the secret itself, without what is around it.
	Start, End int
}

// Find returns what looks like a secret, in the order of the text. Findings do not
// overlap.
func Find(text string) []Finding { return find(text, prepared(), compiled()) }

func find(text string, index *keywordIndex, cache *ruleCache) []Finding {
	f := finder{text: text, index: index, cache: cache}
	f.index.scan(text, f.look)
	return apart(f.found)
}

// finder looks at the keywords of one text.
type finder struct {
	text  string
	index *keywordIndex
	cache *ruleCache
	found []Finding
	// judged is the end of the last value that was judged: a keyword before it is
	// a part of that.
	judged int
	// name is the last name that was looked at, in which several keywords may be.
	name struct{ start, end int }
	// tried is the end of the last token of a rule that was tried, and failures how
	// many were none.
	tried    map[*rule]int
	rules    []*rule // those whose keywords were met, by their numbers
	failures int
}

// maxFailures is how many texts that begin as a token does are no token before
// Find stops looking for tokens. A text that somebody wrote has a few at most.
const maxFailures = 20_000

// look judges the place of a keyword.
func (f *finder) look(at int, word *keyword) {
	switch word.kind {
	case ofService:
		f.service(at, word)
	case ofKeyBlock:
		f.keyBlock(at)
	case ofHeader:
		f.header(at, word)
	case ofURL:
		f.url(at)
	case ofName:
		f.assigned(at, word)
	}
}

func (f *finder) add(rule string, start, end int) {
	f.found = append(f.found, Finding{rule, start, end})
}

// service judges a token of a known service.
func (f *finder) service(at int, word *keyword) {
	r := f.rule(word)
	if f.failures > maxFailures || len(f.tried) > 0 && at < f.tried[r] {
		return
	}
	start := at
	for start > 0 && at-start < r.before && isTokenByte(f.text[start-1]) {
		start--
	}
	if !f.begins(start) || !hasRun(f.text[start:], r.least) {
		return
	}
	end := r.match(f.text[start:min(len(f.text), start+maxToken)])
	if end < 0 {
		f.failures++
		return
	}
	f.tried[r] = start + end
	if token := f.text[start : start+end]; f.ends(start+end) && !isExample(token) {
		f.add(r.name, start, start+end)
	}
}

// rule returns the rule of a keyword.
func (f *finder) rule(word *keyword) *rule {
	if f.rules == nil {
		f.rules, f.tried = make([]*rule, f.index.rules), make(map[*rule]int)
	}
	if f.rules[word.rule] == nil {
		f.rules[word.rule] = f.cache.of(word.says)
	}
	return f.rules[word.rule]
}

// begins says whether a token may begin here: not within a word, but an escape
// such as \n in JSON is no part of a word.
func (f *finder) begins(at int) bool {
	if at == 0 || !isWordByte(f.text[at-1]) {
		return true
	}
	return at > 1 && f.text[at-2] == '\\' && (f.text[at-1] == 'n' || f.text[at-1] == 't' || f.text[at-1] == 'r')
}

func (f *finder) ends(at int) bool { return at == len(f.text) || !isWordByte(f.text[at]) }

// apart sorts findings and leaves out those that overlap another: the rule of a
// service says more than a place does, and the longer more than the shorter.
func apart(found []Finding) []Finding {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	var all []Finding
	for _, f := range found {
		if last := len(all) - 1; last >= 0 && f.Start < all[last].End {
			all[last].End = max(all[last].End, f.End)
			if isPlace(all[last].Rule) && !isPlace(f.Rule) {
				all[last].Rule = f.Rule
			}
			continue
		}
		all = append(all, f)
	}
	return all
}

// isPlace says whether a rule knows only the place, not the form.
func isPlace(rule string) bool {
	switch rule {
	case rulePassword, ruleToken, ruleKey, ruleHeader, ruleURL:
		return true
	}
	return false
}
