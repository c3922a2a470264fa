package handover

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// markVariable names the variable that says who handed over. Its value is a
// process id, a colon and a version.
const markVariable = "AGMEM_HANDED_OVER"

func mark(pid int, version string) string {
	return markVariable + "=" + strconv.Itoa(pid) + ":" + version
}

// Received returns the version of the build that handed this process its
// command line, and whether one did. The variable is inherited by every
// process that is started later; those have another id and are not meant.
func Received(getenv func(string) string) (version string, ok bool) {
	sender := os.Getpid()
	if runtime.GOOS == "windows" {
		sender = os.Getppid()
	}
	pid, version, _ := strings.Cut(getenv(markVariable), ":")
	return version, pid == strconv.Itoa(sender)
}
