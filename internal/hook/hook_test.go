package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem"
)

func TestEvents(t *testing.T) {
	e, err := Read(strings.NewReader(`{"session_id":"s1","transcript_path":"/t.jsonl","cwd":"/p","permission_mode":"default",
		"hook_event_name":"UserPromptSubmit","prompt":"why \u003c?","effort":{"level":"high"}}`))
	if want := (Event{Session: "s1", Transcript: "/t.jsonl", Folder: "/p", Prompt: "why <?"}); err != nil || e != want {
		t.Errorf("%+v, %v", e, err)
	}
	for text, kind := range map[string]agmem.Kind{
		"": agmem.Invalid, "no": agmem.Invalid, `[]`: agmem.Invalid, `{"session_id":1}`: agmem.Invalid, `{} {}`: agmem.Invalid,
		`{"prompt":"` + strings.Repeat("x", maxEvent) + `"}`: agmem.TooLarge,
	} {
		if _, err := Read(strings.NewReader(text)); agmem.KindOf(err) != kind {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

// A prompt is a person's sentence: nothing in it is an operator of the query language.
func TestQuestions(t *testing.T) {
	for prompt, want := range map[string]string{
		" how do we deploy?\n":                          "how do we deploy?",
		"why does `go test -race` fail":                 "why does `go test race` fail",
		"-v and --verbose - which":                      "v and verbose  which",
		`is "table tests" NOT (what we) want AND need*`: "is table tests not what we want and need",
		"/deploy now":                                   "",
		" /clear":                                       "",
		strings.Repeat("ä", 10_000):                     strings.Repeat("ä", mostAsked/2),
		"x" + strings.Repeat("ä", 10_000):               "x" + strings.Repeat("ä", mostAsked/2-1),
	} {
		if got := (Event{Prompt: prompt}).Question(); got != want {
			t.Errorf("%.60q asks %.60q, want %.60q", prompt, got, want)
		}
	}
}

func TestWhereASessionWorks(t *testing.T) {
	folder := t.TempDir()
	for given, want := range map[string]string{folder: folder, "": "", ".": "", filepath.Join(folder, "none"): ""} {
		if got := (Event{Folder: given}).WorksIn(); got != want {
			t.Errorf("%q: %q", given, got)
		}
	}
}

func TestAnswers(t *testing.T) {
	want := map[Moment]string{SessionStart: "SessionStart", Prompt: "UserPromptSubmit", PreCompact: "PreCompact", Stop: "Stop", SessionEnd: "SessionEnd"}
	for _, m := range Moments() {
		line, err := Answer(m, "a \"b\"\n<c>")
		var got struct {
			HookSpecificOutput map[string]string `json:"hookSpecificOutput"`
		}
		if err != nil || json.Unmarshal(line, &got) != nil || strings.Count(string(line), "\n") != 1 {
			t.Fatalf("%s, %v", line, err)
		}
		if out := got.HookSpecificOutput; out["hookEventName"] != want[m] || out["additionalContext"] != "a \"b\"\n<c>" {
			t.Errorf("%s: %s", m, line)
		}
	}
}

func TestSeen(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "hooks")
	if err := OpenSeen(folder, "a/../b").Add("x", "y"); err != nil {
		t.Fatal(err)
	}
	if s := OpenSeen(folder, "a/../b"); !s.Has("x") || !s.Has("y") || s.Has("z") {
		t.Error("what was shown is not known")
	}
	if OpenSeen(folder, "b").Has("x") || OpenSeen(folder, "").Has("x") {
		t.Error("another session has been shown it")
	}
	many := make([]string, maxSeen)
	for i := range many {
		many[i] = fmt.Sprint("n", i)
	}
	for range 5 {
		if err := OpenSeen(folder, "long").Add(many...); err != nil {
			t.Fatal(err)
		}
	}
	if s := OpenSeen(folder, "long"); !s.Has("n0") || !s.Has(many[maxSeen-1]) || len(s.names) > 2*maxSeen+1 {
		t.Errorf("%d names are kept", len(s.names))
	}
	now := time.Now()
	old := filepath.Join(folder, "0123"+seenSuffix)
	if err := os.WriteFile(old, []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(old, now, now.Add(-8*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := OpenSeen(folder, "b").Add("z"); err != nil {
		t.Fatal(err)
	}
	if err := OpenSeen(folder, "a/../b").Forget(now); err != nil {
		t.Fatal(err)
	}
	if OpenSeen(folder, "a/../b").Has("x") || !OpenSeen(folder, "b").Has("z") {
		t.Error("forgotten by the wrong one")
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("an old session stays for ever")
	}
	if err := OpenSeen(folder, "new").Forget(now); err != nil {
		t.Errorf("nothing to forget: %v", err)
	}
	if err := OpenSeen(folder, "").Add("x"); err != nil {
		t.Error(err)
	}
}

func collect(t *testing.T, s Spool) (all []string) {
	t.Helper()
	err := s.Take(t.Context(), func(list []Entry) error {
		for _, e := range list {
			all = append(all, e.Text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSpool(t *testing.T) {
	s := NewSpool(filepath.Join(t.TempDir(), "spool"))
	if !s.IsEmpty() || collect(t, s) != nil {
		t.Error("a new spool is not empty")
	}
	for _, text := range []string{"one", "two\nlines"} {
		if err := s.Append(t.Context(), Entry{Moment: Stop, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	if s.IsEmpty() {
		t.Error("it is empty")
	}
	failed := errors.New("full")
	if err := s.Take(t.Context(), func([]Entry) error { return failed }); !errors.Is(err, failed) || s.IsEmpty() {
		t.Errorf("after an error: %v", err)
	}
	if err := s.Append(t.Context(), Entry{Text: "three"}); err != nil {
		t.Fatal(err)
	}
	if got := collect(t, s); fmt.Sprint(got) != fmt.Sprint([]string{"one", "two\nlines", "three"}) || !s.IsEmpty() {
		t.Errorf("%q", got)
	}
}

// A line that a killed process did not finish hides no other one.
func TestSpoolWithATornLine(t *testing.T) {
	s := NewSpool(t.TempDir())
	if err := os.WriteFile(s.file(spoolFile), []byte("\n{\"text\":\"whole\"}\n\n{\"tex"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), Entry{Text: "next"}); err != nil {
		t.Fatal(err)
	}
	if got := collect(t, s); fmt.Sprint(got) != "[whole next]" {
		t.Errorf("%q", got)
	}
}

// Entries that are appended while others are taken are taken later, each once.
func TestSpoolLosesNothing(t *testing.T) {
	s := NewSpool(t.TempDir())
	const writers, each = 4, 100
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if err := s.Append(context.Background(), Entry{Text: fmt.Sprintf("%d/%d", w, i)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	taken := map[string]int{}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		for _, text := range collect(t, s) {
			taken[text]++
		}
	}
	if len(taken) != writers*each {
		t.Errorf("%d of %d", len(taken), writers*each)
	}
	for text, n := range taken {
		if n != 1 {
			t.Errorf("%s is taken %d times", text, n)
		}
	}
}

func TestSpoolHasALimit(t *testing.T) {
	s := NewSpool(t.TempDir())
	if err := os.WriteFile(s.file(spoolFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(s.file(spoolFile), maxSpool+1); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), Entry{Text: "x"}); agmem.KindOf(err) != agmem.TooLarge {
		t.Errorf("%v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"session_id":"s","prompt":"p"}`)
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Read(strings.NewReader(text))
		if err != nil && e != (Event{}) {
			t.Errorf("%q: %+v and %v", text, e, err)
		}
	})
}
