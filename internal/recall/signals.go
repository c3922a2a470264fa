package recall

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/agmem/agmem"
)

// window is how far apart two words may be to count as near each other.
const window = 8

// passageWords is the length of a passage, the stretch of a long text that is
// expected to answer a question.
const passageWords = 50

// MaxBeside is how far away a neighbour in the session may be to count.
const MaxBeside = 4

// covered is the share of the question's mass that the text has.
func (p *Plan) covered(v *textView) float64 {
	var sum, mass float64
	for i, l := range p.Leaves {
		if l.joined {
			continue
		}
		mass += l.IDF
		if len(v.places[i]) > 0 {
			sum += l.IDF
		}
	}
	if mass == 0 {
		return 0
	}
	return sum / mass
}

// missing counts the words of the question that a text lacks. A word that no text
// has does not count as missing.
func (p *Plan) missing(v *textView) int {
	n := 0
	for i, l := range p.Leaves {
		if !l.joined && l.IDF > 0 && len(v.places[i]) == 0 {
			n++
		}
	}
	return n
}

// exactness sums up the words that are in the form that was typed.
func (p *Plan) exactness(v *textView) float64 {
	var sum float64
	for i, l := range p.Leaves {
		if v.exact[i] {
			sum += l.IDF
		}
	}
	return sum
}

// byNamed is 1 where the question names the author, else 0.
func (p *Plan) byNamed(author string) (named float64) {
	scan(author, func(t token) {
		for _, l := range p.Leaves {
			if l.Word == t.text && l.IDF > 0 && !l.function {
				named = 1
			}
		}
	})
	return named
}

// nearness looks at each two words that are neighbours in the question: how
// near they are in the text, and whether exactly as in the question.
func (p *Plan) nearness(v *textView) (phrase, proximity float64) {
	prev := -1
	for i, l := range p.Leaves {
		if l.joined || l.IDF == 0 {
			continue
		}
		if prev >= 0 {
			before := p.Leaves[prev]
			worth := min(before.IDF, l.IDF)
			nearest, exact := closest(v.places[prev], v.places[i], l.pos-before.pos)
			if nearest <= window {
				proximity += worth * (1 - float64(nearest-1)/window)
			}
			if exact {
				phrase += worth
			}
		}
		prev = i
	}
	return phrase, proximity
}

// closest returns the smallest distance between places of a and b, window+1
// if there is none, and whether b is somewhere gap places after a.
func closest(a, b []int, gap int) (nearest int, exact bool) {
	nearest = window + 1
	for _, x := range a {
		for _, y := range b {
			d := y - x
			exact = exact || d == gap
			if d < 0 {
				d = -d
			}
			if d > 0 {
				nearest = min(nearest, d)
			}
		}
	}
	return nearest, exact
}

// scatter is how much more of the question the whole text covers than its
// best passage does, both squared: 0 for a short text.
func (p *Plan) scatter(v *textView, mass, covered float64) float64 {
	if len(v.words) <= passageWords || mass == 0 {
		return 0
	}
	best := p.bestPassage(v) / mass
	return max(covered*covered-best*best, 0)
}

// bestPassage returns the mass of the words in the best passage of the text.
func (p *Plan) bestPassage(v *textView) float64 {
	type occurrence struct{ place, leaf int }
	var all []occurrence
	for i, l := range p.Leaves {
		if l.joined || l.IDF == 0 {
			continue
		}
		for _, place := range v.places[i] {
			all = append(all, occurrence{place, i})
		}
	}
	slices.SortFunc(all, func(a, b occurrence) int { return cmp.Compare(a.place, b.place) })
	inside := make([]int, len(p.Leaves))
	var sum, best float64
	first := 0
	for _, o := range all {
		if inside[o.leaf]++; inside[o.leaf] == 1 {
			sum += p.Leaves[o.leaf].IDF
		}
		for ; all[first].place < o.place-passageWords; first++ {
			if inside[all[first].leaf]--; inside[all[first].leaf] == 0 {
				sum -= p.Leaves[all[first].leaf].IDF
			}
		}
		best = max(best, sum)
	}
	return best
}

// fuzzy returns the share of the score that is on corrected words, and
// the corrections that led to this text.
func (p *Plan) fuzzy(v *textView) (float64, []agmem.Correction) {
	var sum float64
	var all []agmem.Correction
	for i, l := range p.Leaves {
		if len(l.to) == 0 || len(v.places[i]) == 0 {
			continue
		}
		sum += l.IDF
		all = append(all, agmem.Correction{From: l.Word, To: v.spelling(l)})
	}
	return sum, all
}

// BesideWorth is what the words of the neighbours in the session add.
func BesideWorth(neighbours []Beside) float64 {
	return lent(neighbours, func(n Beside) float64 { return n.BM25 })
}

// lent is what neighbours in the session add of what they are worth: most of what
// came before, because an answer follows its question.
func lent(neighbours []Beside, worth func(Beside) float64) float64 {
	var sum float64
	for _, n := range neighbours {
		switch {
		case n.Distance < 0:
			sum += worth(n) * 0.55 * math.Pow(0.7, float64(-n.Distance-1))
		case n.Distance > 0:
			sum += worth(n) * 0.35 * math.Pow(0.63, float64(n.Distance-1))
		}
	}
	return sum
}

// likeness is how like the question a text is and what is beside it in its session.
func (p *Plan) likeness(t Text, v *textView) float64 {
	beside := lent(t.Beside, func(n Beside) float64 { return p.Background.likeness(n.Cosine) })
	return p.Background.likeness(t.Cosine) + p.Weights.Neighbours*beside*substance(v)
}

// substance says how far a text can profit from its neighbours: one of a word
// or two, such as a thank-you, answers nothing.
func substance(v *textView) float64 {
	n := float64(len(v.words))
	return n / (n + 4)
}

// date says how well the day of writing fits the days that are named.
func (p *Plan) date(created time.Time) float64 {
	best := 0.0
	for _, d := range p.days {
		best = max(best, d.match(created))
	}
	return best
}

// whenIsTold is 1 for a text that tells a time where the question asks for
// one, else 0.
func (p *Plan) whenIsTold(v *textView) float64 {
	if p.asksWhen && slices.ContainsFunc(v.words, tellsTime) {
		return 1
	}
	return 0
}

// recency halves every thirty days; a time in the future counts as now.
func recency(created, now time.Time) float64 {
	days := max(now.Sub(created).Hours()/24, 0)
	return math.Exp2(-days / 30)
}
