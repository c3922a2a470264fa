package memory

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
)

// number returns what a memory is called.
func number(m agmem.Memory) string { return "#" + strconv.FormatInt(m.Number, 10) }

// counted returns a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// memoryCount is counted for memories.
func memoryCount(n int) string { return counted(n, "memory", "memories") }

// partOf says how many of all memories a page has.
func partOf(shown, all int) string {
	if shown == all {
		return memoryCount(all)
	}
	return fmt.Sprintf("%d of %s", shown, memoryCount(all))
}

// noMore says that a page is behind the last memory.
func noMore(all int) string { return fmt.Sprintf("No more memories: there are %d.", all) }

// How many characters of content, and how many lines for people, a command
// prints if nobody asked for more.
const (
	maxPrinted = 30_000
	maxLines   = 200
)

// bounded returns how many of the memories are printed to a program. The first
// always is.
func bounded(memories []agmem.Memory) int {
	printed := 0
	for i, m := range memories {
		if printed += len(m.Content); printed > maxPrinted && i > 0 {
			return i
		}
	}
	return len(memories)
}

// readable returns how many of the memories are printed to a person.
func readable(memories []agmem.Memory) int {
	lines := 0
	memories = memories[:bounded(memories)]
	for i, m := range memories {
		if lines += 1 + strings.Count(m.Content, "\n"); lines > maxLines && i > 0 {
			return i
		}
	}
	return len(memories)
}

// page returns how many of the memories are printed, all if somebody asked for
// that many, and says how many are left out because of their length.
func (a *app) page(memories []agmem.Memory, asked bool) int {
	if asked {
		return len(memories)
	}
	shown, most := bounded(memories), fmt.Sprintf("%d characters", maxPrinted)
	if n := readable(memories); n < shown && !a.Format().ForPrograms {
		shown, most = n, fmt.Sprintf("%d lines", maxLines)
	}
	if n := len(memories) - shown; n > 0 {
		a.note(fmt.Sprintf("%s left out, for there would be more than %s", memoryCount(n), most),
			"give --limit to see all that it allows")
	}
	return shown
}
