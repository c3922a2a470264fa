package textindex

import (
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/recall"
)

// Documents that Match finds for a question as it is typed.
func TestMatch(t *testing.T) {
	r := newRig(t, 1)
	for i, text := range []string{
		"the who play in leeds",  // 1
		"docker compose fails",   // 2
		"the docker daemon",      // 3
		"兼容性 of the ESM loader",  // 4
		"kubernetes upgrade",     // 5
		"he went to the harbour", // 6
	} {
		r.ok(r.index.Put(r.ctx, r.db, int64(i+1), r.analyze(text)))
	}
	for _, c := range []struct {
		question string
		want     string
	}{
		{"docker", "2 3"},
		{"dokcer", "2 3"},
		{"the docker", "2 3"}, // a function word is nothing beside a word
		{"the who", "1 3 4 6"},
		{"the -docker", "1 4 6"}, // what is excluded does not count as a word
		{"docker -compose", "3"},
		{"docker NOT ?", "2 3"}, // a lone question mark excludes nothing
		{"docker OR ?", "2 3"},
		{"容性 kuberntes", "4 5"},
		{"daem* OR compose", "2 3"},
		{`"compose docker"`, "2"}, // the index knows no order; the text will
		{"go to", "6"},
		{"went AND harbour", "6"},
		{"zzzzzz", ""},
		{"???", ""},
	} {
		s := r.snapshot()
		weighed, err := s.Weigh(r.ctx, recall.NewPlan(recall.Parse(c.question), c.question), nil)
		r.ok(err)
		scores := weighed.Match()
		var found []string
		for doc := range s.High() + 1 {
			if scores.Of(doc) > 0 {
				found = append(found, string(rune('0'+doc)))
			}
		}
		if got := strings.Join(found, " "); got != c.want {
			t.Errorf("%s finds %q, want %q", c.question, got, c.want)
		}
	}
}

func TestMatchInAnEmptyIndex(t *testing.T) {
	r := newRig(t, 1)
	for _, question := range []string{"docker", "dokcer*", `"a b" -c`, "2023-05-08"} {
		weighed, err := r.snapshot().Weigh(r.ctx, recall.NewPlan(recall.Parse(question), question), nil)
		r.ok(err)
		if top := weighed.Match().Top(10); len(top) > 0 {
			t.Errorf("%s finds %v in nothing", question, top)
		}
	}
}

// A document that was written many times counts and weighs once, and its
// former words are gone.
func TestRewritten(t *testing.T) {
	r := newRig(t, 1)
	r.build(2 * maxPending)
	for range 5 {
		for doc := range int64(maxPending) {
			r.put(doc + 1)
		}
	}
	r.sound()
	mean := r.snapshot().Statistics().BM25().AvgLength
	var words int
	for _, terms := range r.model.terms {
		words += terms.Length
	}
	if real := float64(words) / float64(len(r.model.terms)); mean < real*0.8 || mean > real*1.25 {
		t.Errorf("the mean length is %v, of the texts it is %v", mean, real)
	}
}
