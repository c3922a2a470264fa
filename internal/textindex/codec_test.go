package textindex

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

func TestTermsRoundTrip(t *testing.T) {
	for _, text := range []string{"", "a", "docker-compose up 兼容性 café", "migrations migrated migrate"} {
		want := recall.Analyze(recall.Document{Content: text, Tags: []string{"one", "two"}})
		got, err := decodeTerms(encodeTerms(want))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q came back as %+v, %v", text, got, err)
		}
	}
}

func TestListRoundTrip(t *testing.T) {
	want := []entry{{1, 1}, {2, 255}, {127, 3}, {255, 4}, {maxNumber - 1, 5}, {maxNumber, 6}}
	got, err := listEntries(encodeList(want))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v came back as %v, %v", want, got, err)
	}
}

// Half a row is damage, not a shorter row.
func TestTruncatedRows(t *testing.T) {
	terms := encodeTerms(recall.Terms{Length: 300, Postings: []recall.Posting{{Term: "heron", Freq: 200}}})
	for n := range len(terms) {
		if _, err := decodeTerms(terms[:n]); n != 2 && agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("%d bytes of terms: %v", n, err) // two bytes are a length without terms
		}
	}
	long := encodeList([]entry{{maxNumber, 9}})
	for n := 1; n < len(long); n++ {
		if _, err := listEntries(long[:n]); agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("%d bytes of a list: %v", n, err)
		}
	}
	for _, words := range []string{"\x05fou", "\x80"} {
		if err := eachWord([]byte(words), func([]byte) {}); agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("words %q: %v", words, err)
		}
	}
}

func encodeList(entries []entry) []byte {
	var l list
	for _, e := range entries {
		l.append(e.doc, e.impact)
	}
	return l.buf
}

func listEntries(buf []byte) ([]entry, error) {
	var all []entry
	err := decodeList(buf, func(doc int64, impact recall.Impact) { all = append(all, entry{doc, impact}) })
	return all, err
}

func FuzzDecodeTerms(f *testing.F) {
	f.Add(encodeTerms(recall.Analyze(recall.Document{Content: "docker-compose up 兼容性"})))
	f.Add([]byte{1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1})
	f.Fuzz(func(t *testing.T, buf []byte) {
		terms, err := decodeTerms(buf)
		if err != nil {
			return
		}
		again, err := decodeTerms(encodeTerms(terms))
		if err != nil || !reflect.DeepEqual(again, terms) {
			t.Errorf("%+v came back as %+v, %v", terms, again, err)
		}
	})
}

// Whatever a list is, it is read without a panic into a union that has each
// document once and none beyond the highest.
func FuzzDecodeList(f *testing.F) {
	f.Add(encodeList([]entry{{1, 1}, {2, 255}, {300, 3}}))
	f.Add([]byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 7, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 7})
	f.Add([]byte{48, 0, 0, 0}) // a document twice, without an impact
	f.Fuzz(func(t *testing.T, buf []byte) {
		entries, err := listEntries(buf)
		if err == nil && ascending(entries) {
			if again, err := listEntries(encodeList(entries)); err != nil || !slices.Equal(again, entries) {
				t.Errorf("%v came back as %v, %v", entries, again, err)
			}
		}
		s := &Snapshot{impacts: make([]recall.Impact, 100)}
		if s.collect(1, buf) != nil {
			return
		}
		seen := make(map[uint32]bool)
		for _, doc := range s.collected().Docs {
			if doc >= 100 || seen[doc] {
				t.Errorf("document %d is out of range or there twice", doc)
			}
			seen[doc] = true
		}
	})
}

func ascending(entries []entry) bool {
	last := int64(-1)
	for _, e := range entries {
		if e.doc <= last || e.doc > math.MaxInt32 {
			return false
		}
		last = e.doc
	}
	return true
}

func FuzzEachWord(f *testing.F) {
	f.Add([]byte("\x05heron\x05otter"))
	f.Fuzz(func(t *testing.T, buf []byte) {
		read := 0
		if eachWord(buf, func(word []byte) { read += 1 + len(word) }) == nil && read > len(buf) {
			t.Errorf("%d bytes of words in %d", read, len(buf))
		}
	})
}

func FuzzBlock(f *testing.F) {
	f.Add(appendPosting(appendPosting(nil, "heron", []byte{1, 1}), "otter", nil), "otter")
	f.Fuzz(func(t *testing.T, block []byte, sought string) {
		var again []byte
		var found []byte
		err := eachPosting(block, func(term, list []byte) error {
			again = appendPosting(again, string(term), list)
			if found == nil && string(term) == sought {
				found = list
			}
			return nil
		})
		if err != nil {
			return
		}
		if err := eachPosting(again, func(_, _ []byte) error { return nil }); err != nil || len(again) > len(block) {
			t.Errorf("%d bytes came back as %d, %v", len(block), len(again), err)
		}
		if list, err := findList(block, sought); err != nil || string(list) != string(found) {
			t.Errorf("the list of %q is %v, %v; want %v", sought, list, err, found)
		}
	})
}
