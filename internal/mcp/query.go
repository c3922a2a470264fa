package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/agmem/agmem/internal/jq"
	"github.com/agmem/agmem/internal/library"
)

func queryTool() tool {
	return tool{
		name:        "memory_query",
		title:       "Query memory",
		description: "Query memory with jq filter",
		effect:      readsOnly,
		schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string"},
				"key": {"type": "string"},
				"filter": {"type": "string", "description": "jq filter expression"},
				"scope": {"type": "string", "enum": ["user", "project"]}
			},
			"required": ["bank", "filter"]
		}`,
		call: query,
	}
}

// query answers with one text that has a line for each result, or with none
// where the filter gives nothing. What is left out stands in a text of its own.
func query(ctx context.Context, banks *library.Banks, in arguments) (answer, error) {
	var out lines
	err := banks.Finder.Query(ctx, in.bank(), library.QueryRequest{
		Key:       in.text("key"),
		WholeBank: !in.has("key"),
		Filter:    in.text("filter"),
	}, out.add)
	if errors.Is(err, errFull) {
		err = nil
	}
	return out.answer(), err
}

// errFull ends a query whose answer is as long as answers get.
var errFull = errors.New("the answer is full")

// lines is the text of an answer, one line for each result.
type lines struct {
	text  []byte
	count int
	cut   *truncation // where a result had no room
}

func (l *lines) add(r jq.Result) error {
	if len(l.text)+len(r.JSON) < maxAnswer {
		l.text = append(append(l.text, r.JSON...), '\n')
		l.count++
		return nil
	}
	if l.count == 0 {
		cut := cutTo(r.JSON, "the first result is too long for one answer; pick a part of it: "+parts(r.JSON))
		l.cut = &cut
	} else {
		l.cut = &truncation{Shown: &l.count,
			Hint: fmt.Sprintf("more results follow; skip(%d; FILTER) goes on with them, a filter that picks gets fewer", l.count)}
	}
	return errFull
}

func (l *lines) answer() answer {
	var a answer
	if l.count > 0 {
		a.texts = append(a.texts, bytes.TrimSuffix(l.text, []byte("\n")))
	}
	if l.cut != nil {
		// Strings and numbers: it cannot fail.
		note, _ := encode(map[string]*truncation{"truncated": l.cut})
		a.texts = append(a.texts, note)
	}
	return a
}
