package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
)

// shelf is a corpus of texts; a text's number is its place.
type shelf struct {
	*testing.T
	tx      *sqlitedb.Tx
	index   textindex.Index
	texts   []string
	created func(number int64) agmem.Instant
	lets    func(number int64) bool // of the filter
	narrow  [][]int64
	read    []int // how many texts were asked for, each time
}

func (s *shelf) Snapshot(ctx context.Context) (*textindex.Snapshot, error) {
	return s.index.Snapshot(ctx, s.tx)
}

func (s *shelf) Written(_ context.Context, from, to agmem.Instant, limit int) ([]int64, error) {
	var numbers []int64
	for n := range int64(len(s.texts)) {
		if at := s.created(n); from <= at && at < to && len(numbers) < limit {
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

func (s *shelf) Narrow(context.Context) ([][]int64, error) { return s.narrow, nil }

func (s *shelf) Texts(_ context.Context, numbers []int64) ([]search.Text[string], error) {
	s.read = append(s.read, len(numbers))
	numbers = slices.Sorted(slices.Values(numbers))
	if len(slices.Compact(slices.Clone(numbers))) != len(numbers) {
		s.Errorf("a text is asked for twice: %v", numbers)
	}
	var texts []search.Text[string]
	for _, n := range numbers {
		if s.lets == nil || s.lets(n) {
			texts = append(texts, search.Text[string]{
				Number: n, Document: recall.Document{Content: s.texts[n]}, CreatedAt: s.created(n), Of: fmt.Sprint(n),
			})
		}
	}
	return texts, nil
}

// on returns a shelf in a transaction that the test ends.
func on(t *testing.T, texts []string, do func(*shelf)) {
	t.Helper()
	db, err := sqlitedb.OpenMemory(t.Context(), sqlitedb.Component{})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(ctx context.Context, tx *sqlitedb.Tx) error {
		s := &shelf{T: t, tx: tx, index: textindex.New("shelf"), texts: texts}
		s.created = func(n int64) agmem.Instant { return agmem.InstantOf(day(1)) + agmem.Instant(n) }
		if err := s.index.Create(ctx, tx); err != nil {
			return err
		}
		b, analyzer := s.index.NewBuilder(), recall.NewAnalyzer()
		for n, text := range texts {
			b.Add(int64(n), analyzer.Analyze(recall.Document{Content: text}))
		}
		if err := b.Flush(ctx, tx); err != nil {
			return err
		}
		do(s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

func day(n int) time.Time { return time.Date(2023, 5, n, 12, 0, 0, 0, time.UTC) }

// ask returns what a question finds, as numbers.
func ask(s *shelf, corpus search.Corpus[string], question string, limit int) string {
	s.Helper()
	hits, err := search.Run(s.Context(), corpus, agmem.Query{Text: question, Limit: limit},
		search.Options{Weights: recall.DefaultWeights(), Now: day(20)})
	if err != nil {
		s.Fatal(err)
	}
	var found []string
	for _, h := range hits {
		found = append(found, h.Of)
	}
	return strings.Join(found, " ")
}

// repeated returns n equal texts.
func repeated(n int, text string) []string { return slices.Repeat([]string{text}, n) }

// Where a filter that only the texts know leaves too few, more candidates are
// read.
func TestMoreCandidates(t *testing.T) {
	on(t, repeated(700, "a heron"), func(s *shelf) {
		s.lets = func(n int64) bool { return n < 3 }
		if got := ask(s, s, "heron", 2); got != "2 1" {
			t.Errorf("found %q", got)
		}
		if want := []int{60, 480, 700}; !slices.Equal(s.read, want) {
			t.Errorf("read %v texts, want %v", s.read, want)
		}
	})
}

// A narrow filter is asked before the candidates are chosen, for words and
// for the days that are named.
func TestNarrow(t *testing.T) {
	on(t, repeated(700, "a heron"), func(s *shelf) {
		s.narrow = [][]int64{{1, 2, 3, 600}, {2, 3, 4, 600}}
		for _, question := range []string{"heron", "heron 1 May 2023", "otter 1 May 2023"} {
			s.read = nil
			if got := ask(s, s, question, 10); got != "600 3 2" {
				t.Errorf("%s: found %q", question, got)
			}
			if !slices.Equal(s.read, []int{3}) {
				t.Errorf("%s: read %v texts", question, s.read)
			}
		}
	})
}

// What was written on a day that is named is found without its words; not
// where operators ask for more.
func TestDays(t *testing.T) {
	on(t, []string{"a heron", "an otter", "a heron and an otter"}, func(s *shelf) {
		s.created = func(n int64) agmem.Instant { return agmem.InstantOf(day(int(n) + 1)) }
		for question, want := range map[string]string{
			"what was on 2 May 2023":   "1",
			"heron 2 May 2023":         "2 0 1",
			`"a heron" 2 May 2023`:     "2 0",
			"kingfisher on 9 May 2023": "",
		} {
			got := strings.Fields(ask(s, s, question, 10))
			slices.Sort(got)
			expected := strings.Fields(want)
			slices.Sort(expected)
			if !slices.Equal(got, expected) {
				t.Errorf("%s: found %v, want %v", question, got, expected)
			}
		}
	})
}

// dated is a shelf whose numbers say nothing of age.
type dated struct{ *shelf }

func (d dated) Latest(_ context.Context, numbers []int64, n int) ([]int64, error) {
	return slices.Sorted(slices.Values(numbers))[:n], nil // the lowest number is the latest
}

// Which of equal documents are candidates is for the chronicle to say.
func TestTies(t *testing.T) {
	texts := append(repeated(100, "a heron"), "a heron, a heron")
	on(t, texts, func(s *shelf) {
		read := func(corpus search.Corpus[string]) []string {
			found := strings.Fields(ask(s, corpus, "heron", 30))
			if len(found) != 30 || found[0] != "100" {
				t.Fatalf("found %v", found)
			}
			return found[1:]
		}
		if got := read(s); !slices.Contains(got, "99") || slices.Contains(got, "0") {
			t.Errorf("by numbers: %v", got)
		}
		if got := read(dated{s}); !slices.Contains(got, "58") || slices.Contains(got, "59") {
			t.Errorf("by age: %v", got)
		}
	})
}

// pairs is a shelf on which each even number is before the next.
type pairs struct{ *shelf }

func (p pairs) Beside(_ context.Context, numbers []int64, yield func(number, neighbour int64, distance int)) error {
	for _, n := range numbers {
		if n%2 == 0 {
			yield(n, n+1, 1)
		} else {
			yield(n, n-1, -1)
		}
	}
	return nil
}

// An answer that has none of the words is found beside its question.
func TestNeighbours(t *testing.T) {
	texts := []string{
		"where does the heron nest", "up in the old willow by the bridge",
		"who has seen an otter", "nobody for many years, they say here",
	}
	on(t, texts, func(s *shelf) {
		if got := ask(s, s, "heron", 10); got != "0" {
			t.Errorf("without neighbours: %q", got)
		}
		if got := ask(s, pairs{s}, "heron", 10); got != "0 1" {
			t.Errorf("with neighbours: %q", got)
		}
	})
}

func TestMinScoreAndExplanation(t *testing.T) {
	on(t, []string{"a heron", "a heron and an otter at the old bridge over the river in the morning"}, func(s *shelf) {
		query := agmem.Query{Text: "heron", Limit: 10, Explain: true}
		opts := search.Options{Weights: recall.DefaultWeights(), Now: day(20)}
		hits, err := search.Run(t.Context(), s, query, opts)
		if err != nil || len(hits) != 2 || hits[0].Score <= hits[1].Score {
			t.Fatalf("%+v, %v", hits, err)
		}
		if e := hits[1].Explanation; e == nil || e.RRF != recall.ReciprocalRank(2) || len(e.Reasons) == 0 {
			t.Errorf("explanation %+v", e)
		}
		query.MinScore = (hits[0].Score + hits[1].Score) / 2
		if hits, err = search.Run(t.Context(), s, query, opts); err != nil || len(hits) != 1 || hits[0].Of != "0" {
			t.Errorf("%+v, %v", hits, err)
		}
	})
}

// mixed is a shelf of which some texts belong to a project.
type mixed struct {
	*shelf
	near map[int64]float64
}

func (m mixed) Nearness(_ context.Context, numbers []int64, yield func(number int64, nearness float64)) error {
	for _, n := range numbers {
		if near, ok := m.near[n]; ok {
			yield(n, near)
		}
	}
	return nil
}

func (m mixed) Texts(ctx context.Context, numbers []int64) ([]search.Text[string], error) {
	texts, err := m.shelf.Texts(ctx, numbers)
	for i, t := range texts {
		texts[i].Repository = map[float64]string{1: "own", 0: "other", agmem.NoProject: ""}[m.near[t.Number]]
	}
	return texts, err
}

// What belongs to the current project is a candidate before others that are as
// good, however many they are; not where nothing is preferred.
func TestProjectsAmongManyEquals(t *testing.T) {
	on(t, repeated(200, "a heron"), func(s *shelf) {
		m := mixed{s, map[int64]float64{7: 1, 9: agmem.NoProject}}
		current := agmem.Project{Repository: "own"}
		for _, c := range []struct {
			projects agmem.Projects
			want     string
		}{
			{agmem.Projects{Current: current}, "7 9 199"},
			{agmem.Projects{Current: current, Alike: true}, "199 198 197"},
			{agmem.Projects{}, "199 198 197"},
		} {
			s.read = nil
			hits, err := search.Run(t.Context(), m, agmem.Query{Text: "heron", Limit: 3, Projects: c.projects},
				search.Options{Weights: recall.DefaultWeights(), Now: day(20)})
			if err != nil || len(hits) != 3 {
				t.Fatalf("%v, %v", hits, err)
			}
			got := strings.Join([]string{hits[0].Of, hits[1].Of, hits[2].Of}, " ")
			if got != c.want {
				t.Errorf("%+v: found %s, want %s", c.projects, got, c.want)
			}
			if len(s.read) != 1 || s.read[0] > 62 {
				t.Errorf("read %v texts", s.read)
			}
		}
	})
}
