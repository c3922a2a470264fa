package intake

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
)

// However long the sequence is, and however long its memories are, no more
// than a few chunks of it are asked for before the writer takes them.
func TestAheadHoldsAWindow(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		most    int
	}{
		"short": {"short", (prepareChunks + 2) * prepareChunk},
		"long":  {strings.Repeat("x ", prepareBytes/2), prepareChunks + 2},
	} {
		t.Run(name, func(t *testing.T) {
			asked, left := 0, false
			a := prepare(t.Context(), func(yield func(agmem.Memory, error) bool) {
				for yield(agmem.Memory{Content: fmt.Sprint(c.content, asked)}, nil) {
					asked++
				}
				left = true
			}, 1, agmem.Origin{})
			if more, err := a.wait(t.Context(), nil); !more || err != nil {
				t.Fatalf("%v, %v", more, err)
			}
			taken := len(a.take(1 << 20))
			a.stop()
			if !left || asked > taken+c.most {
				t.Errorf("%d were asked for and %d taken; the sequence was left: %v", asked, taken, left)
			}
		})
	}
}

// A turn that is over does not wait for a sequence that is slow.
func TestAheadDoesNotWaitBeyondATurn(t *testing.T) {
	come := make(chan struct{})
	a := prepare(t.Context(), func(yield func(agmem.Memory, error) bool) {
		<-come
		yield(agmem.Memory{Content: "at last"}, nil)
	}, 1, agmem.Origin{})
	over := make(chan time.Time, 1)
	over <- time.Now()
	if more, err := a.wait(t.Context(), over); more || err != nil {
		t.Fatalf("%v, %v", more, err)
	}
	close(come)
	if more, err := a.wait(t.Context(), nil); !more || err != nil || a.take(9)[0].Content != "at last" {
		t.Fatalf("%v, %v", more, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.wait(gone, nil); err == nil {
		t.Error("a cancelled writer waits")
	}
	a.stop()
}
