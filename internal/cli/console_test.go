package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// session is a console whose streams a test can look at.
type session struct {
	*cli.Console
	out, err bytes.Buffer
}

func newSession(stdin io.Reader, args ...string) *session {
	s := &session{}
	s.Console = cli.NewConsole(cli.Environment{
		Args:   args,
		Stdin:  stdin,
		Stdout: &s.out,
		Stderr: &s.err,
		Getenv: func(string) string { return "" },
		Now:    func() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC) },
	}, likeAgmem())
	return s
}

func TestFinish(t *testing.T) {
	many := func(n int) error {
		var errs []error
		for i := range n {
			errs = append(errs, agmem.Errorf(agmem.NotFound, "no %d", i))
		}
		return errors.Join(errs...)
	}
	tests := map[string]struct {
		err  error
		args []string
		code int
		want string
	}{
		"done":        {nil, nil, 0, ""},
		"broken pipe": {&fs.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}, nil, 0, ""},
		"usage": {agmem.Errorf(agmem.Usage, "no").WithHint("do"), nil, 2,
			"agmem: no\nhint: do\n"},
		"refused": {agmem.Errorf(agmem.TooLarge, "too much"), nil, 1, "agmem: too much\n"},
		"wrapped": {fmt.Errorf("while looking: %w", agmem.Errorf(agmem.Conflict, "taken")), nil, 1,
			"agmem: taken\n"},
		"a usage error among others": {errors.Join(agmem.Errorf(agmem.Usage, "a"), agmem.Errorf(agmem.NotFound, "b")), nil, 1,
			"agmem: a\nagmem: b\n"},
		"five are shown": {many(5), nil, 1,
			"agmem: no 0\nagmem: no 1\nagmem: no 2\nagmem: no 3\nagmem: no 4\n"},
		"more are counted": {many(8), nil, 1,
			"agmem: no 0\nagmem: no 1\nagmem: no 2\nagmem: no 3\nagmem: no 4\nagmem: 3 more errors like these\n"},
		"interrupted": {fmt.Errorf("reading: %w", context.Canceled), nil, 130, "agmem: interrupted\n"},
		"missing file": {&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, nil, 1,
			"agmem: open x: file does not exist\n"},
		"a bug": {errors.New("nil map"), nil, 1,
			"agmem: internal error: nil map\nhint: this is a bug; please report the command, this message and the output of --version\n"},
		"painting": {agmem.Errorf(agmem.NotFound, "no \x1b[31m"), nil, 1, "agmem: no \\x1b[31m\n"},
		"JSON": {agmem.Errorf(agmem.Usage, "no <b>").WithHint("do"), []string{"x", "--json"}, 2,
			`{"error":{"code":"usage","message":"no <b>","hint":"do"}}` + "\n"},
		"text after --": {agmem.Errorf(agmem.Usage, "no"), []string{"x", "--", "--json"}, 2, "agmem: no\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newSession(nil, test.args...)
			if code := s.Finish(test.err); code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			if got := s.err.String(); got != test.want {
				t.Errorf("standard error:\n%swant:\n%s", got, test.want)
			}
			if s.out.Len() > 0 {
				t.Errorf("standard output: %s", s.out.String())
			}
		})
	}
}

func TestWarningsDoNotFail(t *testing.T) {
	s := newSession(nil)
	for i := range 7 {
		s.Warn(agmem.Errorf(agmem.Invalid, "odd %d", i))
	}
	if code := s.Finish(nil); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if got := s.err.String(); strings.Count(got, "odd") != 5 || !strings.HasSuffix(got, "agmem: 2 more warnings like these\n") {
		t.Errorf("standard error:\n%s", got)
	}
}

// shouting is its own dialect: it counts, and knows banks.
func shouting(reports *[]cli.Report) cli.Dialect {
	return cli.Dialect{
		Program:    "agmem shout",
		Formats:    likeAgmem().Formats,
		Report:     func(_ *cli.Console, r cli.Report) { *reports = append(*reports, r) },
		ExitCode:   cli.UsageApart,
		ExitStatus: "0 loud; 1 silent",
	}
}

