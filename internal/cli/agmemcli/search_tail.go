package agmemcli

import (
	"fmt"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

// noteTail says what was left out of the hits that are shown, and that none of
// them is a good match.
func (a *app) noteTail(found []agmem.Hit, tail library.Tail) {
	sentence := ""
	if tail.LeftOut > 0 {
		sentence = fmt.Sprintf("left out %s less than %v (--min-score 0 shows all)", counted(int64(tail.LeftOut), "hit that scores", "hits that score"), tail.Least)
	}
	switch {
	case !tail.Poor:
	case len(found) > 0:
		best := fmt.Sprintf("no good match: the best hit scores %v", round(found[0].Score, readDecimals))
		if sentence != "" {
			best += "; "
		}
		sentence = best + sentence
	default:
		sentence = "no good match: " + sentence
	}
	if sentence != "" {
		a.Note(sentence, "")
	}
}
