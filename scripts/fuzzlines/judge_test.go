//go:build linux || darwin

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// sinner is a program that does what its first argument says.
const sinner = `#!/bin/sh
case $1 in
good) echo fine ;;
refuses) echo "sinner: no" >&2; exit 1 ;;
panics) printf 'panic: x\n\ngoroutine 1 [running]:\n' >&2; exit 2 ;;
internal) echo "sinner: internal error: x" >&2; exit 1 ;;
dies) kill -SEGV $$ ;;
status) echo "sinner: x" >&2; exit 7 ;;
silent) exit 1 ;;
sleeps) exec sleep 1000 ;;
eats) x=$(head -c 200000000 /dev/zero | tr '\0' a) ;;
drinks) exec cat >/dev/null ;;
talks) while :; do echo x; done ;;
forks) sleep 1000 >/dev/null 2>&1 </dev/null & ;;
leaves) : >"$HOME/.x.1.tmp" ;;
spools) : >"$TMPDIR/spool" ;;
makes) : >"$HOME/../../canary/docs/new" ;;
writes) echo x >>"$HOME/../../canary/plain" ;;
rewrites) cp -p "$HOME/../../canary/plain" "$HOME/x" && cat "$HOME/x" >"$HOME/../../canary/plain" && touch -r "$HOME/x" "$HOME/../../canary/plain" ;;
removes) rm "$HOME/../../canary/bank.json" ;;
beside) : >"$HOME/../../new" ;;
replaces) rm "$HOME/../odd/pipe" && : >"$HOME/../odd/pipe" ;;
esac
`

func TestJudge(t *testing.T) {
	s := newSite(t)
	patient := usualLimits()
	for _, c := range []struct {
		line   line
		limits limits
		want   []kind
	}{
		{line{args: words{"good"}}, patient, nil},
		{line{args: words{"refuses"}}, patient, nil},
		{line{args: words{"panics"}}, patient, []kind{crash}},
		{line{args: words{"internal"}}, patient, []kind{crash}},
		{line{args: words{"dies"}}, patient, []kind{crash}},
		{line{args: words{"status"}}, patient, []kind{status}},
		{line{args: words{"silent"}}, patient, []kind{silence}},
		{line{args: words{"silent"}, stderr: shut}, patient, nil},
		{line{args: words{"sleeps"}}, limits{time.Minute, time.Second, 1 << 40, 1 << 40}, []kind{hang}},
		{line{args: words{"sleeps"}, signal: true}, patient, nil},
		{line{args: words{"eats"}}, limits{time.Hour, time.Hour, 150 << 20, 1}, []kind{memory}},
		{line{args: words{"drinks"}, stdin: input{endlessInput, []byte("x")}}, limits{time.Hour, time.Hour, 1 << 40, 1 << 20}, []kind{greed}},
		{line{args: words{"drinks"}, stdin: input{textInput, []byte("x")}}, patient, nil},
		{line{args: words{"drinks"}, stdin: input{fileInput, []byte("x")}}, patient, nil},
		{line{args: words{"drinks"}, stdin: input{openInput, []byte("x")}, signal: true}, patient, nil},
		{line{args: words{"talks"}, stdout: broken}, patient, nil},
		{line{args: words{"forks"}}, patient, []kind{survivor}},
		{line{args: words{"leaves"}}, patient, []kind{leftover}},
		{line{args: words{"spools"}}, patient, []kind{leftover}},
		{line{args: words{"makes"}}, patient, []kind{outside}},
		{line{args: words{"writes"}}, patient, []kind{outside}},
		{line{args: words{"rewrites"}}, patient, []kind{outside}},
		{line{args: words{"removes"}}, patient, []kind{outside}},
		{line{args: words{"beside"}}, patient, []kind{outside}},
		{line{args: words{"replaces"}}, patient, []kind{replaced}},
	} {
		if err := s.renew(); err != nil {
			t.Fatal(err)
		}
		s.limits, c.line.program, c.line.dir = c.limits, "sinner", homeFolder
		o, found, err := s.run(c.line)
		if err != nil || o.state == nil {
			t.Fatalf("%v was not run: %v", c.line.args, err)
		}
		var kinds []kind
		for _, f := range found {
			kinds = append(kinds, f.kind)
		}
		if !slices.Equal(kinds, c.want) {
			t.Errorf("%v: found %q, want %q: %+v", c.line.args, kinds, c.want, found)
		}
	}
}

// newSite makes a site whose only program is the sinner.
func newSite(t *testing.T) *site {
	// Not the folder of the test, which the user of the lines cannot enter.
	base, err := os.MkdirTemp("", "fuzzlines")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := remove(base); err != nil {
			t.Error(err)
		}
	})
	r := run{base: base, user: currentUser(), limits: usualLimits()}
	s := r.site("w0")
	for _, err := range []error{
		os.Chmod(base, 0o755), os.Mkdir(s.programs, 0o755), os.WriteFile(filepath.Join(s.programs, "sinner"), []byte(sinner), 0o755),
		writeAll(s.template), write(s.template, "files/readonly.db", ""), write(s.template, "files/open.db", ""),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}
