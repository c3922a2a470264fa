package recall

import "strings"

// WithoutOperators returns the words of a question that its operators ask for, as
// plain words; empty where it has no operators or where they ask for no words.
func WithoutOperators(question string) string {
	var words []string
	strict := false
	var walk func(e Expr)
	walk = func(e Expr) {
		switch e := e.(type) {
		case Word:
			words = append(words, string(e))
		case Phrase:
			words = append(words, string(e))
		case And:
			for _, of := range e {
				walk(of)
			}
		case Or:
			for _, of := range e {
				walk(of)
			}
		}
	}
	for _, e := range Parse(question) {
		if _, word := e.(Word); !word {
			strict = true
		}
		walk(e)
	}
	if !strict {
		return ""
	}
	return strings.Join(words, " ")
}
