package main

import (
	"context"
	_ "embed" // of the contradictions
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/recall"
)

// pair is a store with two projects, and questions that the first one answers.
type pair struct {
	path      string
	questions []question
	project   map[string]string          // of a document, by the id of its memory
	gold      map[string]map[string]bool // by question, ids of memories
	clear     map[string]bool            // questions whose right answer is clearly the best
}

// The names of the two projects of a pair.
const (
	ownProject   = "host/own"
	otherProject = "host/other"
)

// fewOfChat and fewOfCode are how many questions are asked of a chat and of all
// functions: each is asked many times.
const (
	fewOfChat = 60
	fewOfCode = 300
)

// pairing is a way to put two projects into one store.
type pairing struct {
	name  string
	pairs func(work string) ([]pair, error)
}

// reportProjects prints, for each kind of pair, what a weight of the current
// project does to questions that are asked from their own project, and to the same
// questions asked from the other one.
func reportProjects(ctx context.Context, w io.Writer, sets []*set, in folders) error {
	byName := make(map[string]*set)
	for _, s := range sets {
		byName[s.name] = s
	}
	turns := byName["LoCoMo turns"]
	for i, how := range []pairing{
		{"two projects that contradict each other", func(work string) ([]pair, error) { return contradictions(ctx, work) }},
		{"two chats", func(work string) ([]pair, error) { return turns.chats(ctx, work, false) }},
		{"two chats of the same people", func(work string) ([]pair, error) { return turns.chats(ctx, work, true) }},
		{"two halves of CoSQA", func(work string) ([]pair, error) { return byName["CoSQA"].halves(ctx, work) }},
	} {
		pairs, err := how.pairs(filepath.Join(in.work, "projects", strconv.Itoa(i)))
		if err != nil {
			return err
		}
		asked := 0
		for _, p := range pairs {
			asked += len(p.questions)
		}
		fmt.Fprintf(w, "\n| %s (%d asked) | own: above the other's | own: first | own: in ten | elsewhere: first | elsewhere: clear ones first | elsewhere: in three | elsewhere: in ten |\n|---|---|---|---|---|---|---|---|\n", how.name, asked)
		for _, weight := range []float64{0, .1, .2, .3, .4, .5, .75, 1} {
			t, err := tallyOf(ctx, pairs, weight)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "| %v | %s |\n", weight, t)
		}
	}
	return nil
}

//go:embed contradictions.tsv
var contradicting string

// contradictions is a pair of what agents might note in two projects: of each
// question both know an answer, and each is right in its own. It is asked both ways
// round. Elsewhere there is nothing to find.
func contradictions(ctx context.Context, work string) ([]pair, error) {
	s := &set{spec: spec{name: "contradictions"}, idOf: make(map[string]string), gold: make(map[string]map[string]bool)}
	var sides [2][]document
	var questions []question
	lines := strings.Split(strings.TrimSpace(contradicting), "\n")
	for i, line := range lines[1:] {
		f := strings.Split(line, "\t")
		questions = append(questions, question{ID: strconv.Itoa(i), Text: f[0]})
		for side := range sides {
			sides[side] = append(sides[side], document{ID: fmt.Sprint(side, "/", i), Text: f[1+side]})
		}
	}
	var pairs []pair
	for own := range sides {
		for i, q := range questions {
			s.gold[q.ID] = map[string]bool{fmt.Sprint(own, "/", i): true}
		}
		p, err := s.pair(ctx, filepath.Join(work, strconv.Itoa(own)+".db"), sides[own], sides[1-own])
		if err != nil {
			return nil, err
		}
		p.questions = questions
		pairs = append(pairs, p)
	}
	return pairs, nil
}

// chats pairs each chat with the next one. With the same people, the speakers of
// the second are called like those of the first.
func (s *set) chats(ctx context.Context, work string, same bool) ([]pair, error) {
	groups := sortedKeys(s.documents)
	var pairs []pair
	for i, own := range groups {
		other := groups[(i+1)%len(groups)]
		theirs := slices.Clone(s.documents[other])
		if same {
			for d := range theirs {
				for n, name := range s.speakers[other] {
					to := s.speakers[own][n%len(s.speakers[own])]
					theirs[d].Text = strings.ReplaceAll(theirs[d].Text, name, to)
					theirs[d].Speaker = strings.ReplaceAll(theirs[d].Speaker, name, to)
				}
			}
		}
		p, err := s.pair(ctx, filepath.Join(work, strconv.Itoa(i)+".db"), s.documents[own], theirs)
		if err != nil {
			return nil, err
		}
		p.questions = spread(s.judgedQuestions(func(group string) bool { return group == own }), fewOfChat, own)
		pairs = append(pairs, p)
	}
	return pairs, nil
}

