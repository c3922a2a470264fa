//go:build linux || darwin

package main

import (
	"fmt"
	"regexp"
	"strings"
	"syscall"
)

// finding is one thing that a line did and no line may do.
type finding struct {
	kind   kind
	detail string
}

type kind string

const (
	crash    kind = "crashed"
	hang     kind = "did not end"
	memory   kind = "took too much memory"
	greed    kind = "read an endless input without a limit"
	silence  kind = "failed without a word"
	status   kind = "ended with an exit status that no help mentions"
	survivor kind = "left a process running"
	leftover kind = "left a temporary file"
	outside  kind = "touched what is outside its folder"
	replaced kind = "replaced or removed what is not a regular file"
)

// repeatable are the kinds that a busy machine can cause. They count only where
// they are seen again with nothing beside them.
func (k kind) repeatable() bool { return k == hang || k == memory || k == survivor }

var crashed = regexp.MustCompile(`(?s)internal error|(?:panic|fatal error|runtime error|unexpected signal).*goroutine \d+`)

// judgeEnd judges how the process of a line ended.
func judgeEnd(l line, o outcome, limits limits) []finding {
	var all []finding
	add := func(k kind, format string, args ...any) { all = append(all, finding{k, fmt.Sprintf(format, args...)}) }
	if text := crashed.FindString(o.stdout + "\n" + o.stderr); text != "" {
		add(crash, "%.1500s", text)
	}
	usage := o.state.SysUsage().(*syscall.Rusage)
	end := o.state.Sys().(syscall.WaitStatus)
	switch {
	case o.hung:
		add(hang, "it was killed after %.1fs, of which it used the processor for %.1fs", o.took.Seconds(), (o.state.UserTime() + o.state.SystemTime()).Seconds())
	case end.Signaled() && !expected(l, o, end.Signal()):
		add(crash, "a signal ended it: %v", end.Signal())
	case end.Exited() && end.ExitStatus() > 2 && !o.asked:
		add(status, "exit status %d: %.500s", end.ExitStatus(), o.stderr)
	case end.Exited() && end.ExitStatus() != 0 && !o.asked && l.stderr == captured && strings.TrimSpace(o.stderr) == "":
		add(silence, "exit status %d", end.ExitStatus())
	}
	if peak(usage) > limits.memory && peak(usage) > ownPeak() {
		add(memory, "%d MB", peak(usage)>>20)
	}
	if o.greedy {
		add(greed, "%d MB", limits.input>>20)
	}
	if o.survived {
		add(survivor, "it was still there after a second")
	}
	return all
}

// expected reports a signal that is a right end of a line.
func expected(l line, o outcome, signal syscall.Signal) bool {
	return signal == syscall.SIGPIPE && (l.stdout == broken || l.stderr == broken) || signal == syscall.SIGTERM && o.asked
}

// ownPeak is the highest memory of this program. Linux counts it as that of the
// processes it starts too.
func ownPeak() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return peak(&usage)
}
