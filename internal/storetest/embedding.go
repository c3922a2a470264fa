package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
)

// Embeddable is a room in a database whose texts have vectors, as its tests use it.
// Its source is a Searcher and a Runner.
type Embeddable struct {
	agmem.Source
	// Add writes texts, each for itself. They have no tags.
	Add func(texts ...string)
	// Set writes a text under a name, in the place of the one that it had.
	Set func(name, text string)
}

// OpenEmbeddable opens the room in the database file at path, and closes it by
// t.Cleanup. Several can be open at the same time.
type OpenEmbeddable func(t *testing.T, path string, e agmem.Embedding) Embeddable

// RunEmbedding is the contract of a room whose texts have vectors, in the tables that
// begin with a name.
func RunEmbedding(t *testing.T, tables string, open OpenEmbeddable) {
	for _, c := range []struct {
		name string
		run  func(*embedding)
	}{
		{"what has the meaning and none of the words is found", foundByMeaning},
		{"vectors follow texts", vectorsFollowTexts},
		{"what waits is caught up with, and an interruption loses nothing", caughtUp},
		{"another model begins with a rebuild, until whose end the old vectors answer", rebuilt},
		{"without an embedder the words answer, and a file with vectors can be used", withoutEmbedder},
		{"damaged vectors leave the words, and the check names them", damagedVectors},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.run(&embedding{T: t, open: open, tables: tables, path: filepath.Join(t.TempDir(), "room.db")})
		})
	}
}

// KilledRebuild kills processes that embed a room again, each a little later than the
// one before. They print a byte for each step. After each, check looks at the room.
func KilledRebuild(t *testing.T, rebuild func() *exec.Cmd, check func(round int)) {
	for round := range 12 {
		cmd := rebuild()
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		seen := make([]byte, 1+round*7)
		for got := 0; got < len(seen); {
			n, err := out.Read(seen[got:])
			if got += n; err != nil {
				break // it is done
			}
		}
		_ = cmd.Process.Kill() // or it has ended
		_ = cmd.Wait()
		check(round)
	}
}

// embedding is a database file of a room, and a test of it.
type embedding struct {
	*testing.T
	open   OpenEmbeddable
	tables string
	path   string
}

func (t *embedding) ok(err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// opened opens the room with an embedder, for writes too if it is local.
func (t *embedding) opened(e *Embedder, local bool) Embeddable {
	return t.open(t.T, t.path, e.Embedding(local))
}

func (t *embedding) run(room Embeddable, name string) agmem.RunResult {
	t.Helper()
	result, err := room.Source.(agmem.Runner).Run(t.Context(), name, nil)
	t.ok(err)
	return result
}

// status wants what embed-status says: the vectors that there are, of how many texts,
// and the model.
func (t *embedding) status(room Embeddable, want string) {
	t.Helper()
	r := t.run(room, "embed-status")
	if got := fmt.Sprintf("%v/%v %v", r[1].Value, r[2].Value, r[0].Value); got != want {
		t.Fatalf("%s have vectors, want %s", got, want)
	}
}

// found returns the texts that a query finds, ten at most.
func (t *embedding) found(room Embeddable, query agmem.Query) []string {
	t.Helper()
	query.Limit = 10
	hits, err := room.Source.(agmem.Searcher).Search(t.Context(), query)
	t.ok(err)
	texts := make([]string, len(hits))
	for i, h := range hits {
		texts[i] = h.Digest
	}
	return texts
}

// first wants the first texts that a query finds to contain others, in any order.
func (t *embedding) first(room Embeddable, query agmem.Query, want ...string) {
	t.Helper()
	found := t.found(room, query)
	for _, text := range want {
		if !slices.ContainsFunc(found[:min(len(want), len(found))], func(f string) bool { return strings.Contains(f, text) }) {
			t.Errorf("%q finds %q, not first %q", query.Text, found, want)
		}
	}
}

// nothing wants a query to find no text that contains another.
func (t *embedding) nothing(room Embeddable, query agmem.Query, unwanted string) {
	t.Helper()
	for _, text := range t.found(room, query) {
		if strings.Contains(text, unwanted) {
			t.Errorf("%q finds %q", query.Text, text)
		}
	}
}

// noise returns n texts that have nothing to do with any question here.
func noise(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		var text strings.Builder
		for w := range 12 {
			fmt.Fprintf(&text, "w%d ", (i*7919+w*w*104729)%20000)
		}
		texts[i] = text.String() + fmt.Sprint("text ", i)
	}
	return texts
}

func foundByMeaning(t *embedding) {
	var e Embedder
	room := t.opened(&e, true)
	room.Add(noise(100)...)
	room.Add("the car is at the garage", "a car without wheels")
	t.run(room, "embed")
	question := agmem.Query{Text: "automobile vehicle"}
	t.nothing(room, question, "car")
	t.first(room, e.Asking(question), "the car is at the garage", "a car without wheels")

	explained := e.Asking(agmem.Query{Text: "automobile garage", Limit: 3, Explain: true})
	hits, err := room.Source.(agmem.Searcher).Search(t.Context(), explained)
	if err != nil || len(hits) == 0 || hits[0].Explanation.Ranks == nil || *hits[0].Explanation.Ranks != (agmem.Ranks{Words: 1, Meaning: 1}) ||
		math.Abs(hits[0].Explanation.RRF-2./61) > 1e-9 {
		t.Errorf("explained: %+v, %v", hits, err)
	}
	without := e.Asking(agmem.Query{Text: "automobile vehicle -wheels"})
	t.first(room, without, "the car is at the garage")
	t.nothing(room, without, "wheels")
	t.nothing(room, agmem.Query{Text: question.Text, Meaning: func() *agmem.Vector { return nil }}, "car")
	other := Embedder{Name: "other"}
	t.nothing(room, other.Asking(question), "car")
}

