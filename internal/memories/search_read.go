package memories

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

const (
	// maxOfDays is how many memories of the days that a question names are
	// candidates by that alone, the newest first.
	maxOfDays = 5000
	// maxGathered is how many memories a filter may let through to be gathered
	// before the texts are read. A wider one is asked as they are read, which
	// is faster then.
	maxGathered = 20_000
	// surrounded is how many of the best candidates bring in what stands
	// beside them in their sessions, and how many of those are kept.
	surrounded = 30
)

// ofDays returns the memories that were written on a day that the question
// names with its month and year: they are candidates whether or not they have
// its words. Operators are strict, and a day is none.
func (s *search) ofDays(ctx context.Context) ([]int64, error) {
	var all []int64
	for _, day := range s.plan.Days() {
		if !day.Whole() || len(s.plan.Conditions()) > 0 {
			continue
		}
		from, to := day.Span(s.now.Location())
		numbers, err := s.numbers(ctx, `
			SELECT number FROM memories WHERE created_at >= ? AND created_at < ?
			ORDER BY created_at DESC LIMIT ?`, int64(agmem.InstantOf(from)), int64(agmem.InstantOf(to)), maxOfDays)
		if err != nil {
			return nil, err
		}
		all = append(all, numbers...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// top returns the n best candidates, by the scores of the index and the days
// that the question names. The scores themselves stay those of the words.
func (s *search) top(n int) []textindex.Candidate {
	worth := s.weights.Date * max(s.plan.Mass(), 1)
	restore := s.scores.Raise(s.dated, worth)
	defer restore()
	return s.scores.Top(n)
}

// keepFiltered drops the documents that a narrow filter leaves out: those
// without a rare tag and those outside a span with few memories.
func (s *search) keepFiltered(ctx context.Context, high int64) error {
	for _, tag := range s.tags {
		if tag.count > maxGathered {
			continue
		}
		numbers, err := s.numbers(ctx, `SELECT number FROM memory_tags WHERE tag = ?`, tag.id)
		if err != nil {
			return err
		}
		s.keep(numbers, high)
	}
	if s.query.Filter.After == 0 && s.query.Filter.Before == 0 {
		return nil
	}
	before := s.query.Filter.Before
	if before == 0 {
		before = math.MaxInt64
	}
	numbers, err := s.numbers(ctx, `SELECT number FROM memories WHERE created_at >= ? AND created_at < ? LIMIT ?`,
		int64(s.query.Filter.After), int64(before), maxGathered+1)
	if err == nil && len(numbers) <= maxGathered {
		s.keep(numbers, high)
	}
	return err
}

func (s *search) keep(numbers []int64, high int64) {
	set := textindex.NewBitset(high)
	for _, n := range numbers {
		set.Add(n)
	}
	s.scores.Keep(set)
}

func (s *search) numbers(ctx context.Context, query string, args ...any) ([]int64, error) {
	var numbers []int64
	err := s.t.Rows(ctx, query, args, func(rows *sql.Rows) error {
		var n int64
		err := rows.Scan(&n)
		numbers = append(numbers, n)
		return err
	})
	return numbers, err
}

// surrounding is what ranking needs of a candidate before its text is read.
type surrounding struct {
	number int64
	beside []recall.Beside
}

// worth estimates what the text will be ranked by: its words and those beside
// it.
func (s *search) worth(c surrounding) float64 {
	return s.scores.Of(c.number) + s.weights.Neighbours*recall.BesideWorth(c.beside)
}

// surroundings returns the candidates and what stands beside the best of them
// in their sessions, each with the scores beside it. Of those that are only
// beside a candidate the likeliest are kept: most would be read for nothing.
func (s *search) surroundings(ctx context.Context, top []textindex.Candidate) ([]surrounding, error) {
	all := make([]surrounding, len(top))
	numbers := make([]int64, len(top))
	place := make(map[int64]int, len(top))
	for i, c := range top {
		all[i].number, numbers[i], place[c.Doc] = c.Doc, c.Doc, i
	}
	seen := make(map[int64][]recall.Beside) // from the candidates that a memory is beside
	err := s.neighbours(ctx, numbers, func(number, neighbour int64, distance int) {
		i := place[number]
		all[i].beside = append(all[i].beside, recall.Beside{Distance: distance, BM25: s.scores.Of(neighbour)})
		if _, known := place[neighbour]; !known && i < surrounded {
			seen[neighbour] = append(seen[neighbour], recall.Beside{Distance: -distance, BM25: top[i].Score})
		}
	})
	if err != nil || len(seen) == 0 {
		return all, err
	}
	added := s.likeliest(seen)
	for i, number := range added {
		place[number] = len(top) + i
		all = append(all, surrounding{number: number})
	}
	err = s.neighbours(ctx, added, func(number, neighbour int64, distance int) {
		i := place[number]
		all[i].beside = append(all[i].beside, recall.Beside{Distance: distance, BM25: s.scores.Of(neighbour)})
	})
	return all, err
}

// likeliest chooses among memories that stand beside candidates.
func (s *search) likeliest(seen map[int64][]recall.Beside) []int64 {
	worth := make(map[int64]float64, len(seen))
	for number, beside := range seen {
		worth[number] = s.worth(surrounding{number, beside})
	}
	numbers := slices.SortedFunc(maps.Keys(seen), func(a, b int64) int {
		return cmp.Or(cmp.Compare(worth[b], worth[a]), cmp.Compare(b, a))
	})
	return numbers[:min(len(numbers), surrounded)]
}

// neighbours calls yield for each memory that was written shortly before or
// after one of numbers in the same session, with its distance, negative for
// before.
func (s *search) neighbours(ctx context.Context, numbers []int64, yield func(number, neighbour int64, distance int)) error {
	const beside = `(SELECT group_concat(number) FROM (SELECT n.number FROM memories AS n
		WHERE n.session = m.session AND n.number < m.number ORDER BY n.number DESC LIMIT ?1))`
	if len(numbers) == 0 {
		return nil
	}
	query := `SELECT m.number, ` + beside + `, ` + strings.NewReplacer("<", ">", "DESC", "ASC").Replace(beside) + `
		FROM memories AS m WHERE m.session IS NOT NULL AND m.number IN (` + numberList(numbers) + `)`
	return s.t.Rows(ctx, query, []any{recall.MaxBeside}, func(rows *sql.Rows) error {
		var number int64
		var before, after sql.NullString
		if err := rows.Scan(&number, &before, &after); err != nil {
			return err
		}
		for sign, list := range map[int]string{-1: before.String, 1: after.String} {
			for i, text := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
				neighbour, err := strconv.ParseInt(text, 10, 64)
				if err != nil {
					return err
				}
				yield(number, neighbour, sign*(i+1))
			}
		}
		return nil
	})
}

// numberList writes numbers for an IN clause.
func numberList(numbers []int64) string {
	var b strings.Builder
	for i, n := range numbers {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatInt(n, 10))
	}
	return b.String()
}

// found is a memory as ranking and the answer need it.
type found struct {
	id       uuid
	document recall.Document
	created  agmem.Instant
}

func (f found) shown() string {
	if f.document.Digest == "" {
		return f.document.Content
	}
	return f.document.Digest
}

// fetch reads those of the numbers that are alive and pass the filter.
func (s *search) fetch(ctx context.Context, candidates []surrounding) (map[int64]found, error) {
	numbers := make([]int64, len(candidates))
	for i, c := range candidates {
		numbers[i] = c.number
	}
	q := newListQuery(s.t, s.query.Filter)
	q.require(s.tags)
	memories := make(map[int64]found, len(numbers))
	err := s.t.Rows(ctx, `
		SELECT m.number, m.id, m.content, m.digest, m.tags, m.created_at, o.author
		FROM memories AS m LEFT JOIN origins AS o ON o.id = m.origin
		WHERE m.number IN (`+numberList(numbers)+`) AND `+q.where.String(), q.args, func(rows *sql.Rows) error {
		var number int64
		var f found
		var digest, tags, author sql.NullString
		err := rows.Scan(&number, scanBytes(f.id[:]), &f.document.Content, &digest, &tags, &f.created, &author)
		f.document.Digest, f.document.Tags, f.document.Author = digest.String, splitTags(tags.String), author.String
		memories[number] = f
		return err
	})
	return memories, err
}
