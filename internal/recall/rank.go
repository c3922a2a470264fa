package recall

import (
	"cmp"
	"slices"
	"time"

	"github.com/agmem/agmem"
)

// Weights says what each signal is worth. Those of phrase, proximity and
// neighbours weigh sums of what words are worth, the others the mass of the
// question: the sum of what all its words are worth.
type Weights struct {
	BM25       float64 // of the score of the index
	Exact      float64 // of a word in the form that was typed; part of bm25
	Author     float64 // of an author whom the question names; part of bm25
	Phrase     float64 // of two words that are neighbours as in the question
	Proximity  float64 // of two neighbouring words of the question at distance 1
	Scatter    float64 // subtracted for words that are far apart; part of proximity
	Coverage   float64 // of a text that has every word
	Neighbours float64 // of the scores beside it in its session
	Date       float64 // of a text from the very day that is named
	TellsTime  float64 // of a text that says when, if that is asked; part of date
	Recency    float64 // of a text from today
	Fuzzy      float64 // of a misspelt word and its correction; 0: nothing is corrected
	Vector     float64 // of a text whose meaning is that of the question
	Project    float64 // of a text of the project that the question comes from, as a share of its other value

	// Ranked, if not nil, is called with every ranking, for measurements.
	Ranked func([]Ranked)
}

// DefaultWeights are the weights of every search, found on the development
// data of bench/retrieval, which also shows what each is worth.
func DefaultWeights() Weights {
	return Weights{
		BM25: 1, Exact: 0.15, Author: 0.12, Phrase: 0.2, Proximity: 0.5, Scatter: 0.5, Coverage: 0.1,
		Neighbours: 1, Date: 1, TellsTime: 0.3, Recency: 0.02, Fuzzy: 1, Vector: 2.5, Project: 0.5,
	}
}

// Text is a candidate with all that ranking needs of it.
type Text struct {
	Doc       int64
	Document  Document
	CreatedAt time.Time // in the zone whose days the question means
	BM25      float64   // the score that the index gave it
	Nearness  float64   // of its project to that of the question, 0..1
	Cosine    float64   // of its vector with that of the question; 0 if it has none
	Beside    []Beside
}

// Beside is the score of a neighbour in the same session: Distance places
// after the text, or before it where it is negative.
type Beside struct {
	Distance int
	BM25     float64
	Cosine   float64 // as in Text
}

// Background says how like the question the texts of a collection are that have
// nothing to do with it: the mean of their cosines and the standard deviation.
// It is zero where nothing has a vector.
type Background struct{ Mean, Deviation float64 }

// farOut is how many deviations a cosine stands out from the background where its
// likeness is 1; most answers stand out by three to six.
const farOut = 6

// mostLike bounds what a single cosine is worth.
const mostLike = 3

// leastLike is what a likeness must be to count: two deviations. One text in forty is
// that like anything.
const leastLike = 1. / 27

// standsOut is by how many deviations a cosine is above the background: about the
// same for every model, also for one whose cosines are all alike. It is 0 for one
// that is below, or that there is not.
func (b Background) standsOut(cosine float64) float64 {
	if b.Deviation <= 0 || cosine == 0 {
		return 0
	}
	return max(0, (cosine-b.Mean)/b.Deviation)
}

// likeness is what a cosine says. It grows with the third power of what the cosine
// stands out by, so that a model to which all texts are alike, as one of English is
// to Chinese ones, says next to nothing, and one that knows the answer counts more
// than the words.
func (b Background) likeness(cosine float64) float64 {
	out := b.standsOut(cosine) / farOut
	return min(out*out*out, mostLike)
}

// alike is how much more alike a text and a question are than those that have nothing
// to do with each other, as a share of what is possible. A deviation below the mean is
// taken for such ones: the texts of a collection are often about one thing, and alike
// for that reason. It says false where there is nothing to compare.
func (b Background) alike(cosine float64) (float64, bool) {
	if b.Deviation <= 0 || cosine == 0 {
		return 0, false
	}
	unlike := b.Mean - b.Deviation
	return min(1, max(0, cosine-unlike)/max(1-unlike, leastRoom)), true
}

// leastRoom keeps what alike divides by from being next to nothing, which it is with
// a model to which all texts are the same.
const leastRoom = 0.1

