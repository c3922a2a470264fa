package textindex

import (
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// damagedRig returns an index with two segments, hidden and waiting documents.
func damagedRig(t *testing.T) *rig {
	t.Helper()
	r := newRig(t, 7)
	r.build(300)
	r.build(40)
	for doc := range int64(20) {
		r.put(doc + 1)
	}
	for doc := range int64(5) {
		r.remove(30 + doc)
	}
	for _, text := range []string{"heron and otter", "heron"} {
		doc := r.model.last + 1
		terms := r.analyze(text)
		r.ok(r.index.Put(r.ctx, r.db, doc, terms))
		r.model.put(doc, text, terms)
	}
	r.sound()
	return r
}

// Every damage of a row is found and named, by the form of the index or by
// its texts.
func TestCheckFindsDamage(t *testing.T) {
	for _, c := range []struct{ damage, says string }{
		{`UPDATE test_block SET lists = x'FF' || lists WHERE segment = 2`, "a block of segment 2 is damaged"},
		{`UPDATE test_block SET term = 'aaa' WHERE segment = 2`, "a block of segment 2 is damaged"},
		{`DELETE FROM test_block WHERE segment = 1`, "the words of 6 characters of segment 1 are not those of its terms"},
		{`DELETE FROM test_block WHERE segment = 1`, "is missing"},
		{`UPDATE test_block SET segment = 9 WHERE segment = 2`, "there are block rows of a segment 9, which is not there"},
		{`UPDATE test_words SET segment = 9 WHERE segment = 2`, "there are words rows of a segment 9, which is not there"},
		{`UPDATE test_words SET words = x'0561' WHERE segment = 1 AND size = 6`, "the words of 6 characters of segment 1 are damaged"},
		{`UPDATE test_words SET size = 31 WHERE segment = 1 AND size = 6`, "the words of 31 characters of segment 1 are damaged"},
		{`DELETE FROM test_words WHERE segment = 2`, "of segment 2 are not those of its terms"},
		{`UPDATE test_segment SET docs = 7 WHERE id = 2`, "segment 2 says it has 7 documents and has"},
		{`UPDATE test_segment SET high = 1 << 40 WHERE id = 2`, "segment 2 has impossible numbers"},
		{`UPDATE test_segment SET low = -1 WHERE id = 2`, "segment 2 has impossible numbers"},
		{`UPDATE test_segment SET high = high - 1 WHERE id = 2`, "in segment 2 is damaged"},
		{`DELETE FROM test_segment WHERE id = 2`, "rows of a segment 2, which is not there"},
		{`DELETE FROM test_hidden`, "is live twice"},
		{`DELETE FROM test_hidden WHERE doc BETWEEN 30 AND 34`, "has no text"},
		{`UPDATE test_pending SET terms = x'01FF'`, "the waiting document 1 cannot be read"},
		{`DELETE FROM test_pending`, "is missing"},
		{`UPDATE test_pending SET doc = 1 << 40 WHERE doc = 1`, "cannot be read"},
		{`INSERT INTO test_pending VALUES (5000, x'01010161')`, "document 5000 has no text"},
		{`INSERT OR REPLACE INTO test_pending VALUES (1, x'020101620101' || x'61')`, "the terms of the waiting document 1 are out of order"},
	} {
		r := damagedRig(t)
		r.ok(r.index.exec(r.ctx, r.db, c.damage))
		r.finds(c.damage, c.says)
	}
}

// Every damage of a list within its block is found and named.
func TestCheckFindsDamagedLists(t *testing.T) {
	is := func(term string) func(string, []byte) (string, []byte) {
		return func(string, []byte) (string, []byte) { return term, nil }
	}
	list := func(entries ...entry) func(string, []byte) (string, []byte) {
		return func(term string, _ []byte) (string, []byte) { return term, encodeList(entries) }
	}
	for says, change := range map[string]func(string, []byte) (string, []byte){
		`the list of "docker" in segment 1 is damaged`:             func(term string, l []byte) (string, []byte) { return term, l[:len(l)-1] },
		`the list of "zdocker" in segment 1 is damaged`:            is("zdocker"),
		"terms, its text has":                                      list(entry{7, 0x21}),
		"the terms of segment 1 are out of order":                  func(_ string, l []byte) (string, []byte) { return "zz", l },
		"has other terms than its text":                            func(_ string, l []byte) (string, []byte) { return "dockes", l },
		`"docker" in segment 1 is damaged`:                         list(entry{5, 1}, entry{5, 1}),
		`text index: the list of "docker" in segment 1 is damaged`: list(entry{5, 0}),
	} {
		r := damagedRig(t)
		r.rewrite(1, "docker", change)
		r.finds(says, says)
	}
}

// finds wants a fault that says something.
func (r *rig) finds(damage, says string) {
	r.Helper()
	audit, err := r.index.Check(r.ctx, r.db)
	r.ok(err)
	for doc, terms := range r.model.terms {
		audit.Compare(doc, terms)
	}
	faults := audit.Faults()
	if all := strings.Join(faults, "\n"); !strings.Contains(all, says) || len(faults) > maxFaults {
		r.Errorf("%s: want %q among\n%s", damage, says, all)
	}
}

// rewrite changes one term of a segment or its list.
func (r *rig) rewrite(segment int64, term string, change func(string, []byte) (string, []byte)) {
	r.Helper()
	var id int64
	var old, block []byte
	r.ok(r.db.QueryRowContext(r.ctx, `SELECT id, lists FROM test_block
		WHERE segment = ? AND term <= ? ORDER BY term DESC LIMIT 1`, segment, term).Scan(&id, &old))
	r.ok(eachPosting(old, func(t, list []byte) error {
		if string(t) == term {
			changed, list := change(term, list)
			block = appendPosting(block, changed, list)
			return nil
		}
		block = appendPosting(block, string(t), list)
		return nil
	}))
	r.ok(r.index.exec(r.ctx, r.db, `UPDATE test_block SET lists = ? WHERE id = ?`, block, id))
}

// What says that a row is damaged has the kind for it, and nothing panics.
func TestDamageIsCorrupt(t *testing.T) {
	for _, damage := range []string{
		`UPDATE test_block SET lists = x'FFFF'`,
		`UPDATE test_block SET lists = x'80' || lists`,
		`UPDATE test_segment SET high = 1 << 62`,
		`UPDATE test_segment SET low = high + 1`,
		`UPDATE test_pending SET terms = x'01FF'`,
		`UPDATE test_pending SET doc = 1 << 62 WHERE doc = 1`,
		`UPDATE test_words SET words = x'7F'`,
	} {
		r := damagedRig(t)
		r.ok(r.index.exec(r.ctx, r.db, damage))
		question := recall.Question{recall.Word("docker"), recall.Word("dokcer"), recall.Prefix("ca")}
		s, err := r.index.Snapshot(r.ctx, r.db)
		if err == nil {
			_, err = s.Weigh(r.ctx, recall.NewPlan(question, question.String()), nil)
		}
		if agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("%s: %v", damage, err)
		}
	}
}

func TestNumbersTooHigh(t *testing.T) {
	r := newRig(t, 1)
	for _, doc := range []int64{-1, maxNumber + 1} {
		if err := r.index.Put(r.ctx, r.db, doc, r.analyze("heron")); agmem.KindOf(err) != agmem.TooLarge {
			t.Errorf("Put(%d): %v", doc, err)
		}
	}
	b := r.index.NewBuilder()
	b.Add(maxNumber+1, r.analyze("heron"))
	if err := b.Flush(r.ctx, r.db); agmem.KindOf(err) != agmem.TooLarge {
		t.Errorf("Flush: %v", err)
	}
	r.sound()
}
