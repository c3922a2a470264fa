// Package storetest is the contract of a source as a test, a section for each
// port. A source is right when Run passes:
//
//	func TestConformance(t *testing.T) {
//		storetest.Run(t, func(t *testing.T, clock func() time.Time) (agmem.Source, storetest.Fill) {
//			…
//		})
//	}
//
// Run looks which ports a source has and tests those. What a source that can
// only be read is to hold, the test puts there.
//
// Each subtest has its own source and says one sentence of the contract;
// the last one compares thousands of random operations with a model that is a
// few maps.
package storetest

import (
	"testing"
	"time"

	"github.com/agmem/agmem"
)

// Open returns an empty source that reads the clock, and what fills it: nil for
// a source that imports. It closes the source, if it must be, by t.Cleanup.
type Open func(t *testing.T, clock func() time.Time) (agmem.Source, Fill)

// Fill puts items into a source in the way of its users, such as by writing
// files, and returns their ids.
type Fill func(items []Item) []string

// Item is what a source is to hold from the start.
type Item struct {
	Name string // one word, for sources whose memories have names
	Text string
	Tags []string // for sources that have tags
	// CreatedAt begins a day of the local calendar: some sources only know the day.
	CreatedAt agmem.Instant
}

// section is what the suite asks of one port.
type section struct {
	name   string
	port   port
	beside []port // what its checks look through besides
	checks []check
}

func sections() []section {
	stored := []port{reader, recorder, exporter, importer}
	return []section{
		{"Reader", reader, nil, readerChecks()},
		{"Searcher", searcher, []port{reader}, searcherChecks()},
		{"Writer, add", writer, stored, addChecks()},
		{"Writer, get", writer, stored, getChecks()},
		{"Writer, update", writer, stored, updateChecks()},
		{"Writer, delete", writer, stored, deleteChecks()},
		{"Writer, list", writer, stored, listChecks()},
		{"Writer, tags", writer, stored, tagChecks()},
		{"Writer, ids", writer, stored, idChecks()},
		{"Writer, found by words", writer, append(stored, searcher), searchChecks()},
		{"Recorder, undo", recorder, append(stored, writer), undoChecks()},
		{"Recorder, history", recorder, append(stored, writer), historyChecks()},
		{"Importer", importer, append(stored, writer), importChecks()},
		{"Exporter", exporter, []port{writer}, exportChecks()},
		{"Runner", runner, nil, runnerChecks()},
		{"Chronicler", chronicler, []port{reader}, chroniclerChecks()},
		{"Chronicler of a Writer", writer, append(stored, chronicler), chroniclerWrites()},
		{"Numbered, find", numbered, []port{writer, searcher}, findChecks()},
		{"Numbered, browse", numbered, []port{writer}, browseChecks()},
		{"Pinner", pinner, []port{writer, recorder}, pinChecks()},
		{"Viewer", viewer, []port{writer}, viewChecks()},
		{"Writer, compared with a model", writer, stored, []check{{"at random", compareWithModel}}},
	}
}

// Run tests the sources that open returns through the ports that they have.
func Run(t *testing.T, open Open) {
	t.Helper()
	src, _ := open(t, time.Now)
	for _, s := range sections() {
		if !s.port.of(src) {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			for _, p := range s.beside {
				if !p.of(src) {
					t.Skipf("%s IS NOT TESTED: its checks look through a %s, which the source is not", s.name, p.name)
				}
			}
			for _, c := range s.checks {
				t.Run(c.name, func(t *testing.T) { c.run(newFixture(t, open)) })
			}
		})
	}
}
