package agmem

import (
	"strings"
	"unicode/utf8"
)

// MaxQuery is how much of a question is read, in bytes; the rest is ignored,
// because a pasted log must not cost a second.
const MaxQuery = 16 << 10

// Query asks a source for the memories that answer a text best.
type Query struct {
	// Text is the question as it was typed; docs/query-language.md says what
	// its operators mean. Any string is valid, blank ones are not.
	Text   string
	Filter Filter
	// Limit is how many hits to return, 1 or more.
	Limit int
	// MinScore drops hits that score lower, 0 to 1.
	MinScore float64
	// Explain asks for the reasons of each hit.
	Explain bool
	// Passages asks for the passage of each hit.
	Passages bool
	// Projects says which projects are preferred, and which are left out.
	Projects Projects
	// Meaning returns the vector of Text, the same for every caller, or nil where
	// there is none in time. It is nil itself where no embedder is configured.
	Meaning func() *Vector
}

// Validate reports a query that cannot be answered: blank, or without a limit.
func (q Query) Validate() error {
	switch {
	case strings.TrimSpace(q.Text) == "":
		return Errorf(Usage, "the query is blank").
			WithHint("say what you want to know, or browse the listing").WithStep(ActionSearch, "")
	case q.Limit < 1:
		return Errorf(Usage, "the limit is %d, it must be 1 or more", q.Limit)
	case q.MinScore < 0 || q.MinScore > 1:
		return Errorf(Usage, "the minimum score is %v, it must be between 0 and 1", q.MinScore)
	}
	return nil
}

// Question returns the text as far as it is read, up to a character's border.
func (q Query) Question() string {
	if len(q.Text) <= MaxQuery {
		return q.Text
	}
	n := MaxQuery
	for n > 0 && !utf8.RuneStart(q.Text[n]) {
		n--
	}
	return q.Text[:n]
}

// Hit is a memory that answers a query. Its JSON form is a stable interface
// (docs/json.md).
type Hit struct {
	ID string `json:"id"`
	// Short is the shortest unique beginning of ID, see [WithShortIDs].
	Short  string   `json:"-"`
	Digest string   `json:"digest"`
	Size   int64    `json:"size"` // of the content, in bytes
	Tags   []string `json:"tags"`
	// Score is the relevance in 0..1, comparable between queries and never
	// above that of the hit before it.
	Score float64 `json:"score"`
	// Compared says that the hit has a vector and that it was compared with that of
	// the query: the score knows of what both mean.
	Compared  bool    `json:"-"`
	CreatedAt Instant `json:"createdAt"`
	// Repository is the project that it belongs to, as in [Origin]; empty for none.
	Repository string `json:"repository,omitempty"`
	// Source is the name of the source that holds the memory.
	Source string `json:"source"`
	// Also has the ids of the same text in other sources.
	Also []string `json:"also,omitempty"`
	// Value ranks the hit among those of all sources that are asked together.
	// It is 0 from a source that does not know what words weigh in the others.
	Value float64 `json:"-"`
	// Hash is [HashText] of the text, empty if unknown. Two hits that share one
	// are the same.
	Hash string `json:"-"`
	// Corrected says which misspelt words of the query were corrected for this hit.
	Corrected []Correction `json:"corrected,omitempty"`
	// Passage is the part of the content that answers, where Query.Passages asked
	// for it; nil where the content has no word of the query, because its digest,
	// its tags, its neighbours or its day answer.
	Passage *Passage `json:"passage,omitempty"`
	// Explanation is filled where Query.Explain asked for it.
	Explanation *Explanation `json:"explain,omitempty"`
}

// Correction is a word of a query and the word of the store that replaced it.
type Correction struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Explanation says why a hit has its rank.
type Explanation struct {
	// RRF is the value that reciprocal rank fusion gives the hit: what its
	// places in the lists of its sources are worth. Hits are ordered by it
	// where the configuration says so.
	RRF float64 `json:"rrf"`
	// Ranks are those places, where a source has a list by words and one by
	// meaning; nil where it has one list.
	Ranks *Ranks `json:"ranks,omitempty"`
	// Reasons are the shares of the signals, largest first; they sum up to
	// the value that ranks the hit.
	Reasons []Reason `json:"reasons"`
}

// Ranks are the places of a hit in two lists, from 1 on; 0 where it is not in one.
type Ranks struct {
	Words   int `json:"words,omitempty"`
	Meaning int `json:"meaning,omitempty"`
}

// Reason is one signal's share in the rank of a hit.
type Reason struct {
	Signal Signal  `json:"signal"`
	Value  float64 `json:"value"`
}

// Signal is the stable name of a part of a hit's score.
type Signal string

// The signals of a search.
const (
	SignalBM25       Signal = "bm25"       // rare words of the query, often, in a short text
	SignalPhrase     Signal = "phrase"     // words that occur together as in the query
	SignalProximity  Signal = "proximity"  // words that are near each other
	SignalCoverage   Signal = "coverage"   // how much of the query is answered
	SignalNeighbours Signal = "neighbours" // what was written next to it in the same session
	SignalDate       Signal = "date"       // written on a day that the query names
	SignalRecency    Signal = "recency"    // written lately
	SignalFuzzy      Signal = "fuzzy"      // a misspelt word, replaced by a word of the store
	SignalVector     Signal = "vector"     // meaning, by an embedding
	SignalProject    Signal = "project"    // of the project that the question comes from, or of none
)
