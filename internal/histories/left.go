package histories

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// The reasons for which something is left out.
const (
	tooShort  = "too short to say something alone"
	tooLong   = "longer than a memory can be"
	repeated  = "said before in the same file"
	tooMany   = "more than 5,000 in one file"
	damaged   = "damaged"
	pointer   = "points to another file"
	ours      = "written by agmem"
	talk      = "talk, and nothing to keep"
	longLine  = "a line longer than 16 MiB"
	unknown   = "of another kind"
	forgotten = "deleted there"
	outdated  = "marked there as wrong or old"
	empty     = "without anything said of it"

	// WithSecret is for what looks like a secret; a store looks for it.
	WithSecret = "with what looks like a secret"
)

// Left counts what was not taken, by reason.
type Left []LeftOut

// LeftOut is one reason and how many things were left out for it.
type LeftOut struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

func (l *Left) add(reason string) { l.count(reason, 1) }

func (l *Left) count(reason string, n int) {
	if n == 0 {
		return
	}
	for i := range *l {
		if (*l)[i].Reason == reason {
			(*l)[i].Count += n
			return
		}
	}
	*l = append(*l, LeftOut{reason, n})
}

// Add adds what was left elsewhere, the most frequent reason first.
func (l *Left) Add(other Left) {
	for _, o := range other {
		l.count(o.Reason, o.Count)
	}
	slices.SortStableFunc(*l, func(a, b LeftOut) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Reason, b.Reason))
	})
}

func hasWords(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}
