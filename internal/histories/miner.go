package histories

import (
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/extract"
)

// miner goes through a conversation and keeps the little that is worth it: what is
// marked with *Remember*, what the user corrected, what was decided and why, and
// errors with what solved them. Everything else is talk.
type miner struct {
	p      *page
	author string // of what the agent says
	// of what is said now
	session, branch string
	at              agmem.Instant

	calls  map[string]string // the command of each call that has no result yet
	broken *failure
}

// byUser is the author of what the user said: who that is, a transcript does not
// say, and an agent may run the import.
const byUser = "user"

const (
	// maxCalls bounds the calls that wait for a result.
	maxCalls = 1000
	// maxPatience is how many messages an error waits for its solution.
	maxPatience = 100
	// longest is the longest message of a user that is a correction; longer ones are
	// tasks, and what was pasted.
	longest = 600
)

// failure is an error that a command met.
type failure struct {
	command string // its first words
	line    string
	passed  bool   // the same command worked since
	cause   string // what the agent said about it
	waited  int
}

func newMiner(p *page, author string) *miner {
	return &miner{p: p, author: author, calls: make(map[string]string)}
}

// keep takes a text.
func (m *miner) keep(text, author, tag string, expires agmem.Instant, tags ...string) {
	m.p.add(agmem.Memory{
		Content: text, Tags: append([]string{tag}, tags...), CreatedAt: m.at, ExpiresAt: expires,
		Origin: agmem.Origin{Author: author, Session: m.session, Branch: m.branch},
	})
}

// marked takes what a message asks to be remembered, and returns the message up to
// there: what follows a mark is part of it.
func (m *miner) marked(text, author string) string {
	facts := extract.Facts(text, m.said().Time())
	for _, f := range facts {
		m.keep(f.Content, author, "remember", f.ExpiresAt, f.Tags...)
	}
	if len(facts) > 0 {
		return clean(text[:facts[0].Offset])
	}
	return text
}

func (m *miner) said() agmem.Instant {
	if m.at != 0 {
		return m.at
	}
	return m.p.now
}

// user takes a message of the user.
func (m *miner) user(text string) {
	text = clean(text)
	if text == "" || isInserted(text) {
		return
	}
	switch text = m.marked(text, byUser); {
	case text == "":
	case len(text) <= longest && isCorrection(text):
		m.keep(text, byUser, "correction", 0)
	default:
		m.decisions(text, byUser, isDecision)
	}
}

// agent takes a message of the agent.
func (m *miner) agent(text string) {
	text = clean(text)
	if text == "" {
		return
	}
	if text = m.marked(text, m.author); text != "" {
		m.decisions(text, m.author, func(s string) bool { return isDecision(s) && givesReason(s) })
		m.explain(text)
	}
}

// decisions takes the sentences that say what was decided.
func (m *miner) decisions(text, author string, is func(string) bool) {
	found := false
	for _, s := range sentences(text) {
		if is(s) {
			m.keep(s, author, "decision", 0)
			found = true
		}
	}
	if !found {
		m.p.Left.add(talk)
	}
}

// call notes a call of a tool.
func (m *miner) call(id, tool, command string) {
	if len(m.calls) < maxCalls {
		m.calls[id] = firstWords(tool + " " + command)
	}
}

// result takes what a call gave. The output is only asked for where it is an error:
// most of a transcript is outputs.
func (m *miner) result(id string, failed bool, output func() string) {
	command, known := m.calls[id]
	delete(m.calls, id)
	switch {
	case !known:
	case !failed && m.broken != nil && m.broken.command == command:
		m.broken.passed = true
		m.settle()
	case failed:
		text := output()
		if line := errorLine(text); line != "" && !isRefusal(text) {
			m.broken = &failure{command: command, line: line}
		}
	}
}

// explain looks for what the agent says about the open error.
func (m *miner) explain(text string) {
	if m.broken == nil {
		return
	}
	if m.broken.waited++; m.broken.waited > maxPatience {
		m.broken = nil
		return
	}
	for _, s := range sentences(text) {
		if isCause(s) {
			m.broken.cause = s
			m.settle()
			return
		}
	}
}

// settle keeps an error once it is known what it was and that it is gone.
func (m *miner) settle() {
	if b := m.broken; b.passed && b.cause != "" {
		m.keep("Error: "+b.line+"\nSolution: "+b.cause, m.author, "error", 0)
		m.broken = nil
	}
}

// firstWords returns what two calls of the same kind begin with.
func firstWords(command string) string {
	const words = 3 // the tool, the program and what it is to do
	fields := strings.Fields(command)
	return strings.Join(fields[:min(words, len(fields))], " ")
}
