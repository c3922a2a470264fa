package secrets

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/agmem/agmem"
)

// Policy says what becomes of a text with a secret in it.
type Policy string

// The policies.
const (
	Refuse Policy = "refuse" // it is not stored
	Redact Policy = "redact" // [redacted: RULE] is stored in the place of the secret
	Warn   Policy = "warn"   // it is stored, and somebody is told
	Off    Policy = "off"    // it is stored
)

// Policies returns every policy, the usual one first.
func Policies() []string { return []string{string(Refuse), string(Redact), string(Warn), string(Off)} }

// Code is that of an error about a secret.
const Code = "SECRET_FOUND"

// The details of an error about a secret.
const (
	detailRule = "rule" // its name
	detailLine = "line" // of the text, from 1
)

// Guard decides what becomes of texts that are about to be stored. A nil Guard
// lets everything through. It may be used by several goroutines.
type Guard struct {
	policy func() (Policy, error)
	mu     sync.Mutex
	told   map[string]bool // the secrets that somebody was told of
}

// NewGuard returns a guard with a policy, which is asked for once there is a
// secret.
func NewGuard(policy func() (Policy, error)) *Guard {
	return &Guard{policy: policy, told: make(map[string]bool)}
}

// Field is a text that is about to be stored.
type Field struct {
	Name string // as in "the content"
	Text *string
}

// Check looks for secrets in texts. It returns an error of the kind Invalid that
// names the rule and the place, never the secret, or writes into the texts what is
// stored in their place, as the policy says.
func (g *Guard) Check(ctx context.Context, fields ...Field) error {
	for _, f := range fields {
		if g == nil || f.Text == nil || *f.Text == "" {
			continue
		}
		redacted, err := g.Text(ctx, f.Name, *f.Text)
		if err != nil {
			return err
		}
		*f.Text = redacted
	}
	return nil
}

// Text is Check for one text, of which it returns what is to be stored.
func (g *Guard) Text(ctx context.Context, name, text string) (string, error) {
	return g.text(ctx, name, text, "")
}

// text is Text for a text in the place of another.
func (g *Guard) text(ctx context.Context, name, text, before string) (string, error) {
	policy, found, err := g.judge(ctx, text, before)
	if err != nil || len(found) == 0 {
		return text, err
	}
	switch policy {
	case Redact:
		return redact(text, found), nil
	case Warn:
		for _, f := range found {
			g.tell(ctx, name, text, f)
		}
		return text, nil
	}
	return text, refusal(name, text, found[0])
}

// judge returns the new secrets of a text, none where nobody wants to know of them,
// and what is to become of them.
func (g *Guard) judge(ctx context.Context, text, before string) (Policy, []Finding, error) {
	if g == nil || allowed(ctx) {
		return Off, nil, nil
	}
	found := without(Find(text), text, before)
	if len(found) == 0 {
		return Off, nil, nil
	}
	policy, err := g.policy()
	if err != nil || policy == Off {
		return Off, nil, err
	}
	return policy, found, nil
}

// refusal is the error about a secret. It does not say the secret.
func refusal(name, text string, f Finding) error {
	return agmem.Errorf(agmem.Invalid, "%s", sentence(name, text, f)).
		WithCode(Code).With(detailRule, f.Rule).With(detailLine, lineOf(text, f)).
		WithHint("leave it out, and say where it is kept instead; if it is not a secret, it can be allowed").
		WithStep(agmem.ActionAllowSecret, "")
}

// sentence says where a secret is, and by which rule.
func sentence(name, text string, f Finding) string {
	place := "the " + name
	if strings.Contains(text, "\n") {
		place = fmt.Sprintf("line %d of the %s", lineOf(text, f), name)
	}
	return place + " has what looks like a secret (" + f.Rule + ")"
}

// lineOf returns the line that a secret begins in, from 1.
func lineOf(text string, f Finding) int { return 1 + strings.Count(text[:f.Start], "\n") }

// tell says once that a secret is stored.
func (g *Guard) tell(ctx context.Context, name, text string, f Finding) {
	secret := text[f.Start:f.End]
	g.mu.Lock()
	before := g.told[secret]
	g.told[secret] = true
	g.mu.Unlock()
	if notice := noticeOf(ctx); notice != nil && !before {
		notice(sentence(name, text, f) + ", and is stored all the same")
	}
}

// redact returns a text with the names of rules in the place of secrets.
func redact(text string, found []Finding) string {
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(text[at:f.Start])
		b.WriteString(mark(f.Rule))
		at = f.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// mark is stored in the place of a secret.
func mark(rule string) string { return "[redacted: " + rule + "]" }
