package main

import (
	"context"
	"database/sql"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/recall"
)

// fts5 is SQLite's full-text index over the analyzer's terms: a contentless
// table whose columns hold words, stems, and pairs of characters. A term that
// is in a text more than once is listed as often. The tokenizer only has
// to take the terms as they are.
//
// The analyzer's terms come in no order of the text, so the positions that are
// stored are not the true ones; they take the room of true ones.
type fts5 struct{}

func (fts5) create(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `CREATE VIRTUAL TABLE terms USING fts5 (words, stems, parts, content='',
		tokenize="ascii tokenchars '~+#._-'")`)
	return err
}

func (fts5) put(ctx context.Context, tx *sql.Tx, docs []document) error {
	insert, err := tx.PrepareContext(ctx, `INSERT INTO terms (rowid, words, stems, parts) VALUES (?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, d := range docs {
		var words, stems, parts strings.Builder
		for _, p := range d.terms.Postings {
			column := &words
			switch {
			case p.Term[0] == '~':
				column = &stems
			case p.Term[0] >= utf8.RuneSelf:
				column = &parts
			}
			for range p.Freq {
				column.WriteString(p.Term + " ")
			}
		}
		if _, err := insert.ExecContext(ctx, d.number, words.String(), stems.String(), parts.String()); err != nil {
			return err
		}
	}
	return nil
}

func (fts5) tidy(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `INSERT INTO terms (terms) VALUES ('optimize')`)
	return err
}

func (fts5) search(ctx context.Context, tx *sql.Tx, plan *recall.Plan) (int, error) {
	var terms []string
	for _, i := range plan.Active() {
		for _, t := range plan.Leaves[i].Terms {
			terms = append(terms, `"`+t+`"`)
		}
	}
	rows, err := tx.QueryContext(ctx, `SELECT rowid, rank FROM terms WHERE terms MATCH ? ORDER BY rank LIMIT ?`,
		strings.Join(terms, " OR "), candidates)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		var doc int64
		var rank float64
		if err := rows.Scan(&doc, &rank); err != nil {
			return 0, err
		}
		n++
	}
	return n, rows.Err()
}
