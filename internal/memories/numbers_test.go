package memories_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// numbered returns memories with these numbers, each with a content of its own.
func numbered(numbers ...int64) []agmem.Memory {
	all := make([]agmem.Memory, len(numbers))
	for i, n := range numbers {
		all[i] = agmem.Memory{Content: "memory " + strconv.Itoa(i) + " of number " + strconv.FormatInt(n, 10), Number: n}
	}
	return all
}

// numbersAfter imports memories and returns the numbers of all that are there.
func numbersAfter(t *testing.T, s *memories.Store, ms []agmem.Memory) []int64 {
	t.Helper()
	if _, err := s.Import(t.Context(), storetest.Sequence(ms...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	var numbers []int64
	for _, m := range export(t, s) {
		numbers = append(numbers, m.Number)
	}
	sound(t, s)
	return numbers
}

func TestImportKeepsNumbers(t *testing.T) {
	const million = 1_000_000
	for _, c := range []struct {
		name        string
		given, want []int64
	}{
		{"with gaps", []int64{2, 3, 7, 9}, []int64{2, 3, 7, 9}},
		{"none are given", []int64{0, 0}, []int64{1, 2}},
		{"one that is not higher", []int64{5, 4, 5, 6, 8}, []int64{5, 6, 7, 8, 9}},
		{"below zero", []int64{-1 << 63, -1, 3}, []int64{1, 2, 3}},
		{"as far as it goes", []int64{million, million + 1}, []int64{million, million + 1}},
		{"too far", []int64{million + 1, 1<<63 - 1, 4}, []int64{1, 2, 4}},
		{"too far together", []int64{600_000, 1_200_000, 600_005}, []int64{600_000, 600_001, 600_005}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
			if got := numbersAfter(t, s, numbered(c.given...)); !slices.Equal(got, c.want) {
				t.Errorf("numbers %v were stored as %v, want %v", c.given, got, c.want)
			}
		})
	}
}

// What was deleted keeps its number for itself, and so does a deleted memory
// that had the highest one.
func TestImportReusesNoNumber(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	for _, content := range []string{"one", "two", "three"} {
		m, _, err := s.Add(t.Context(), agmem.Draft{Content: content})
		if err != nil {
			t.Fatal(err)
		}
		if content != "one" {
			if _, err := s.Delete(t.Context(), []string{m.ID}, agmem.DeleteOptions{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := numbersAfter(t, s, numbered(2, 3, 10)), []int64{1, 4, 5, 10}; !slices.Equal(got, want) {
		t.Errorf("the numbers are %v, want %v", got, want)
	}
}

// An import of what is there already takes no numbers, whatever numbers it
// brings: the next memory gets the next one.
func TestKnownMemoriesTakeNoNumbers(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	ms := numbered(0, 0, 0)
	numbersAfter(t, s, ms)
	ms[1].Number = 900_000
	numbersAfter(t, s, ms)
	m, _, err := s.Add(t.Context(), agmem.Draft{Content: "the next one"})
	if err != nil || m.Number != 4 {
		t.Errorf("the next memory has the number %d, want 4 (%v)", m.Number, err)
	}
}

// What comes back by its content, under another id, is a new memory among the
// others: it is in the log once and keeps a number that it brings.
func TestRevivedByContentAmongNewOnes(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	gone, _, err := s.Add(t.Context(), agmem.Draft{Content: "gone"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Delete(t.Context(), []string{gone.ID}, agmem.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	ms := []agmem.Memory{{Content: "a", Number: 3}, {Content: "gone", Number: 6}, {Content: "b", Number: 8}}
	_, err = s.Import(t.Context(), storetest.Sequence(ms...), agmem.ImportOptions{Revive: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range export(t, s) {
		changes, err := s.History(t.Context(), m.ID)
		if err != nil || len(changes) != 1 || m.Number != ms[i].Number {
			t.Errorf("%q has the number %d and %d changes, want %d and 1 (%v)", m.Content, m.Number, len(changes), ms[i].Number, err)
		}
	}
	sound(t, s)
}
