package memex

import (
	"time"

	"github.com/agmem/agmem/internal/cli"
)

// patience is how long an indexing lasts before it shows how far it is: what is
// over in a moment would only flicker.
const patience = 300 * time.Millisecond

// bar shows how far the indexing of the cards is. Large ones are indexed in
// steps, each of which passes over the files of the last one again; the bar
// never goes back.
type bar struct {
	progress *cli.Progress
	now      func() time.Time
	began    time.Time
	reached  int
}

func (b *bar) set(done, total int) {
	if b.began.IsZero() {
		b.began = b.now()
	}
	if done == total {
		b.end()
		return
	}
	if done <= b.reached || b.now().Sub(b.began) < patience {
		return
	}
	b.reached = done
	b.progress.Set(done, total)
}

func (b *bar) end() {
	b.progress.End()
	b.began, b.reached = time.Time{}, 0
}