// What a dialect is told has all that the command said, also where several
// errors are joined.
func TestDialectIsToldWhatStandsAroundAnError(t *testing.T) {
	var reports []cli.Report
	s := newSession(nil)
	s.Dialect = shouting(&reports)
	about := agmem.Errorf(agmem.NotFound, "no bank").With("bank", "b")
	var errs []error
	for range 7 {
		errs = append(errs, about)
	}
	if code := s.Finish(errors.Join(errors.Join(errs...), errors.New("a bug"))); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if len(reports) != 6 || reports[5].More != 3 || reports[5].Counted() != "3 more errors like these" {
		t.Fatalf("reports: %+v", reports)
	}
	for i, r := range reports {
		if e, ok := errors.AsType[*agmem.Error](r.Err); !ok || e != about || r.Class != "error" {
			t.Errorf("report %d: %+v", i, r)
		}
	}
	if s.out.Len()+s.err.Len() > 0 {
		t.Errorf("the kernel wrote %q %q", s.out.String(), s.err.String())
	}
}

// A flag that refuses its value in its own way is heard.
func TestDialectIsToldWhatAFlagSays(t *testing.T) {
	var reports []cli.Report
	s := newSession(nil, "greet", "--scope", "here")
	s.Dialect = shouting(&reports)
	root := command(s)
	root.PersistentFlags().Var(refusing{}, "scope", "")
	if code := s.Finish(cli.Execute(t.Context(), s.Console, root)); code != 1 || len(reports) != 1 {
		t.Fatalf("exit code %d, %+v", code, reports)
	}
	if e, ok := errors.AsType[*agmem.Error](reports[0].Err); !ok || e.Kind != agmem.Invalid {
		t.Errorf("report: %v", reports[0].Err)
	}
}

// refusing is a flag that takes no value.
type refusing struct{ cli.TextFlag }

func (refusing) Set(string) error { return banks.Errorf(banks.InvalidScope, "no") }

// Help and messages call the program what it was called as.
func TestDialectNamesTheProgram(t *testing.T) {
	s := newSession(nil, "greet", "--help")
	s.Dialect = shouting(nil)
	if err := cli.Execute(t.Context(), s.Console, command(s)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n  agmem shout greet TEXT... [flags]\n", "\n  0 loud; 1 silent\n"} {
		if !strings.Contains(s.out.String(), want) {
			t.Errorf("help lacks %q:\n%s", want, s.out.String())
		}
	}
}

func TestVerboseShowsTheCause(t *testing.T) {
	s := newSession(nil)
	s.Verbose = true
	s.Finish(&agmem.Error{Kind: agmem.Corrupt, Message: "damaged", Err: errors.New("page 7")})
	if got, want := s.err.String(), "agmem: damaged\ncause: page 7\n"; got != want {
		t.Errorf("standard error %q, want %q", got, want)
	}
}

// untouchable is a standard input that must not be read.
type untouchable struct{ t *testing.T }

func (u untouchable) Read([]byte) (int, error) {
	u.t.Error("standard input was read")
	return 0, io.EOF
}

func TestContent(t *testing.T) {
	tests := map[string]struct {
		args     []string
		fields   bool
		terminal bool
		stdin    string // empty: must not be read
		want     string
		given    bool
	}{
		"argument":            {args: []string{" as it is\n"}, want: " as it is\n", given: true},
		"empty argument":      {args: []string{""}, given: true},
		"dash":                {args: []string{"-"}, stdin: " a\n\nb \n\r\n", want: " a\n\nb ", given: true},
		"dash beside a field": {args: []string{"-"}, fields: true, stdin: "a", want: "a", given: true},
		"dash on a terminal":  {args: []string{"-"}, terminal: true, stdin: "a\n", want: "a", given: true},
		"nothing given":       {stdin: "piped", want: "piped", given: true},
		"a field alone":       {fields: true},
		"a terminal":          {terminal: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stdin io.Reader = untouchable{t}
			if test.stdin != "" {
				stdin = strings.NewReader(test.stdin)
			}
			s := newSession(stdin)
			s.StdinTerminal = test.terminal
			text, given, err := s.Content(t.Context(), test.args, test.fields)
			if text != test.want || given != test.given || err != nil {
				t.Errorf("%q, %v, %v; want %q, %v", text, given, err, test.want, test.given)
			}
		})
	}
}

func TestContentHasALimit(t *testing.T) {
	longest := strings.Repeat("a", agmem.MaxContent)
	s := newSession(strings.NewReader(longest + "\r\n"))
	if text, _, err := s.Content(t.Context(), nil, false); text != longest || err != nil {
		t.Errorf("the longest content: %d bytes, %v", len(text), err)
	}
	// Behind the line breaks there is more, so nothing may be cut off silently.
	s = newSession(strings.NewReader(longest + "\n\n\nmore"))
	if _, _, err := s.Content(t.Context(), nil, false); agmem.KindOf(err) != agmem.TooLarge {
		t.Errorf("too much: %v", err)
	}
}

