package hermes_test

import (
	"strings"
	"testing"
)

// What goes into a prompt is bounded, whatever the metadata and the warnings of
// what is recalled are.
func TestPromptIsBounded(t *testing.T) {
	h := newPlace(t).start("real")
	var event struct{ Event struct{ ID string } }
	h.tool("remember", map[string]any{"content": "a walrus", "metadata": map[string]any{"x": strings.Repeat("y ", 200_000)}}, &event)
	var answer map[string]any
	for _, other := range strings.Fields("a b c d e f g h") {
		h.tool("add_relation", map[string]any{"fromId": other, "toId": event.Event.ID, "relation": "contradicts"}, &answer)
	}
	h.tool("verify", map[string]any{"targetId": event.Event.ID, "message": strings.Repeat("wrong ", 10_000), "status": "failed"}, &answer)
	got := text(t, h.call("prefetch", []any{"walrus"}, nil))
	if len(got) > 5000 {
		t.Errorf("the prompt has %d bytes: %.300s", len(got), got)
	}
	for _, want := range []string{`"content": "a walrus"`, `"citation": "event:` + event.Event.ID, "has an active contradiction with a.", `"failed"`, "and 5 more"} {
		if !strings.Contains(got, want) {
			t.Errorf("the prompt does not have %q: %.1000s", want, got)
		}
	}
	h.end()
}

// A query that is not a text, and a time that cannot be waited for, do not break a
// turn.
func TestPrefetchBreaksNoTurn(t *testing.T) {
	p := newPlace(t)
	h := p.start("real")
	var answer map[string]any
	h.tool("remember", map[string]any{"content": "a walrus"}, &answer)
	for _, query := range []any{[]any{"walrus"}, []any{map[string]any{"type": "text", "text": "walrus"}}} {
		if got := text(t, h.call("prefetch", []any{query}, nil)); !strings.Contains(got, "a walrus") {
			t.Errorf("%v: %q", query, got)
		}
	}
	for _, query := range []any{nil, 7, []any{}, map[string]any{}} {
		if got := text(t, h.call("prefetch", []any{query}, nil)); got != "" {
			t.Errorf("%v: %q", query, got)
		}
	}
	h.end()
}
