package recall

import "math"

// Impact says in one byte how often a term is in a document and how long
// the document is: all that BM25 needs of them. The index keeps it beside
// each document number, so that ranking reads nothing else.
//
// The upper three bits are the frequency, exact up to 4, then in steps; the
// lower five the length in half octaves, so that it is at most 19 % off.
// Zero is not an impact.
type Impact uint8

const (
	lengthBits  = 5
	lengthSteps = 1 << lengthBits
)

// impactFreqs are the frequencies that the upper three bits mean.
func impactFreqs() [8]float64 { return [8]float64{1, 2, 3, 4, 5.5, 8, 12, 20} }

// NewImpact returns the impact of a term that occurs freq times, 1 or more,
// in a document of length words.
func NewImpact(freq, length int) Impact {
	var f Impact
	switch {
	case freq <= 4:
		f = Impact(max(freq, 1) - 1)
	case freq <= 6:
		f = 4
	case freq <= 9:
		f = 5
	case freq <= 15:
		f = 6
	default:
		f = 7
	}
	step := int(math.Round(2 * math.Log2(float64(max(length, 1)))))
	return f<<lengthBits | Impact(min(max(step, 1), lengthSteps-1))
}

func (i Impact) freq() float64 { return impactFreqs()[i>>lengthBits] }

func (i Impact) length() float64 { return math.Exp2(float64(i%lengthSteps) / 2) }

// BM25 is the scoring function of Robertson and Zaragoza, "The Probabilistic
// Relevance Framework: BM25 and Beyond" (2009), over impacts.
type BM25 struct {
	Docs      int     // documents in the collection
	AvgLength float64 // their mean length in words
}

// k1 is how soon another occurrence of a term stops adding to the score.
const k1 = 1.6

// b returns how much a document loses for its length. Notes and turns
// of a talk are short and say one thing each: there, length says little. In
// collections of long texts it says that a term may be there by chance.
func (m BM25) b() float64 {
	octaves := math.Log2(max(m.AvgLength, 1) / 25)
	return min(max(0.3+0.25*octaves, 0.2), 0.7)
}

// IDF returns the weight of a term that df documents have.
func (m BM25) IDF(df int) float64 {
	n, d := float64(max(m.Docs, df)), float64(df)
	return math.Log(1 + (n-d+0.5)/(d+0.5))
}

// Weights returns, for every impact, the score of a term whose weight is idf.
func (m BM25) Weights(idf float64) *[256]float32 {
	var w [256]float32
	b, avg := m.b(), max(m.AvgLength, 1)
	for i := range w {
		f := Impact(i).freq()
		norm := k1 * (1 - b + b*Impact(i).length()/avg)
		w[i] = float32(idf * f * (k1 + 1) / (f + norm))
	}
	return &w
}