func TestWaitingForInputCanBeInterrupted(t *testing.T) {
	silent, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	s := newSession(silent)
	done := make(chan error)
	go func() {
		_, _, err := s.Content(ctx, []string{"-"}, false)
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// command builds a program with one command of each sort.
func command(s *session) *cobra.Command {
	root := &cobra.Command{Use: "agmem", Args: cli.Group, RunE: func(*cobra.Command, []string) error { return nil }}
	s.AddFlags(root.PersistentFlags())
	greet := &cobra.Command{
		Use:         "greet TEXT...",
		Annotations: cli.FreeText(),
		RunE: func(_ *cobra.Command, args []string) error {
			return s.Print(greeting(strings.Join(args, "+")))
		},
	}
	greet.Flags().Int("limit", 1, "")
	crash := &cobra.Command{Use: "crash", RunE: func(*cobra.Command, []string) error {
		panic("no such shape")
	}}
	root.AddCommand(greet, crash)
	return root
}

func TestExecute(t *testing.T) {
	tests := map[string]struct {
		args     []string
		out, err string // err: a part of it
	}{
		"TOON":                {args: []string{"greet", "a<b"}, out: "greeting: a<b\n"},
		"JSON":                {args: []string{"greet", "a<b", "--json"}, out: `{"greeting":"a<b"}` + "\n"},
		"text":                {args: []string{"--human", "greet", "a"}, out: "a\n"},
		"two formats":         {args: []string{"greet", "--human", "--json"}, err: `"code":"usage"`},
		"a dashed word":       {args: []string{"greet", "-word", "--limit", "-1", "x", "--json"}, out: `{"greeting":"-word+x"}` + "\n"},
		"a list item":         {args: []string{"greet", "- item", "--limit", "2"}, out: `greeting: "- item"` + "\n"},
		"a flag in a text":    {args: []string{"greet", "--force is bad"}, out: `greeting: "--force is bad"` + "\n"},
		"behind --":           {args: []string{"greet", "-x y", "--", "--json", "-l"}, out: "greeting: \"-x y+--json+-l\"\n"},
		"a number":            {args: []string{"greet", "-5", "--limit", "2"}, out: `greeting: "-5"` + "\n"},
		"a dash and a mark":   {args: []string{"greet", "-."}, out: "greeting: \"-.\"\n"},
		"a mistyped letter":   {args: []string{"greet", "x", "-l", "5"}, err: "there is no flag -l"},
		"a bad value":         {args: []string{"greet", "--limit", "many"}, err: `--limit takes a whole number, but got "many"`},
		"unknown command":     {args: []string{"great", "--limit", "3"}, err: "did you mean agmem greet?"},
		"a panic is an error": {args: []string{"crash"}, err: "internal error: no such shape"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newSession(nil, test.args...)
			s.Finish(cli.Execute(t.Context(), s.Console, command(s)))
			if got := s.out.String(); got != test.out {
				t.Errorf("standard output %q, want %q", got, test.out)
			}
			if got := s.err.String(); !strings.Contains(got, test.err) || (test.err == "") != (got == "") {
				t.Errorf("standard error %q, want %q", got, test.err)
			}
		})
	}
}

func TestColours(t *testing.T) {
	for name, test := range map[string]struct {
		terminal bool
		env      map[string]string
		want     string
	}{
		"terminal":      {true, nil, "\x1b[32mhi\x1b[0m\n"},
		"no terminal":   {false, nil, "hi\n"},
		"NO_COLOR":      {true, map[string]string{"NO_COLOR": "1"}, "hi\n"},
		"dumb terminal": {true, map[string]string{"TERM": "dumb"}, "hi\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(nil, "greet", "hi", "--human")
			s.StdoutTerminal = test.terminal
			s.Getenv = func(key string) string { return test.env[key] }
			if err := cli.Execute(t.Context(), s.Console, command(s)); err != nil {
				t.Fatal(err)
			}
			if got := s.out.String(); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestProgressOnlyOnATerminal(t *testing.T) {
	s := newSession(nil)
	bar := s.NewProgress("importing")
	bar.Set(1, 2)
	bar.End()
	if s.err.Len() > 0 {
		t.Errorf("no terminal, but %q", s.err.String())
	}
	s.StderrTerminal = true
	bar = s.NewProgress("importing")
	bar.Set(1, 2)
	bar.Set(1, 2)
	bar.Set(0, 0)
	bar.End()
	want := "\rimporting " + strings.Repeat("█", 15) + strings.Repeat("░", 15) + "  50%\x1b[K\r\x1b[K"
	if got := s.err.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
