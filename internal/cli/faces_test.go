package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

// greeting is a result that every format of the toy programs can write.
type greeting string

func (g greeting) JSON() any { return map[string]string{"greeting": string(g)} }

func (g greeting) TOON() any { return toon.Object{{Key: "greeting", Value: string(g)}} }

func (g greeting) Human(p *cli.Page) { p.Linef("%s", p.Paint(cli.Green, string(g))) }

func (g greeting) Markdown() string { return "# " + string(g) + "\n" }

// asJSON is the format of --json.
func asJSON() cli.Format {
	return cli.Format{Name: "JSON", Flag: "json", ForPrograms: true, Render: cli.JSONLine}
}

// indented renders JSON over several lines.
func indented(_ *cli.Console, v cli.View) ([]byte, error) {
	text, err := json.MarshalIndent(v.JSON(), "", "  ")
	return append(text, '\n'), err
}

// likeAgmem has its own format as the default, and says more of a next
// step than the error does.
func likeAgmem() cli.Dialect {
	tokens := func(_ *cli.Console, v cli.View) ([]byte, error) {
		text, err := toon.Marshal(v.(interface{ TOON() any }).TOON())
		return append(text, '\n'), err
	}
	d := cli.Sentences("agmem",
		cli.Format{Name: "TOON", Render: tokens},
		asJSON(),
		cli.Format{Name: "text", Flag: "human", Render: cli.HumanText})
	d.Hint = func(e *agmem.Error) string { return strings.Replace(e.Hint, "try again", "try again: agmem greet", 1) }
	return d
}

// likeMemory has text as the default and Markdown besides JSON.
func likeMemory() cli.Dialect {
	markdown := func(_ *cli.Console, v cli.View) ([]byte, error) {
		return []byte(v.(interface{ Markdown() string }).Markdown()), nil
	}
	return cli.Sentences("memory",
		cli.Format{Name: "text", Render: cli.HumanText},
		asJSON(),
		cli.Format{Name: "Markdown", Flag: "markdown", Render: markdown})
}

func likeMemex() cli.Dialect {
	return cli.Sentences("memex", cli.Format{Name: "text", Render: cli.HumanText}, asJSON())
}

// likeMemoryCLI has formats that single commands choose, and its own codes.
func likeMemoryCLI() cli.Dialect {
	return cli.Dialect{
		Program: "memory-cli",
		Formats: []cli.Format{
			{Name: "json", ForPrograms: true, Render: indented},
			{Name: "table", Render: cli.HumanText},
		},
		Report: func(c *cli.Console, r cli.Report) {
			kind := strings.ToUpper(agmem.KindOf(r.Err).String())
			fmt.Fprintf(c.Stderr, "{%q: {\"code\": %q}}\n", r.Class, kind)
		},
		ExitCode: cli.UsageApart,
	}
}

// likeMetaMemory has one format, one line for every failure, one exit code for
// all of them, and a help that programs read.
func likeMetaMemory() cli.Dialect {
	return cli.Dialect{
		Program: "meta-memory",
		Formats: []cli.Format{{Name: "JSON", ForPrograms: true, Render: indented}},
		Report: func(c *cli.Console, r cli.Report) {
			if r.More == 0 && r.Class == cli.ClassError {
				line, _ := cli.EncodeJSON(map[string]string{"error": r.Err.Error()})
				_, _ = c.Stderr.Write(line)
			}
		},
		Shown:    1,
		ExitCode: func(agmem.Kind) int { return 1 },
		Help: func(_ *cli.Console, cmd *cobra.Command) string {
			schema, _ := cli.EncodeJSON(map[string]string{"title": cmd.Name()})
			return string(schema)
		},
	}
}

// toy runs a command line of a program that greets, warns and fails.
func toy(t *testing.T, d cli.Dialect, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	s := newSession(nil, args...)
	s.Console = cli.NewConsole(s.Environment, d)
	root := &cobra.Command{Use: d.Program, Args: cli.Group, RunE: func(*cobra.Command, []string) error { return nil }}
	if d.Program == "meta-memory" {
		root.Args = func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return agmem.Errorf(agmem.Usage, "Unknown command %q", args[0])
			}
			return nil
		}
	}
	greet := &cobra.Command{Use: "greet", RunE: func(*cobra.Command, []string) error {
		s.Note("somebody listens", "")
		return s.Print(greeting("hi"))
	}}
	if d.Program == "memory-cli" {
		s.AddFormatFlag(greet, "json", "table")
	} else {
		s.AddFlags(root.PersistentFlags())
	}
	fail := &cobra.Command{Use: "fail", RunE: func(*cobra.Command, []string) error {
		s.Warn(agmem.Errorf(agmem.Invalid, "it is late"))
		return errors.Join(agmem.Errorf(agmem.NotFound, "nobody is here").WithHint("try again"), agmem.Errorf(agmem.Usage, "no"))
	}}
	root.AddCommand(greet, fail)
	code = s.Finish(cli.Execute(t.Context(), s.Console, root))
	return s.out.String(), s.err.String(), code
}

