package recall

import "math"

// answered is the share of the question that a text answers, in 0..1. Words
// of the question that no text has count as not answered. What is beside
// a text in its session answers in part for it; so does the day of writing
// where the question names nothing else.
func (p *Plan) answered(t Text, v *textView, mass float64) float64 {
	var asked, has float64
	ofDay := p.date(t.CreatedAt)
	for i, l := range p.Leaves {
		if l.joined {
			continue
		}
		asked += l.IDF + l.lost
		switch {
		case l.day && ofDay > 0:
			has += l.IDF + l.lost
		case len(v.places[i]) > 0:
			has += l.IDF
		}
	}
	if asked == 0 {
		return ofDay
	}
	lent := min(BesideWorth(t.Beside)/max(mass, 1), 1) * substance(v)
	return (has + 0.4*lent*(mass-min(has, mass))) / asked
}

// relevance turns a rating into a score that can be compared between
// questions: how much of the question is answered, and how well. A short text
// with all words of the question comes near 1, a long one with one of five
// stays below 0.1.
func relevance(answered, value, mass float64) float64 {
	quality := value / (value + 0.35*max(mass, 1))
	return min(math.Pow(answered, 1.5)*quality*1.25, 1)
}

// Descend makes n scores fall from first to last, as the ranks of what has them
// say, while changing them as little as it can: where a score is above the one
// before it, all that are out of order get their mean (isotonic regression by
// pooling adjacent violators).
func Descend(n int, score func(i int) *float64) {
	type pool struct {
		sum  float64
		size int
	}
	var pools []pool
	mean := func(p pool) float64 { return p.sum / float64(p.size) }
	for i := range n {
		pools = append(pools, pool{*score(i), 1})
		for n := len(pools); n > 1 && mean(pools[n-2]) < mean(pools[n-1]); n-- {
			pools[n-2].sum += pools[n-1].sum
			pools[n-2].size += pools[n-1].size
			pools = pools[:n-1]
		}
	}
	i := 0
	for _, p := range pools {
		for range p.size {
			*score(i) = mean(p)
			i++
		}
	}
}
