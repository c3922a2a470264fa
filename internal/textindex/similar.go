package textindex

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/recall"
)

func findTerm(terms recall.Terms, term string) (int, bool) {
	return slices.BinarySearchFunc(terms.Postings, term, func(p recall.Posting, t string) int {
		return strings.Compare(p.Term, t)
	})
}

// Similar returns the words of the index that are within the speller's
// distance of its word, each with its distance.
func (s *Snapshot) Similar(ctx context.Context, speller *recall.Speller) (map[string]int, error) {
	low, high := speller.Sizes()
	limit := speller.MaxDistance()
	found := make(map[string]int)
	try := func(word []byte) {
		if d := speller.Distance(word); d <= limit {
			found[string(word)] = d
		}
	}
	for _, p := range s.pending {
		for _, posting := range p.terms.Postings {
			if n := utf8.RuneCountInString(posting.Term); low <= n && n <= high && recall.IsSpellable(posting.Term) {
				try([]byte(posting.Term))
			}
		}
	}
	if len(s.segments) == 0 {
		return found, nil
	}
	return found, s.eachVocabulary(ctx, low, high, func(words []byte) error { return eachWord(words, try) })
}

func (s *Snapshot) eachVocabulary(ctx context.Context, low, high int, yield func([]byte) error) (err error) {
	rows, err := s.db.QueryContext(ctx, s.index.sql(`SELECT words FROM NAME_words
		WHERE segment IN (`+s.segmentIDs()+`) AND size BETWEEN ? AND ?`), low, high)
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	for rows.Next() {
		var words sql.RawBytes
		if err := rows.Scan(&words); err != nil {
			return err
		}
		if err := yield(words); err != nil {
			return err
		}
	}
	return rows.Err()
}
