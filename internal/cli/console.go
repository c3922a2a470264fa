package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/toon"
)

// Format is how results are written.
type Format int

// The formats. TOON is the default, for the usual reader is an agent.
const (
	TOON Format = iota
	JSON
	Human
)

// Console is the environment of one command together with the voice of its
// program and the format that was asked for.
type Console struct {
	Environment
	Dialect
	// Verbose also shows the causes of errors.
	Verbose bool

	json, human bool
	warnings    int
	unshown     error // the first warning that is only counted
}

// NewConsole returns a console in the default format.
func NewConsole(env Environment, dialect Dialect) *Console {
	return &Console{Environment: env, Dialect: dialect}
}

// AddFlags defines --json, --human and --verbose.
func (c *Console) AddFlags(flags *pflag.FlagSet) {
	c.AddPlainFlags(flags)
	flags.BoolVar(&c.human, "human", false, "write text, for people")
}

// AddPlainFlags defines --json and --verbose, for a program whose plain output
// is for people already.
func (c *Console) AddPlainFlags(flags *pflag.FlagSet) {
	flags.BoolVar(&c.json, "json", false, "write JSON, for programs")
	flags.BoolVar(&c.Verbose, "verbose", false, "show the causes of errors")
}

// Format returns the format that was asked for.
func (c *Console) Format() Format {
	switch {
	case c.json:
		return JSON
	case c.human:
		return Human
	default:
		return TOON
	}
}

// check reports flags that contradict each other.
func (c *Console) check() error {
	if c.json && c.human {
		return agmem.Errorf(agmem.Usage, "--json and --human contradict each other").
			WithHint("without either the output is TOON, which agents read best")
	}
	return nil
}

// RefuseFormat reports a format flag on a command that has only one form of
// output, which it describes.
func (c *Console) RefuseFormat(output string, allowed ...Format) error {
	if f := c.Format(); f == TOON || slices.Contains(allowed, f) {
		return nil
	}
	return agmem.Errorf(agmem.Usage, "%s has no other form", output).
		WithHint("leave out --json and --human")
}

// View is a result that was computed once and can be written in each format.
type View interface {
	// JSON returns what encoding/json is to write: a promise of docs/json.md.
	JSON() any
	// TOON returns the same for agents, in as few tokens as it takes: a value
	// of package toon, or a Raw text.
	TOON() any
	// Human writes the same for people.
	Human(p *Page)
}

// Raw is a TOON form that is written as it is, with a line break after it.
type Raw string

// Print writes a result to standard output, all at once.
func (c *Console) Print(v View) error {
	text, err := c.render(v)
	if err != nil {
		return err
	}
	_, err = c.Stdout.Write(text)
	return err
}

func (c *Console) render(v View) ([]byte, error) {
	switch c.Format() {
	case JSON:
		return EncodeJSON(v.JSON())
	case Human:
		p := c.page()
		v.Human(p)
		return p.Bytes(), nil
	}
	value := v.TOON()
	if raw, ok := value.(Raw); ok {
		return []byte(raw + "\n"), nil
	}
	text, err := toon.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("writing TOON: %w", err)
	}
	return append(bytes.TrimRight(text, "\n"), '\n'), nil
}

// EncodeJSON returns v as one line of JSON with its line break.
func EncodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // a < in a memory is a <; nothing here is HTML
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("writing JSON: %w", err)
	}
	return b.Bytes(), nil
}
