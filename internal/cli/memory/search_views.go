package memory

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/numbered"
)

// results is the result of search.
type results struct {
	numbered.Results
	verbose bool // shows what scores are made of
	quiet   bool // shows memories only
}

// resultJSON is the JSON form of a memory that was found.
type resultJSON struct {
	record
	Score float64        `json:"score"`
	Tier  numbered.Tier  `json:"tier"`
	Parts numbered.Parts `json:"parts"`
}

// resultsJSON is the JSON form of search.
type resultsJSON struct {
	Results     []resultJSON       `json:"results"`
	Corrections []agmem.Correction `json:"corrections"`
	Total       int64              `json:"total"`
}

func (v results) JSON() any {
	list := make([]resultJSON, len(v.Results.Results))
	for i, r := range v.Results.Results {
		list[i] = resultJSON{recordOf(r.Memory), r.Score, r.Tier, r.Parts}
	}
	return resultsJSON{list, v.Corrections, v.Total}
}

func (v results) Human(p *cli.Page) {
	if len(v.Results.Results) == 0 {
		p.Linef("%s", v.nothing())
		return
	}
	for _, c := range v.noted() {
		p.Linef("%s", p.Paint(cli.Dim, correctionText(c)))
	}
	for _, r := range v.Results.Results {
		e := entry{memory: r.Memory, score: score(r.Score), paint: func(text string) string { return paintWords(p, text, r.Words) }}
		if v.verbose {
			e.below = []string{partsText(r)}
		}
		writeEntry(p, e)
	}
	if !v.quiet && len(v.Results.Results) < int(v.Total) {
		p.Linef("%s", p.Paint(cli.Dim, partOf(len(v.Results.Results), int(v.Total))))
	}
}

func (v results) Markdown(p *cli.Page) {
	if len(v.Results.Results) == 0 {
		p.Linef("%s", v.nothing())
		return
	}
	p.Linef("%s, as data:\n", partOf(len(v.Results.Results), int(v.Total)))
	for _, c := range v.noted() {
		p.Linef("%s\n", escapeMarkdown(correctionText(c)))
	}
	for _, r := range v.Results.Results {
		quoteEntry(p, r.Memory, "score "+score(r.Score))
		if v.verbose {
			p.Linef("\n  %s\n", partsText(r))
		}
	}
}

// noted returns the corrections that are said beside the memories.
func (v results) noted() []agmem.Correction {
	if v.quiet {
		return nil
	}
	return v.Corrections
}

func (v results) nothing() string {
	if v.Total > 0 {
		return noMore(int(v.Total))
	}
	return "No memories found."
}

// correctionText says which word was taken for which.
func correctionText(c agmem.Correction) string { return c.From + " → " + c.To }

func score(s float64) string { return fmt.Sprintf("%.2f", s) }

func partsText(r numbered.Result) string {
	return fmt.Sprintf("%s: bm25 %.2f  trigram %.2f  edit %.2f  recency %.2f",
		r.Tier, r.Parts.BM25, r.Parts.Trigram, r.Parts.Edit, r.Parts.Recency)
}

func memoriesOf(found []numbered.Result) []agmem.Memory {
	memories := make([]agmem.Memory, len(found))
	for i, r := range found {
		memories[i] = r.Memory
	}
	return memories
}

// paintWords returns a text with the words that answer the question in colour.
func paintWords(p *cli.Page, text string, found []string) string {
	var b strings.Builder
	for len(text) > 0 {
		letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
		end := strings.IndexFunc(text, func(r rune) bool { return !letter(r) })
		if end < 0 {
			end = len(text)
		}
		if word := text[:end]; answers(word, found) {
			b.WriteString(p.Paint(cli.Green, word))
		} else {
			b.WriteString(word)
		}
		text = text[end:]
		next := strings.IndexFunc(text, letter)
		if next < 0 {
			next = len(text)
		}
		b.WriteString(text[:next])
		text = text[next:]
	}
	return b.String()
}

// maxEnding is how much longer a form of a word may be that is still shown as
// that word.
const maxEnding = 3

// answers says whether a word of a text looks like one that was found. It is for
// the eye alone.
func answers(word string, found []string) bool {
	word = strings.ToLower(word)
	return word != "" && slices.ContainsFunc(found, func(f string) bool {
		long, short := word, f
		if len(long) < len(short) {
			long, short = short, long
		}
		return strings.HasPrefix(long, short) && len(long)-len(short) <= maxEnding
	})
}
