package recall

import (
	"slices"
	"strings"
)

// AnalyzerVersion changes whenever the same text would give other terms; an
// index made with another version has to be made again.
const AnalyzerVersion = 2

// Document is a text to be found, by the parts that are searched.
type Document struct {
	Content string
	Digest  string // empty or equal to Content where the content is its own digest
	Tags    []string
	Author  string // who wrote it; a question that names them prefers it
}

// Terms is what the index keeps of a document.
type Terms struct {
	// Length is the number of words, the L of BM25.
	Length int
	// Postings has one entry for each distinct term, sorted by term.
	Postings []Posting
}

// Posting is a term of a document and how often it is there; a tag or a
// digest counts more than once. Freq is 1 or more.
type Posting struct {
	Term string
	Freq int
}

// stemPrefix sets the stems apart from the words. A stem is listed for a
// document where another form than the stem itself is in it, so that the
// documents of a word are those of its stem as a word and as a stem.
const stemPrefix = "~"

// tagWeight is how often a word of a tag or a digest counts: someone chose it
// to say what the text is about.
const tagWeight = 2

// Analyzer turns documents into terms. It remembers stems between documents
// and is not safe for concurrent use.
type Analyzer struct{ stems *stemmer }

// NewAnalyzer returns an analyzer.
func NewAnalyzer() *Analyzer { return &Analyzer{stems: newStemmer()} }

// Analyze returns the terms of a document.
func (a *Analyzer) Analyze(d Document) Terms {
	c := collector{stems: a.stems, freq: make(map[string]int, len(d.Content)/6+8)}
	c.add(d.Content, 1)
	c.again(firstLine(d.Content))
	if d.Digest != "" && d.Digest != d.Content {
		c.add(d.Digest, tagWeight)
	}
	for _, t := range d.Tags {
		c.add(t, tagWeight)
	}
	c.addAuthor(d.Author)
	return c.terms()
}

// Analyze returns the terms of a document. For many, an [Analyzer] is faster.
func Analyze(d Document) Terms { return NewAnalyzer().Analyze(d) }

// collector counts the terms of one document.
type collector struct {
	stems  *stemmer
	freq   map[string]int // of words, wholes, pairs
	length int
}

func (c *collector) add(text string, weight int) {
	c.length += scan(text, func(t token) { c.freq[t.text] += weight })
}

// again counts words once more that are in the text already.
func (c *collector) again(text string) {
	scan(text, func(t token) { c.freq[t.text]++ })
}

// firstLine returns the first line of a text that has more than one: a title,
// a subject, a signature, which says what the rest is about.
func firstLine(text string) string {
	line, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if strings.TrimSpace(rest) == "" {
		return ""
	}
	return line
}

// addAuthor counts the author's name once, as if the text began with it,
// unless the text names them already.
func (c *collector) addAuthor(author string) {
	scan(author, func(t token) {
		if c.freq[t.text] == 0 {
			c.freq[t.text] = 1
			c.length++
		}
	})
}

func (c *collector) terms() Terms {
	postings := make([]Posting, 0, len(c.freq)*3/2)
	stems := make(map[string]int)
	for word, n := range c.freq {
		postings = append(postings, Posting{word, n})
		if stem := c.stems.stem(word); stem != word {
			stems[stem] += n
		}
	}
	for stem, n := range stems {
		postings = append(postings, Posting{stemPrefix + stem, n + c.freq[stem]})
	}
	slices.SortFunc(postings, func(a, b Posting) int { return strings.Compare(a.Term, b.Term) })
	return Terms{Length: c.length, Postings: postings}
}
