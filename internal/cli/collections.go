package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

const (
	// firstGC lets the heap grow to 16 MB before the first garbage collection, which
	// most commands never reach: with the usual 4 MB, a search pays for one or two.
	firstGC = 400
	usualGC = 100
)

// DelayGC puts the first garbage collection of the process off. Afterwards garbage
// is collected as usual, so that what runs long or needs much stays as small as ever.
// Where GOGC is set, that counts.
func DelayGC() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstGC)
	runtime.AddCleanup(new([16]byte), func(struct{}) { asUsual() }, struct{}{}) // the first collection finds it
}

// asUsual ends what DelayGC began, unless a command has chosen a percentage itself.
func asUsual() {
	if other := debug.SetGCPercent(usualGC); other != firstGC {
		debug.SetGCPercent(other)
	}
}
