// Package extract finds what an assistant asks to be remembered: the text
// behind *Remember*: in a message. It is pure, and its time grows with the
// length of the text, whatever the text holds.
//
// The marker is the word alone in emphasis, of asterisks or, if a colon
// follows, of underscores, in any case: *Remember*: fact, **Remember:** fact,
// *Remember* fact. Without a colon it has to begin a sentence, because there it
// is often a verb. It is not a marker in code, quotation marks, brackets or a
// comment, nor where the sentence speaks about it. testdata/corpus shows by
// example what is one and what is not.
//
// Facts is the place to begin reading.
package extract

import (
	"time"

	"github.com/agmem/agmem"
)

// Fact is something that a text asks to be remembered.
type Fact struct {
	// Content has lines that end in \n, without the signs of the list or the
	// quote that the fact is in. It is never empty, and of any length.
	Content string
	// Tags are what the words of the content stand for, sorted.
	Tags []string
	// ExpiresAt is when the content says that it ends, zero if it does not.
	// It may be in the past.
	ExpiresAt agmem.Instant
	// NoDay is what stands where the content says that it ends, in the form of
	// a day that the calendar does not have; empty if nothing of that kind does.
	NoDay string
	// Line is where the marker is, counted from 1, and Offset its first byte.
	Line, Offset int
}

// Facts returns what a text asks to be remembered, in its order. A fact ends at
// a blank line, the next marker or the end of the text, and also at the end of
// the item, quote, heading or table cell that it is in. Blank lines of a code
// block do not end it. Days are those of the time zone of now.
func Facts(text string, now time.Time) []Fact {
	page := read(text)
	var facts []Fact
	markers := page.markers()
	for i, m := range markers {
		next := len(text)
		if i+1 < len(markers) {
			next = markers[i+1].start
		}
		content := page.content(m, next)
		if isPlaceholder(content) {
			continue
		}
		end, noDay := expiry(content, now)
		facts = append(facts, Fact{
			Content:   content,
			Tags:      tags(content),
			ExpiresAt: end,
			NoDay:     noDay,
			Line:      m.line + 1,
			Offset:    m.start,
		})
	}
	return facts
}
