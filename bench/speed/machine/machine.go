// Package machine says on what a measurement was made.
package machine

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Describe says on what was measured, as far as the system tells.
func Describe(dir string) []string {
	lines := []string{"date: " + time.Now().Format(time.DateOnly)}
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, name+": "+value)
		}
	}
	add("processor", found(`(?m)^model name\s*:\s*(.*)$`, contents("/proc/cpuinfo"))+fmt.Sprintf(", %d cores", runtime.NumCPU()))
	if kb, err := strconv.ParseFloat(found(`MemTotal:\s*(\d+)`, contents("/proc/meminfo")), 64); err == nil {
		add("memory", fmt.Sprintf("%.0f GiB", kb/(1<<20)))
	}
	add("system", runtime.GOOS+"/"+runtime.GOARCH+" "+strings.TrimSpace(contents("/proc/sys/kernel/osrelease")))
	add("file system", strings.TrimPrefix(output("df", "--output=fstype", dir), "Type\n"))
	add("Go", runtime.Version())
	add("commit", commit())
	add("load in the last 15 minutes (1 is one busy core)", found(`^\S+ \S+ (\S+)`, contents("/proc/loadavg")))
	return lines
}

// commit names what was measured, where that is a git checkout.
func commit() string {
	head := output("git", "rev-parse", "HEAD")
	if head != "" && output("git", "status", "--porcelain", "--", "*.go", "go.mod") != "" {
		return head + " and changes since"
	}
	return head
}

// contents returns what a file holds, nothing if there is none: other
// systems have no /proc.
func contents(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

func output(name string, args ...string) string {
	text, err := exec.Command(name, args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

func found(pattern, text string) string {
	if m := regexp.MustCompile(pattern).FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}
