package metamemory

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/rawjson"
)

type synced struct {
	Events []ledger.Event `json:"events"`
}

func syncTurn() command {
	return command{
		name:   "sync-turn",
		short:  "Append the messages of a conversation as evidence, all of them or none.",
		input:  writing(messages(), scope()),
		output: synced{},
		parse: func(in *input) action {
			scope, metadata := in.scope(), in.metadata()
			news := in.messages(scope, metadata)
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				events, err := l.Remember(ctx, news...)
				return synced{events}, err
			}
		},
	}
}

// messages returns the messages as evidence. Metadata is that of those that have
// none of their own.
func (in *input) messages(scope ledger.Scope, metadata ledger.Metadata) []ledger.NewEvent {
	value := in.fields["messages"]
	if len(value) == 0 || value[0] != '[' {
		in.fail(ledger.Expected("messages", "an array of messages"))
		return nil
	}
	var news []ledger.NewEvent
	_, err := rawjson.Elements(value, 0, func(i, at int) (int, error) {
		stop, err := rawjson.Value(value, at)
		if err == nil {
			news = append(news, in.message(fmt.Sprintf("messages[%d]", i), value[at:stop], scope, metadata))
		}
		return stop, err
	})
	if err != nil {
		in.fail(err)
	}
	return news
}

func (in *input) message(name string, value json.RawMessage, scope ledger.Scope, metadata ledger.Metadata) ledger.NewEvent {
	if value[0] != '{' {
		in.fail(ledger.Expected(name, "an object"))
		return ledger.NewEvent{}
	}
	m, err := parseInput(value)
	if err != nil {
		in.fail(err)
		return ledger.NewEvent{}
	}
	n := ledger.NewEvent{Scope: scope, Metadata: m.metadata()}
	if n.Metadata == nil {
		n.Metadata = metadata
	}
	var known bool
	if n.Kind, n.Actor, known = role(m.fields["role"]); !known {
		in.fail(ledger.Expected(name+".role", "assistant, system, tool, or user"))
	}
	if n.Content = m.optionalText("content"); n.Content == "" {
		in.fail(ledger.Expected(name+".content", ledger.NonEmpty))
	}
	if at := m.fields["timestamp"]; at != nil {
		if err := n.Timestamp.UnmarshalText([]byte(strings.ToUpper(rawjson.Unquote(quoted(at))))); err != nil || n.Timestamp == 0 {
			in.fail(ledger.Expected(name+".timestamp", "an RFC 3339 timestamp"))
		}
	}
	return n
}

// quoted returns a value that is a text, and an empty text for any other.
func quoted(value json.RawMessage) json.RawMessage {
	if isText(value) {
		return value
	}
	return json.RawMessage(`""`)
}

// role returns what a message of a role is evidence of.
func role(value json.RawMessage) (ledger.EventKind, ledger.Actor, bool) {
	switch actor := ledger.Actor(rawjson.Unquote(quoted(value))); actor {
	case ledger.ByUser:
		return ledger.UserMessage, actor, true
	case ledger.ByAssistant:
		return ledger.AssistantMessage, actor, true
	case ledger.ByTool:
		return ledger.ToolResult, actor, true
	case ledger.BySystem:
		return ledger.SystemEvent, actor, true
	}
	return "", "", false
}
