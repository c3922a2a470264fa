package textindex

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/recall"
)

// What only removed documents said leaves the tables, and the rest stays found.
func TestExpunge(t *testing.T) {
	r := newRig(t, 7)
	db, x := r.db, r.index
	const documents, removed = 3 * maxPending, 200
	for i := range documents {
		text := fmt.Sprintf("everyone knows word%dx", i)
		if err := x.Put(t.Context(), db, int64(i), recall.Analyze(recall.Document{Content: text})); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Remove(t.Context(), db, removed); err != nil {
		t.Fatal(err)
	}
	gone := fmt.Sprintf("word%dx", removed)
	if !strings.Contains(everything(t, db), gone) {
		t.Fatalf("%s is gone before: the test shows nothing", gone)
	}
	for more := true; more; {
		var err error
		if more, err = x.Expunge(t.Context(), db); err != nil {
			t.Fatal(err)
		}
	}
	all := everything(t, db)
	if strings.Contains(all, gone) || !strings.Contains(all, fmt.Sprintf("word%dx", removed+1)) {
		t.Errorf("%s is still in the tables, or the next word is not", gone)
	}
	audit, err := x.Check(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	for i := range documents {
		if i != removed {
			audit.Compare(int64(i), recall.Analyze(recall.Document{Content: fmt.Sprintf("everyone knows word%dx", i)}))
		}
	}
	if faults := audit.Faults(); len(faults) > 0 {
		t.Error(faults)
	}
}

// A segment may have more documents than one step is to write: it is a step alone.
func TestExpungeOfALargeSegment(t *testing.T) {
	r := newRig(t, 7)
	b := r.index.NewBuilder()
	terms := recall.Analyze(recall.Document{Content: "everyone"})
	for doc := range int64(maxSegment + 10) {
		b.Add(doc, terms)
	}
	r.ok(b.Flush(t.Context(), r.db))
	r.ok(r.index.Remove(t.Context(), r.db, 5))
	more, err := r.index.Expunge(t.Context(), r.db)
	r.ok(err)
	segments, err := r.index.segments(t.Context(), r.db)
	r.ok(err)
	if more || len(segments) != 1 || segments[0].docs != maxSegment+9 {
		t.Errorf("more: %v, segments: %+v", more, segments)
	}
}

// everything returns the bytes of the tables that have words.
func everything(t *testing.T, db DB) string {
	t.Helper()
	var all strings.Builder
	for _, query := range []string{`SELECT terms FROM test_pending`, `SELECT term || lists FROM test_block`, `SELECT words FROM test_words`} {
		rows, err := db.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var b sql.RawBytes
			if err := rows.Scan(&b); err != nil {
				t.Fatal(err)
			}
			all.Write(b)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
