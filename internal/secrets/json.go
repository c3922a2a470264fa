package secrets

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/agmem/agmem/internal/rawjson"
)

// JSON is [Guard.Text] for a valid JSON text. What is redacted in it is still JSON.
// A secret that was in the text before the change may stay; before is empty where
// there was none.
func (g *Guard) JSON(ctx context.Context, name string, text []byte, before string) ([]byte, error) {
	if g == nil {
		return text, nil
	}
	unescaped, err := g.escapedStrings(ctx, name, text, before)
	if err != nil {
		return nil, err
	}
	whole, err := g.text(ctx, name, unescaped, before)
	if err != nil || whole == string(text) {
		return text, err
	}
	if err := rawjson.Check([]byte(whole)); err != nil {
		return nil, refusal(name, unescaped, Find(unescaped)[0])
	}
	return []byte(whole), nil
}

// escapedStrings judges the strings that have escapes, which may hide a secret, by
// what they mean. The others are judged with the whole text, where their names are.
func (g *Guard) escapedStrings(ctx context.Context, name string, text []byte, before string) (string, error) {
	var b strings.Builder
	copied := 0
	for at := 0; ; {
		quote := bytes.IndexByte(text[at:], '"')
		if quote < 0 {
			b.Write(text[copied:])
			return b.String(), nil
		}
		start := at + quote
		end, err := rawjson.Value(text, start)
		if err != nil {
			return "", err
		}
		at = end
		literal := text[start:end]
		if bytes.IndexByte(literal, '\\') < 0 {
			continue
		}
		meant := rawjson.Unquote(literal)
		kept, err := g.text(ctx, name, meant, before)
		if err != nil {
			return "", err
		}
		if kept != meant {
			b.Write(text[copied:start])
			b.Write(rawjson.AppendQuoted(nil, kept))
			copied = end
		}
	}
}

// without returns the findings whose secrets are not in a text from before.
func without(found []Finding, text, before string) []Finding {
	if before == "" {
		return found
	}
	return slices.DeleteFunc(found, func(f Finding) bool { return strings.Contains(before, text[f.Start:f.End]) })
}
