package remote

import (
	"unicode/utf8"

	"github.com/agmem/agmem/internal/tokens"
)

// batches yields the texts in pieces that the protocol allows. A text that is too
// large alone is a batch of its own.
func batches(texts []string, p protocol) func(yield func([]string) bool) {
	most, mostBytes := p.most()
	return func(yield func([]string) bool) {
		start, size := 0, 0
		for i, text := range texts {
			if i > start && (i-start == most || size+len(text) > mostBytes) {
				if !yield(texts[start:i]) {
					return
				}
				start, size = i, 0
			}
			size += len(text)
		}
		if start < len(texts) {
			yield(texts[start:])
		}
	}
}

// shorten cuts off what a model would not read, by an estimate of its tokens. A
// little more than the model reads is left: a service that minds says so.
func shorten(text string, maxTokens int) string {
	const fewestBytes = 2 // that a token has in long texts; fewer are not estimated
	if len(text) <= maxTokens*fewestBytes {
		return text
	}
	for range 8 {
		n := tokens.Estimate(text)
		if n <= maxTokens {
			break
		}
		text = cut(text, min(len(text)*maxTokens/n, len(text)-1))
	}
	return text
}

// cut returns at most n bytes, up to a character's border.
func cut(text string, n int) string {
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:min(n, len(text))]
}
