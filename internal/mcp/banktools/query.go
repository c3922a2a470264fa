package banktools

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/rawjson"
)

func (t tools) query() mcp.Tool {
	return mcp.Tool{
		Name:        "memory_query",
		Title:       "Query memory",
		Description: "Query memory with jq filter",
		Effect:      mcp.ReadsOnly,
		Schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string"},
				"key": {"type": "string"},
				"filter": {"type": "string", "description": "jq filter expression"},
				"scope": {"type": "string", "enum": ["user", "project"]}
			},
			"required": ["bank", "filter"]
		}`,
		Call: t.callQuery,
	}
}

// query answers with one text that has a line for each result, or with none
// where the filter gives nothing. What is left out is in its own text.
func (t tools) callQuery(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	var out lines
	err := t.room.Finder.Query(ctx, bankOf(in), banks.QueryRequest{
		Key:       in.Text("key"),
		WholeBank: !in.Has("key"),
		Filter:    in.Text("filter"),
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
	cut   *mcp.Truncation // where a result had no room
}

func (l *lines) add(r banks.Result) error {
	if len(l.text)+len(r.JSON) < mcp.MaxAnswer {
		l.text = append(append(l.text, r.JSON...), '\n')
		l.count++
		return nil
	}
	if l.count == 0 {
		cut := mcp.CutTo(r.JSON, "the first result is too long for one answer; pick a part of it: "+parts(r.JSON))
		l.cut = &cut
	} else {
		l.cut = &mcp.Truncation{Shown: &l.count,
			Hint: fmt.Sprintf("more results follow; skip(%d; FILTER) goes on with them, a filter that picks gets fewer", l.count)}
	}
	return errFull
}

func (l *lines) answer() mcp.Answer {
	var a mcp.Answer
	if l.count > 0 {
		a.Texts = append(a.Texts, bytes.TrimSuffix(l.text, []byte("\n")))
	}
	if l.cut != nil {
		// Strings and numbers: it cannot fail.
		note, _ := rawjson.Encode(map[string]*mcp.Truncation{"truncated": l.cut})
		a.Texts = append(a.Texts, note)
	}
	return a
}
