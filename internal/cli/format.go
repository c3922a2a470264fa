package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/harmless"
	"github.com/agmem/agmem/internal/rawjson"
)

// View is a result that was computed once and that every format of its program
// can write. All programs have JSON; what else a view must have is what the
// formats of its program ask for.
type View interface {
	// JSON returns what encoding/json is to write: a stable interface for programs.
	JSON() any
}

// Readable is a view with a text for people.
type Readable interface {
	Human(p *Page)
}

// Format is a form of output that a program has. The kernel knows none: a
// program lists its own in its [Dialect].
type Format struct {
	// Name is what messages and the flag --format call it.
	Name string
	// Flag chooses the format in every command, and Help is its line of help;
	// empty where nothing or a --format of some commands does.
	Flag, Help string
	// ForPrograms says that programs read it: what a note says is in its
	// fields, and errors are wanted as data too.
	ForPrograms bool
	// Render returns what standard output is to hold of a result.
	Render func(*Console, View) ([]byte, error)
}

// Format returns the format that was asked for, else the program's first.
func (c *Console) Format() Format {
	return c.Formats[max(0, slices.Index(c.chosen, true))]
}

// Print writes a result to standard output, all at once.
func (c *Console) Print(v View) error {
	text, err := c.Format().Render(c, v)
	if err != nil {
		return err
	}
	_, err = c.Stdout.Write(text)
	return err
}

// AddFlags defines the flags that choose a format, and --verbose.
func (c *Console) AddFlags(flags *pflag.FlagSet) {
	for i, f := range c.Formats {
		if f.Flag != "" {
			flags.BoolVar(&c.chosen[i], f.Flag, false, f.Help)
		}
	}
	flags.BoolVar(&c.Verbose, "verbose", false, "show the causes of errors")
}

// AddFormatFlag defines --format for a command that has only some formats of
// its program; the first of the names is the one without the flag.
func (c *Console) AddFormatFlag(cmd *cobra.Command, names ...string) {
	cmd.Flags().Var(&formatFlag{console: c, names: names}, "format",
		"the `FORM` of the result: "+strings.Join(names, " or "))
	Complete(cmd, "format", Fixed(names...))
}

// formatFlag is the value of --format.
type formatFlag struct {
	console *Console
	names   []string
}

func (f *formatFlag) String() string { return f.console.Format().Name }

func (f *formatFlag) Type() string { return "text" }

func (f *formatFlag) Set(name string) error {
	if !slices.Contains(f.names, name) {
		return agmem.Errorf(agmem.Usage, "there is no format %q", name).
			WithHint("--format takes %s", strings.Join(f.names, " or "))
	}
	for i, known := range f.console.Formats {
		f.console.chosen[i] = known.Name == name
	}
	return nil
}

// check reports flags that contradict each other.
func (c *Console) check() error {
	var flags []string
	for i, chosen := range c.chosen {
		if chosen {
			flags = append(flags, "--"+c.Formats[i].Flag)
		}
	}
	if len(flags) < 2 {
		return nil
	}
	return agmem.Errorf(agmem.Usage, "%s contradict each other", strings.Join(flags, " and ")).
		WithHint("without these flags the output is %s", c.Formats[0].Name)
}

// RefuseFormat reports a format flag on a command that has only one form of
// output, which it describes. That form may have the names of formats.
func (c *Console) RefuseFormat(output string, names ...string) error {
	if chosen := c.Format(); chosen.Name != c.Formats[0].Name && !slices.Contains(names, chosen.Name) {
		return agmem.Errorf(agmem.Usage, "%s has no other format", output).WithHint("leave out --%s", chosen.Flag)
	}
	return nil
}

// asked says whether a format was asked for. It also looks for a flag that
// comes after the malformed part of a command line, which was therefore
// never parsed.
func (c *Console) asked(i int) bool {
	args := c.Args
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return c.chosen[i] || c.Formats[i].Flag != "" && slices.Contains(args, "--"+c.Formats[i].Flag)
}

// errorsAsData says whether a program reads what this command writes.
func (c *Console) errorsAsData() bool {
	if c.Format().ForPrograms {
		return true
	}
	for i, f := range c.Formats {
		if f.ForPrograms && c.asked(i) {
			return true
		}
	}
	return false
}

// JSONLine renders a result as one line of JSON.
func JSONLine(_ *Console, v View) ([]byte, error) { return EncodeJSON(v.JSON()) }

// HumanText renders a result, which must be [Readable], as text for people.
func HumanText(c *Console, v View) ([]byte, error) {
	readable, ok := v.(Readable)
	if !ok {
		return nil, fmt.Errorf("%T has no text for people", v)
	}
	p := c.page()
	readable.Human(p)
	return p.Bytes(), nil
}

// EncodeJSON returns v as one line of JSON with its line break.
func EncodeJSON(v any) ([]byte, error) {
	text, err := rawjson.Encode(v)
	if err != nil {
		return nil, fmt.Errorf("writing JSON: %w", err)
	}
	return append(EscapeControls(text), '\n'), nil
}

// EncodeIndented returns v as JSON text with two spaces a level and a line break
// at its end. Raw JSON in it keeps its tokens, and v that is JSON text already
// is not read and written once more: it may be large.
func EncodeIndented(v any) ([]byte, error) {
	text, isText := v.(json.RawMessage)
	if !isText {
		line, err := EncodeJSON(v)
		if err != nil {
			return nil, err
		}
		text = line
	}
	return append(EscapeControls(rawjson.AppendIndented(nil, text, 0)), '\n'), nil
}

// EscapeControls returns a JSON text with the controls U+007F to U+009F escaped,
// and those that reorder text. JSON lets them stand in strings as they are, but
// a terminal may obey them, and JSON is read on terminals too.
func EscapeControls(text []byte) []byte {
	obeyed := func(r rune) bool { return r >= 0x7f && harmless.Obeyed(r) } // JSON has escaped those below
	if bytes.IndexFunc(text, obeyed) < 0 {
		return text
	}
	var escaped []byte
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if obeyed(r) {
			escaped = fmt.Appendf(escaped, `\u%04x`, r)
		} else {
			escaped = append(escaped, text[:size]...)
		}
		text = text[size:]
	}
	return escaped
}
