package memory

import (
	"fmt"
	"strconv"

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

// partOf says that a page has some of all memories.
func partOf(shown, all int) string { return fmt.Sprintf("%d of %s", shown, memoryCount(all)) }

// noMore says that a page is behind the last memory.
func noMore(all int) string { return fmt.Sprintf("No more memories: there are %d.", all) }

// maxPrinted is how many characters of content a command prints if nobody asked
// for more by --limit.
const maxPrinted = 30_000

// bounded returns how many of the memories are printed. The first always is.
func bounded(memories []agmem.Memory, asked bool) int {
	printed := 0
	for i, m := range memories {
		if printed += len(m.Content); printed > maxPrinted && i > 0 && !asked {
			return i
		}
	}
	return len(memories)
}

// noteLeftOut says how many memories were not printed because of their length.
func (a *app) noteLeftOut(n int) {
	if n > 0 {
		a.note(fmt.Sprintf("%s left out, for there would be more than %d characters", memoryCount(n), maxPrinted),
			"give --limit to see all that it allows")
	}
}
