package secrets

// FindCold is [Find] in a process that has looked at nothing yet.
func FindCold(text string) []Finding { return find(text, newIndex(), newRuleCache()) }

// FormsFor returns how many forms of tokens are compiled for a text.
func FormsFor(text string) int {
	cache, n := newRuleCache(), 0
	find(text, newIndex(), cache)
	for _, r := range cache.rules {
		if r.form != nil {
			n++
		}
	}
	return n
}
