package hook

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/extract"
)

// Moment is when a host calls a hook.
type Moment string

// The moments that agmem has hooks for.
const (
	SessionStart Moment = "session-start"
	Prompt       Moment = "prompt"
	PreCompact   Moment = "pre-compact"
	Stop         Moment = "stop"
	SessionEnd   Moment = "session-end"
)

// How many bytes a hook adds to the context at most.
const (
	MostAtStart  = 4000
	MostAtPrompt = 1500
)

// Moments returns every moment, in the order of a session.
func Moments() []Moment { return []Moment{SessionStart, Prompt, PreCompact, Stop, SessionEnd} }

// event is the name of the moment in the JSON of the hosts.
func (m Moment) event() string {
	switch m {
	case SessionStart:
		return "SessionStart"
	case Prompt:
		return "UserPromptSubmit"
	case PreCompact:
		return "PreCompact"
	case Stop:
		return "Stop"
	default:
		return "SessionEnd"
	}
}

// Event is what a host says. A field that the host does not give is empty.
type Event struct {
	Session    string `json:"session_id"`
	Folder     string `json:"cwd"`
	Prompt     string `json:"prompt"`
	Source     string `json:"source"` // of a start: startup, resume, clear, compact or fork
	Message    string `json:"last_assistant_message"`
	Transcript string `json:"transcript_path"`
	Subagent   string `json:"agent_id"` // empty for the session itself
}

// mostAsked is how much of a prompt is a question, in bytes; the rest is pasted.
const mostAsked = 16 << 10

// Question returns what the prompt asks, empty for a command of the host. It has no
// operators: what a person writes to an agent is not written in a query language, and
// "go test -race" is not a wish to hear nothing of races.
func (e Event) Question() string {
	text := strings.TrimSpace(e.Prompt)
	if strings.HasPrefix(text, "/") {
		return ""
	}
	if len(text) > mostAsked {
		text = strings.ToValidUTF8(text[:mostAsked], "")
	}
	words := strings.Fields(signs.Replace(text))
	for i, word := range words {
		word = strings.TrimLeft(word, "-")
		if word == "AND" || word == "OR" || word == "NOT" {
			word = strings.ToLower(word)
		}
		words[i] = word
	}
	return strings.Join(words, " ")
}

// signs takes away what quotes, groups and prefixes are written with.
var signs = strings.NewReplacer(`"`, " ", "(", " ", ")", " ", "*", " ")

// WorksIn returns the folder in which the session works, empty where the host does
// not say or it is not there.
func (e Event) WorksIn() string {
	if info, err := os.Stat(e.Folder); err != nil || !filepath.IsAbs(e.Folder) || !info.IsDir() {
		return ""
	}
	return e.Folder
}

// AsksToRemember says whether the message of the event marks a fact, and is one of
// the session itself.
func (e Event) AsksToRemember(now time.Time) bool {
	return e.Subagent == "" && len(extract.Facts(e.Message, now)) > 0
}

// maxEvent is how many bytes of an event are read.
const maxEvent = 8 << 20

// Read reads the event that a host writes to standard input. More than 8 MiB is
// TooLarge, what is not a JSON object with texts in its fields Invalid.
func Read(r io.Reader) (Event, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxEvent+1))
	if err != nil {
		return Event{}, err
	}
	if len(text) > maxEvent {
		return Event{}, agmem.Errorf(agmem.TooLarge, "the event has more than %d MiB", maxEvent>>20)
	}
	var e Event
	if err := json.Unmarshal(text, &e); err != nil {
		return Event{}, agmem.Errorf(agmem.Invalid, "the event cannot be read: %w", err)
	}
	return e, nil
}

// Answer returns what a host adds to the context of its agent: one line of JSON.
func Answer(m Moment, text string) ([]byte, error) {
	type output struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	}
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false) // no page shows it, and six bytes for each < would pass what a host takes
	err := e.Encode(struct {
		Output output `json:"hookSpecificOutput"`
	}{output{m.event(), text}})
	return line.Bytes(), err
}
