package recall

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

// Posting is a term of a document and how often it stands there; a tag or a
// digest counts more than once. Freq is 1 or more.
type Posting struct {
	Term string
	Freq int
}

// Analyze returns the terms of a document.
func Analyze(d Document) Terms { panic("being written") }
