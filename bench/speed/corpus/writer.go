package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem"
)

// firstDay and lastDay are between which the memories were written.
var (
	firstDay = time.Date(2024, 7, 1, 8, 0, 0, 0, time.UTC)
	lastDay  = time.Date(2026, 6, 30, 20, 0, 0, 0, time.UTC)
)

// writer makes up one memory after the other.
type writer struct {
	rng         *rand.Rand
	words       *words
	chinese     chinese
	ranks       zipf // of words
	identifiers zipf
	characters  zipf // of Chinese words
	tagRanks    zipf
	step        time.Duration // between two memories
	at          time.Time
	session     session
	sessions    int
}

// session is what memories that were written together share.
type session struct {
	left   int
	origin agmem.Origin
	topic  []int // ranks of words
	tag    string
}

func newWriter(n int) *writer {
	rng := rand.New(rand.NewPCG(20240701, uint64(n)))
	return &writer{
		rng: rng, words: newWords(), chinese: newChinese(),
		ranks: newZipf(rng, 5000), identifiers: newZipf(rng, 2000),
		characters: newZipf(rng, 1500), tagRanks: newZipf(rng, 60),
		step: lastDay.Sub(firstDay) / time.Duration(n), at: firstDay,
	}
}

// next returns a memory and the ranks of the words in it, those of
// identifiers, numbers and Chinese left out.
func (w *writer) next() (agmem.Memory, []int) {
	if w.session.left == 0 {
		w.begin()
	}
	w.session.left--
	w.at = w.at.Add(w.step)
	t := w.text(w.length())
	m := agmem.Memory{
		ID: w.id(), Content: t.String(), Tags: w.tags(), CreatedAt: agmem.InstantOf(w.at), Origin: w.session.origin,
	}
	if w.chance(20) {
		m.Digest = strings.TrimSuffix(w.sentence(t, 6+w.rng.IntN(5)), ".")
	}
	if w.chance(10) {
		m.AccessCount = int64(1 + w.rng.ExpFloat64()*4)
	}
	return m, t.ranks
}

// chance is true in so many of a hundred cases.
func (w *writer) chance(percent int) bool { return w.rng.IntN(100) < percent }

// begin begins another session.
func (w *writer) begin() {
	w.sessions++
	w.session = session{left: 5 + int(w.rng.ExpFloat64()*25), tag: w.tag()}
	project := w.words.of(100 + 2*w.rng.IntN(40))
	w.session.origin = agmem.Origin{
		Author: capital(w.words.of(400 + 2*w.rng.IntN(12))), Session: "session-" + strconv.Itoa(w.sessions),
		Repository: "git.example.org/team/" + project, Branch: "main", Host: "host-" + strconv.Itoa(w.rng.IntN(5)),
		Commit: fmt.Sprintf("%016x", mix(uint64(w.sessions))),
	}
	for range 25 {
		w.session.topic = append(w.session.topic, w.ranks.draw())
	}
}

// length returns how many words a memory has: 60 on average, a few far more.
func (w *writer) length() int {
	const spread = 0.5
	words := 60 * math.Exp(spread*w.rng.NormFloat64()-spread*spread/2)
	return min(max(int(words), 6), 400)
}

func (w *writer) id() string {
	a, b := w.rng.Uint64(), w.rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, 0x8000|b>>48&0x3fff, b&0xffffffffffff)
}

// tag returns one of a few hundred tags.
func (w *writer) tag() string {
	rank := min(w.tagRanks.draw(), 600)
	word := w.words.of(200 + 2*rank)
	if rank%5 == 0 {
		return "project:" + word
	}
	return word
}

func (w *writer) tags() []string {
	var tags []string
	if w.chance(70) {
		tags = append(tags, w.session.tag)
	}
	for range w.rng.IntN(4) {
		tags = append(tags, w.tag())
	}
	return agmem.CleanTags(tags)
}
