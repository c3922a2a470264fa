package library_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

func TestWithoutTail(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		scores  []float64
		keep    bool
		shown   int
		leftOut int
		poor    bool
	}{
		"nothing":              {"x", nil, false, 0, 0, false},
		"all are good":         {"x", []float64{.9, .5, .1}, false, 3, 0, false},
		"a tail":               {"x", []float64{.9, .5, .1, .02, .01}, false, 3, 2, false},
		"a few stay":           {"x", []float64{.9, .02, .01, .008}, false, 3, 1, false},
		"none is good":         {"x", []float64{.1, .02}, false, 2, 0, true},
		"the faint are no few": {"x", []float64{.02, .01, .0001}, false, 2, 1, true},
		"none is shown":        {"x", []float64{.0002, .0001}, false, 0, 2, true},
		"the tail is kept":     {"x", []float64{.02, .0001}, true, 2, 0, true},
		"Chinese keeps all":    {"迁移", []float64{.2, .001}, false, 2, 0, false},
	} {
		var hits []agmem.Hit
		for i, s := range c.scores {
			hits = append(hits, hit(fmt.Sprint(i), s))
		}
		lib := openWith(library.Options{Memories: "local", KeepTail: c.keep}, &fake{name: "local"})
		shown, tail := lib.Finder.WithoutTail(agmem.Query{Text: c.text}, hits)
		if len(shown) != c.shown || tail.LeftOut != c.leftOut || tail.Poor != c.poor {
			t.Errorf("%s: %d shown, %+v", name, len(shown), tail)
		}
	}
}

// A source that fails does not hide what was changed in the others, nor does one
// that does not say what was.
func TestRecentSurvivesAFailingSource(t *testing.T) {
	local := &chronicle{fake: &fake{name: "local"}, list: []agmem.Recent{{ID: "a", ChangedAt: 5}, {ID: "b", ChangedAt: 1}}}
	team := &chronicle{fake: &fake{name: "team"}, list: []agmem.Recent{{ID: "c", ChangedAt: 3}}}
	broken := &chronicle{fake: &fake{name: "broken"}, fails: errors.New("no disk")}
	lib := library.New([]library.Registration{local.register(), team.register(), broken.register(), register(&fake{name: "mute"})},
		library.Options{Memories: "local"})
	list, err := lib.Finder.Recent(t.Context(), 2)
	if len(list) != 2 || list[0].ID != "a" || list[1].ID != "team:c" || list[1].Source != "team" {
		t.Errorf("%+v", list)
	}
	if err == nil || err.Error() == "" {
		t.Errorf("error %v", err)
	}
	if _, err := lib.Finder.Recent(t.Context(), 0); agmem.KindOf(err) != agmem.Usage {
		t.Errorf("a limit of 0: %v", err)
	}
}