// halves divides the documents of a set by their names, twice: each half is once
// the project that is asked from.
func (s *set) halves(ctx context.Context, work string) ([]pair, error) {
	var parts [2][]document
	part := make(map[string]int)
	for _, group := range sortedKeys(s.documents) {
		for _, d := range s.documents[group] {
			h := fnv.New32a()
			_, _ = h.Write([]byte(d.ID))
			n := int(h.Sum32() % 2)
			parts[n], part[d.ID] = append(parts[n], d), n
		}
	}
	var pairs []pair
	questions := spread(s.judgedQuestions(func(string) bool { return true }), fewOfCode, "")
	for own := range parts {
		p, err := s.pair(ctx, filepath.Join(work, strconv.Itoa(own)+".db"), parts[own], parts[1-own])
		if err != nil {
			return nil, err
		}
		for _, q := range questions {
			inOwn := true
			for id := range s.gold[q.ID] {
				inOwn = inOwn && part[id] == own
			}
			if inOwn {
				p.questions = append(p.questions, q)
			}
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
}

// pair makes a store of the documents of two projects.
func (s *set) pair(ctx context.Context, path string, own, other []document) (p pair, err error) {
	p = pair{path: path, project: make(map[string]string), gold: make(map[string]map[string]bool), clear: make(map[string]bool)}
	var all []agmem.Memory
	for _, part := range []struct {
		name      string
		documents []document
	}{{ownProject, own}, {otherProject, other}} {
		kept, err := s.memories(part.documents)
		if err != nil {
			return p, err
		}
		for _, m := range kept {
			m.Origin.Repository = part.name
			if m.Origin.Session != "" { // two chats number their sessions alike
				m.Origin.Session = part.name + " " + m.Origin.Session
			}
			p.project[m.ID] = part.name
			all = append(all, m)
		}
	}
	for question, documents := range s.gold {
		p.gold[question] = make(map[string]bool)
		for id := range documents {
			p.gold[question][memoryID(s.name, id)] = true
		}
	}
	store, err := memories.Open(ctx, path, memories.Options{Now: clock})
	if err != nil {
		return p, err
	}
	_, err = store.Import(ctx, each(all), agmem.ImportOptions{})
	return p, firstError(err, store.Close())
}

// clearScore is the score of an answer that is clearly right, if it is also the
// first where no project is preferred.
const clearScore = 0.7

// tally counts how questions fare with a weight.
type tally struct {
	questions, above, first, inTen                            float64 // asked from their own project
	elsewhere, elsewhereThree, elsewhereTen, clear, clearLeft float64 // asked from the other one
}

func (t *tally) String() string {
	share := func(n, of float64) string { return fmt.Sprintf("%.1f %%", 100*n/max(of, 1)) }
	q := t.questions
	return strings.Join([]string{
		share(t.above, q), share(t.first, q), share(t.inTen, q),
		share(t.elsewhere, q), share(t.clearLeft, t.clear), share(t.elsewhereThree, q), share(t.elsewhereTen, q),
	}, " | ")
}

func tallyOf(ctx context.Context, pairs []pair, weight float64) (*tally, error) {
	t := &tally{}
	weights := recall.DefaultWeights()
	weights.Project = weight
	for _, p := range pairs {
		store, err := memories.Open(ctx, p.path, memories.Options{Now: clock, Weights: &weights})
		if err != nil {
			return nil, err
		}
		for _, q := range p.questions {
			if err := t.ask(ctx, store, p, q, weight == 0); err != nil {
				return nil, firstError(fmt.Errorf("%s: %w", q.ID, err), store.Close())
			}
		}
		if err := store.Close(); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// ask asks a question from both projects. Without a weight it also notes whether the
// answer is clear.
func (t *tally) ask(ctx context.Context, store *memories.Store, p pair, q question, unweighed bool) error {
	from := func(project string) ([]agmem.Hit, int, error) {
		hits, err := store.Search(ctx, agmem.Query{Text: q.Text, Limit: 10,
			Projects: agmem.Projects{Current: agmem.Project{Repository: project}}})
		return hits, slices.IndexFunc(hits, func(h agmem.Hit) bool { return p.gold[q.ID][h.ID] }), err
	}
	own, at, err := from(ownProject)
	if err != nil {
		return err
	}
	if unweighed {
		p.clear[q.ID] = at == 0 && own[0].Score >= clearScore
	}
	count := func(sum *float64, holds bool) {
		if holds {
			*sum++
		}
	}
	foreign := slices.IndexFunc(own, func(h agmem.Hit) bool { return p.project[h.ID] == otherProject })
	t.questions++
	count(&t.above, at >= 0 && (foreign < 0 || at < foreign))
	count(&t.first, at == 0)
	count(&t.inTen, at >= 0)
	if _, at, err = from(otherProject); err != nil {
		return err
	}
	count(&t.elsewhere, at == 0)
	count(&t.elsewhereThree, at >= 0 && at < 3)
	count(&t.elsewhereTen, at >= 0)
	count(&t.clear, p.clear[q.ID])
	count(&t.clearLeft, p.clear[q.ID] && at == 0)
	return nil
}
