package hermes_test

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestProgramThatDoesNotAnswer(t *testing.T) {
	for behaviour, want := range map[string]string{
		"garbage": "meta-memory remember printed invalid JSON",
		"list":    "meta-memory remember printed JSON that is not an object",
		"silent":  "meta-memory remember printed nothing",
		"fail":    `meta-memory remember failed: Expected "content" to be a non-empty string`,
		"crash":   "meta-memory remember failed: panic: everything is lost",
	} {
		t.Run(behaviour, func(t *testing.T) {
			h := newPlace(t).start(behaviour)
			h.refused("remember", map[string]any{"content": "x"}, want)
			h.refused("remember", map[string]any{"content": strings.Repeat("x", 1<<20)}, want) // more than a pipe holds
			if got := text(t, h.call("prefetch", []any{"x"}, nil)); got != "" {
				t.Errorf("prefetch: %q", got)
			}
			h.call("sync_turn", []any{"x", "y"}, nil)
			h.call("flush", nil, nil)
			var s status
			h.tool("status", nil, &s)
			if s.Status != "ready" || s.Turns.Kept != 0 || s.Turns.Lost != 1 {
				t.Errorf("status: %+v, want one turn lost", s)
			}
			h.end()
		})
	}
}

func TestConfigurationRequired(t *testing.T) {
	for name, c := range map[string]struct{ env, step, refusal string }{
		"no program":      {"META_MEMORY_CLI=/nowhere/meta-memory --x", "set META_MEMORY_CLI: there is no program '/nowhere/meta-memory'", "cannot be started"},
		"no command line": {"META_MEMORY_CLI='open", "META_MEMORY_CLI is not a command line", "is not a command line"},
		"no number":       {"META_MEMORY_TIMEOUT_SECONDS=soon", "META_MEMORY_TIMEOUT_SECONDS is 'soon'", "not a number above 0"},
		"no time":         {"META_MEMORY_TIMEOUT_SECONDS=0", "META_MEMORY_TIMEOUT_SECONDS is '0'", "not a number above 0"},
		"ages":            {"META_MEMORY_TIMEOUT_SECONDS=1e10", "META_MEMORY_TIMEOUT_SECONDS is '1e10'", "not a number above 0, at most 86400"},
		"all the time":    {"META_MEMORY_TIMEOUT_SECONDS=inf", "META_MEMORY_TIMEOUT_SECONDS is 'inf'", "not a number above 0"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newPlace(t).start("real", c.env)
			var s status
			h.tool("status", nil, &s)
			if s.Status != "configuration_required" || len(s.NextSteps) != 1 || !strings.Contains(s.NextSteps[0], c.step) {
				t.Errorf("status: %+v, want the step %q", s, c.step)
			}
			if got := h.call("is_available", nil, nil); string(got.Value) != "false" {
				t.Errorf("is_available: %+v", got)
			}
			if got := text(t, h.call("unavailable_reason", nil, nil)); !strings.Contains(got, c.step) {
				t.Errorf("unavailable_reason: %q", got)
			}
			h.refused("remember", map[string]any{"content": "x"}, c.refusal)
			if got := text(t, h.call("prefetch", []any{"x"}, nil)); got != "" {
				t.Errorf("prefetch: %q", got)
			}
			h.end()
		})
	}
}

// A program that hangs is killed, with the child that it started.
func TestTimeOut(t *testing.T) {
	p := newPlace(t)
	h := p.start("hang", "META_MEMORY_TIMEOUT_SECONDS=5")
	var first, second int
	for first == 0 { // a slow machine may need more than one try to start the child
		if time.Now().After(deadline(t)) {
			t.Fatal("the program never started its child")
		}
		h.refused("remember", map[string]any{"content": "x"}, "meta-memory remember took longer than 5 s and was ended")
		pids, err := os.ReadFile(p.file("pids"))
		if err == nil {
			_, err = fmt.Sscan(string(pids), &first, &second)
		}
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	for _, pid := range []int{first, second} {
		for running(pid) {
			if time.Now().After(deadline(t)) {
				t.Fatalf("process %d still runs", pid)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	h.end()
}

// deadline is the time at which a test gives up, before go test does.
func deadline(t *testing.T) time.Time {
	end, ok := t.Deadline()
	if !ok {
		return time.Now().Add(time.Hour)
	}
	return end.Add(-time.Minute)
}

// running reports whether a process is there and is not a zombie.
func running(pid int) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", fmt.Sprint(pid)).Output()
	return err == nil && !strings.HasPrefix(strings.TrimSpace(string(out)), "Z")
}

// While another process writes, a request waits, at most until the time-out.
func TestBusyDatabase(t *testing.T) {
	p := newPlace(t)
	h := p.start("real")
	var answer map[string]any
	h.tool("remember", map[string]any{"content": "before"}, &answer)
	release := lock(t, p.database())
	impatient := p.start("real", "META_MEMORY_TIMEOUT_SECONDS=1")
	impatient.refused("remember", map[string]any{"content": "too early"}, "") // it gives up or is ended
	impatient.end()
	h.call("sync_turn", []any{"while it is locked", ""}, nil)
	release()
	h.call("flush", nil, nil)
	h.end()
	if got, want := strings.Join(contents(t, p), ","), "while it is locked,before"; got != want {
		t.Errorf("the ledger has %q, want %q", got, want)
	}
}

// lock takes the write lock of a database, as another process that writes does.
func lock(t *testing.T, path string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := db.Exec(`ROLLBACK`); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