// Ranked is a candidate that answers the question.
type Ranked struct {
	Doc       int64
	Value     float64  // ranks it; comparable within one question only
	Score     float64  // relevance in 0..1
	Evidence  Evidence // what the score rests on
	Missing   int      // words of the question that are not in the text, of those that any text has
	Reasons   []agmem.Reason
	Corrected []agmem.Correction
	Words     []agmem.FoundWord

	found []occurrence // see [Plan.Passage]
}

// Rank orders texts by how well they answer and drops those that do not: by
// an operator, or because nothing of the question is in them or beside them.
func (p *Plan) Rank(texts []Text, now time.Time) []Ranked {
	p.prepare()
	ranked := make([]Ranked, 0, len(texts))
	mass := p.Mass()
	for _, t := range texts {
		v := p.view(t.Document)
		if !p.holds(v) || !p.answers(v, t.CreatedAt) {
			continue
		}
		if r := p.rate(t, v, mass, now); r.Value > 0 {
			ranked = append(ranked, r)
		}
	}
	slices.SortFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(b.Doc, a.Doc))
	})
	Descend(len(ranked), func(i int) *float64 { return &ranked[i].Score })
	if p.Weights.Ranked != nil {
		p.Weights.Ranked(ranked)
	}
	return ranked
}

func (p *Plan) holds(v *textView) bool {
	for _, c := range p.conditions {
		if !c.holds(v) {
			return false
		}
	}
	return true
}

// Mass is what all words of the question together are worth.
func (p *Plan) Mass() float64 {
	var sum float64
	for _, l := range p.Leaves {
		if !l.joined {
			sum += l.IDF
		}
	}
	return sum
}

// fullMass is what all words of the question would be worth if some text had them.
func (p *Plan) fullMass() float64 {
	var sum float64
	for _, l := range p.Leaves {
		if !l.joined {
			sum += l.fullWorth()
		}
	}
	if sum == 0 {
		return 1 // nothing but words that carry nothing
	}
	return sum
}

// Meant is what a text with a cosine is worth for its meaning alone, without what is
// beside it.
func (p *Plan) Meant(cosine float64) float64 { return p.meant(p.Background.likeness(cosine)) }

// meant is what a likeness is worth.
func (p *Plan) meant(like float64) float64 {
	if like < leastLike {
		return 0
	}
	return p.Weights.Vector * p.Trust * p.fullMass() * like
}

func (p *Plan) rate(t Text, v *textView, mass float64, now time.Time) Ranked {
	w := p.Weights
	covered := p.covered(v)
	fuzzy, corrected := p.fuzzy(v)
	r := Ranked{Doc: t.Doc, Corrected: corrected, Missing: p.missing(v), Words: p.foundWords(v), found: v.found}
	add := func(signal agmem.Signal, value float64) {
		if value != 0 {
			r.Reasons = append(r.Reasons, agmem.Reason{Signal: signal, Value: value})
			r.Value += value
		}
	}
	bm25 := w.BM25*t.BM25 + w.Exact*p.exactness(v) + w.Author*mass*p.byNamed(t.Document.Author)
	fuzzy = min(fuzzy, bm25) // its words are part of it
	add(agmem.SignalBM25, bm25-fuzzy)
	add(agmem.SignalFuzzy, fuzzy)
	phrase, proximity := p.nearness(v)
	add(agmem.SignalPhrase, w.Phrase*phrase)
	add(agmem.SignalProximity, w.Proximity*proximity-w.Scatter*mass*p.scatter(v, mass, covered))
	add(agmem.SignalCoverage, w.Coverage*mass*covered*covered)
	add(agmem.SignalNeighbours, w.Neighbours*BesideWorth(t.Beside)*substance(v))
	add(agmem.SignalDate, max(mass, 1)*(w.Date*p.date(t.CreatedAt)+w.TellsTime*p.whenIsTold(v)))
	if r.Value > 0 {
		add(agmem.SignalRecency, w.Recency*mass*recency(t.CreatedAt, now))
	}
	// Whose project it is of says nothing about whether it answers.
	r.Evidence = p.evidence(t, v, r.Value)
	r.Evidence.Alike, r.Evidence.Compared = p.Background.alike(t.Cosine)
	add(agmem.SignalVector, p.meant(p.likeness(t, v)))
	r.Score = r.Evidence.Relevance()
	if r.Value > 0 {
		add(agmem.SignalProject, w.Project*t.Nearness*r.Value)
	}
	slices.SortStableFunc(r.Reasons, func(a, b agmem.Reason) int { return cmp.Compare(b.Value, a.Value) })
	return r
}