func vectorsFollowTexts(t *embedding) {
	var e Embedder
	room := t.opened(&e, true)
	vehicle, feline := e.Asking(agmem.Query{Text: "vehicle"}), e.Asking(agmem.Query{Text: "feline"})
	room.Set("thing", "the car is red")
	t.status(room, "1/1 made")
	t.first(room, vehicle, "the car is red")
	room.Set("thing", "the cat is red")
	t.status(room, "1/1 made")
	t.first(room, feline, "the cat is red")
	t.nothing(room, vehicle, "red")

	without := t.open(t.T, t.path, agmem.Embedding{})
	without.Set("thing", "the colour is red")
	t.status(room, "0/1 made")
	t.nothing(room, feline, "red")
	t.run(room, "check")
	e.Fails.Store(true)
	room.Add("no vector for this one")
	e.Fails.Store(false)
	t.status(room, "0/2 made")
	t.run(room, "embed")
	t.status(room, "2/2 made")
	t.first(room, e.Asking(agmem.Query{Text: "theme"}), "the colour is red")
	t.run(room, "check")
}

func caughtUp(t *embedding) {
	ctx, cancel := context.WithCancel(t.Context())
	var e Embedder
	room := t.opened(&e, false)
	room.Add(noise(142)...)
	t.status(room, "0/142 made")
	if n := e.Texts.Load(); n != 0 {
		t.Errorf("%d texts are embedded in a write", n)
	}
	e.Each = func() { time.Sleep(100 * time.Millisecond) } // so long that each batch is stored by itself
	_, err := room.Source.(agmem.Runner).Run(ctx, "embed", func(string) { cancel() })
	e.Each = nil
	if agmem.KindOf(err) != agmem.Cancelled {
		t.Fatalf("interrupted: %v", err)
	}
	t.status(room, "32/142 made")
	if got := fmt.Sprint(t.run(room, "embed")); got != "[{embedded 110} {embedder made} {indexed 142} {total 142}]" {
		t.Errorf("result %s", got)
	}
	before := e.Texts.Load()
	t.run(room, "embed")
	if now := e.Texts.Load(); now > before+16 { // but for asking the model what it is like
		t.Errorf("%d texts are embedded where none waits", now-before)
	}
	t.run(room, "check")
}

func rebuilt(t *embedding) {
	old, next := &Embedder{Name: "old"}, &Embedder{Name: "next"}
	first := t.opened(old, false)
	first.Add(noise(100)...)
	first.Add("the car is red")
	t.run(first, "embed")
	room := t.opened(next, true)
	room.Add("the cat is red") // its vector would be of another model
	t.status(room, "101/102 old")
	if _, err := room.Source.(agmem.Runner).Run(t.Context(), "embed", nil); agmem.KindOf(err) != agmem.Conflict {
		t.Errorf("embedding with another model: %v", err)
	}
	vehicle := agmem.Query{Text: "vehicle"}
	asked := 0
	next.Each = func() {
		asked++
		t.first(room, old.Asking(vehicle), "the car is red")
		if asked == 3 { // in the middle, somebody else writes
			first.Add("a vehicle of wood")
		}
	}
	t.run(room, "embed-rebuild")
	next.Each = nil
	t.status(room, "103/103 next")
	t.first(room, next.Asking(agmem.Query{Text: "automobile"}), "a vehicle of wood", "the car is red")
	t.run(room, "check")
}

func withoutEmbedder(t *embedding) {
	var e Embedder
	t.opened(&e, true).Add("the car is red")
	room := t.open(t.T, t.path, agmem.Embedding{})
	room.Add("the cat is red")
	t.status(room, "1/2 made")
	for _, name := range []string{"embed", "embed-rebuild"} {
		_, err := room.Source.(agmem.Runner).Run(t.Context(), name, nil)
		if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "no embedder") {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.first(room, agmem.Query{Text: "red"}, "the car is red", "the cat is red")
	t.run(room, "check")
}

func damagedVectors(t *embedding) {
	var e Embedder
	room := t.opened(&e, false)
	room.Add(noise(300)...)
	room.Add("the car is at the garage")
	t.run(room, "embed")
	db, err := sql.Open("sqlite", t.path)
	t.ok(err)
	changed, err := db.Exec(`UPDATE ` + t.tables + `_vector SET vector = x'00'`)
	t.ok(err)
	if n, err := changed.RowsAffected(); n == 0 || err != nil {
		t.Fatalf("%d vectors were damaged, %v: nothing is tested", n, err)
	}
	t.ok(db.Close())
	t.first(room, e.Asking(agmem.Query{Text: "car garage"}), "the car is at the garage")
	if _, err := room.Source.(agmem.Runner).Run(t.Context(), "check", nil); agmem.KindOf(err) != agmem.Corrupt {
		t.Errorf("the check says %v", err)
	}
	t.run(room, "embed-rebuild")
	t.run(room, "check")
}
