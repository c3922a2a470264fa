package ledger

import "github.com/agmem/agmem"

// EventKind is what an event is evidence of.
type EventKind string

// The kinds of events.
const (
	AssistantMessage EventKind = "assistant_message"
	ExplicitMemory   EventKind = "explicit_memory"
	FileEdit         EventKind = "file_edit"
	SystemEvent      EventKind = "system_event"
	ToolCall         EventKind = "tool_call"
	ToolResult       EventKind = "tool_result"
	UserMessage      EventKind = "user_message"
)

// EventKinds returns every kind.
func EventKinds() []EventKind {
	return []EventKind{AssistantMessage, ExplicitMemory, FileEdit, SystemEvent, ToolCall, ToolResult, UserMessage}
}

// Validate reports a kind that there is not.
func (k EventKind) Validate() error {
	return oneOf("kind", k, EventKinds(), "a supported evidence kind")
}

// Actor is who did or said something.
type Actor string

// The actors.
const (
	ByAssistant Actor = "assistant"
	BySystem    Actor = "system"
	ByTool      Actor = "tool"
	ByUser      Actor = "user"
)

// Actors returns every actor.
func Actors() []Actor { return []Actor{ByAssistant, BySystem, ByTool, ByUser} }

// Validate reports an actor that there is not.
func (a Actor) Validate() error {
	return oneOf("actor", a, Actors(), "assistant, system, tool, or user")
}

// Event is a piece of evidence: something that was said or done. It never
// changes. Its JSON form is a stable interface.
type Event struct {
	ID        string        `json:"id"`
	Kind      EventKind     `json:"kind"`
	Actor     Actor         `json:"actor"`
	Content   string        `json:"content"`
	Timestamp agmem.Instant `json:"timestamp"`
	Scope     Scope         `json:"scope"`
	Metadata  Metadata      `json:"metadata,omitempty"`
}