// Every program of the house can be told to the kernel: its formats, the form
// of its errors, its exit codes and its help.
func TestTheKernelFitsEveryFace(t *testing.T) {
	const bothFailed = "%[1]s: it is late\n%[1]s: nobody is here\nhint: try again%[2]s\n%[1]s: no\n"
	const asData = `{"warning":{"code":"invalid","message":"it is late"}}` + "\n" +
		`{"error":{"code":"not_found","message":"nobody is here","hint":"try again%s"}}` + "\n" +
		`{"error":{"code":"usage","message":"no"}}` + "\n"
	said := func(format string, args ...any) string { return fmt.Sprintf(format, args...) }
	const line, lines = `{"greeting":"hi"}` + "\n", "{\n  \"greeting\": \"hi\"\n}\n"
	for _, test := range []struct {
		dialect  cli.Dialect
		args     string
		out, err string
		code     int
	}{
		{likeAgmem(), "greet", "greeting: hi\n", "agmem: somebody listens\n", 0},
		{likeAgmem(), "greet --json", line, "", 0},
		{likeAgmem(), "greet --human", "hi\n", "agmem: somebody listens\n", 0},
		{likeAgmem(), "fail", "", said(bothFailed, "agmem", ": agmem greet"), 1},
		{likeAgmem(), "fail --json", "", said(asData, ": agmem greet"), 1},
		{likeAgmem(), "greet --human --json", "", `{"error":{"code":"usage","message":"--json and --human contradict each other",` +
			`"hint":"without these flags the output is TOON"}}` + "\n", 2},
		{likeMemory(), "greet", "hi\n", "memory: somebody listens\n", 0},
		{likeMemory(), "greet --json", line, "", 0},
		{likeMemory(), "greet --markdown", "# hi\n", "memory: somebody listens\n", 0},
		{likeMemory(), "fail --markdown", "", said(bothFailed, "memory", ""), 1},
		{likeMemory(), "great", "", "memory: there is no command \"memory great\"\nhint: did you mean memory greet?\n", 2},
		{likeMemex(), "greet", "hi\n", "memex: somebody listens\n", 0},
		{likeMemex(), "greet --json", line, "", 0},
		{likeMemex(), "greet --human", "", "memex: there is no flag --human\nhint: usage: memex greet [flags]\n", 2},
		{likeMemoryCLI(), "greet", lines, "", 0},
		{likeMemoryCLI(), "greet --format json", lines, "", 0},
		{likeMemoryCLI(), "greet --format table", "hi\n", "{\"note\": {\"code\": \"INVALID\"}}\n", 0},
		{likeMemoryCLI(), "greet --format TOON", "", "{\"error\": {\"code\": \"USAGE\"}}\n", 2},
		{likeMemoryCLI(), "fail", "", "{\"warning\": {\"code\": \"INVALID\"}}\n" +
			"{\"error\": {\"code\": \"NOT_FOUND\"}}\n{\"error\": {\"code\": \"USAGE\"}}\n", 1},
		{likeMetaMemory(), "greet", lines, "", 0},
		{likeMetaMemory(), "fail", "", `{"error":"nobody is here"}` + "\n", 1},
		{likeMetaMemory(), "great", "", `{"error":"Unknown command \"great\""}` + "\n", 1},
		{likeMetaMemory(), "great --limit 3", "", `{"error":"Unknown command \"great\""}` + "\n", 1},
		{likeMetaMemory(), "greet --help", `{"title":"greet"}` + "\n", "", 0},
	} {
		t.Run(test.dialect.Program+" "+test.args, func(t *testing.T) {
			out, err, code := toy(t, test.dialect, strings.Fields(test.args)...)
			if out != test.out || err != test.err || code != test.code {
				t.Errorf("exit code %d, want %d\n%q, want\n%q\n%q, want\n%q", code, test.code, out, test.out, err, test.err)
			}
		})
	}
}

// A result that a format cannot write is a bug that is reported, not a panic.
func TestAViewThatAFormatCannotWrite(t *testing.T) {
	s := newSession(nil)
	s.Console = cli.NewConsole(s.Environment, likeMemex())
	if code := s.Finish(s.Print(onlyData{})); code != 1 || !strings.Contains(s.err.String(), "internal error: cli_test.onlyData has no text for people") {
		t.Errorf("exit code %d, %q", code, s.err.String())
	}
}

type onlyData struct{}

func (onlyData) JSON() any { return json.RawMessage("1") }

// What has only one form refuses the others, whichever those are.
func TestRefuseFormat(t *testing.T) {
	for args, hint := range map[string]string{"": "", "--json": "", "--markdown": "leave out --markdown"} {
		s := newSession(nil, strings.Fields(args)...)
		s.Console = cli.NewConsole(s.Environment, likeMemory())
		root := &cobra.Command{Use: "memory", RunE: func(*cobra.Command, []string) error { return s.RefuseFormat("a script", "JSON") }}
		s.AddFlags(root.PersistentFlags())
		err := cli.Execute(t.Context(), s.Console, root)
		e, refused := errors.AsType[*agmem.Error](err)
		if refused != (hint != "") || refused && (e.Kind != agmem.Usage || e.Hint != hint) {
			t.Errorf("%q: %v", args, err)
		}
	}
}
