package numbered

import (
	"math"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Parts are what the score of a result is made of, each in 0..1. Those of words
// are means over the words of the question: 1 for a word as it is typed, 0 for
// one that is missing.
type Parts struct {
	BM25    float64 `json:"bm25"`    // the relevance by the words, as the engine has it
	Trigram float64 `json:"trigram"` // similarity of the words by their trigrams
	Edit    float64 `json:"edit"`    // similarity of the words by the letters that are wrong
	Recency float64 `json:"recency"` // 1 for now, half of it for each 30 days

	words []string // of the question, as the memory has them
}

// Combined is the score that the parts make.
func (p Parts) Combined() float64 {
	return 0.4*p.BM25 + 0.3*p.Trigram + 0.2*p.Edit + 0.1*p.Recency
}

func partsOf(f agmem.Found, now agmem.Instant) Parts {
	p := Parts{BM25: f.Score, Recency: recency(f.CreatedAt, now)}
	for _, w := range f.Words {
		if w.As != "" {
			p.words = append(p.words, w.As)
		}
		switch w.As {
		case "":
		case w.Word:
			p.Trigram++
			p.Edit++
		default:
			p.Trigram += recall.TrigramSimilarity(w.Word, w.As)
			p.Edit += recall.EditSimilarity(w.Word, w.As)
		}
	}
	if n := float64(len(f.Words)); n > 0 {
		p.Trigram /= n
		p.Edit /= n
	}
	return p
}

// recency halves every thirty days; a time in the future counts as now.
func recency(created, now agmem.Instant) float64 {
	const halved = 30 * 24 * 60 * 60 * 1000 // milliseconds
	return math.Exp2(-float64(max(now-created, 0)) / halved)
}
