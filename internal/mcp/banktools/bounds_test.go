package banktools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// most is how long an answer may be, its note on what is left out included.
const most = 55_000

// cut is what an answer says of what it leaves out.
type cut struct {
	Bytes     int
	Beginning string
	Shown     *int
	Total     int
	Hint      string
}

// large makes a bank with so many entries of so many bytes, and one short one
// at the end.
func (h *house) large(bank string, entries, size int) {
	var b strings.Builder
	b.WriteString("{")
	for i := range entries {
		fmt.Fprintf(&b, `"key%05d":{"value":[%q]},`, i, strings.Repeat("v", size))
	}
	b.WriteString(`"last":{"value":"short"}}`)
	h.bank(bank, b.String())
}

// bounded calls a tool whose whole answer would be too long.
func (c *client) bounded(tool, arguments string, answer any) {
	c.t.Helper()
	text := c.ok(tool, arguments)
	if len(text) > most {
		c.t.Errorf("%s %s answers with %d bytes", tool, arguments, len(text))
	}
	decode(c.t, text, answer)
}

func checkList(t *testing.T, what string, cut *cut, shown, total int) {
	t.Helper()
	if cut == nil || cut.Shown == nil || *cut.Shown != shown || cut.Total != total || cut.Hint == "" || shown == 0 {
		t.Errorf("%s shows %d of %d and says %+v", what, shown, total, cut)
	}
}

func checkValue(t *testing.T, what string, cut *cut, bytes int) {
	t.Helper()
	if cut == nil || cut.Bytes != bytes || !strings.HasPrefix(cut.Beginning, `["vvv`) || !strings.Contains(cut.Hint, ".[0:20]") {
		t.Errorf("%s of %d bytes is left out like this: %+v", what, bytes, cut)
	}
}

func TestALongBankIsCutAtAnEntry(t *testing.T) {
	h := newHouse(t)
	h.large("many", 9_000, 100)
	var answer struct {
		Entries   map[string]struct{ Value json.RawMessage }
		Truncated *cut
	}
	h.client().bounded("memory_read", `{"bank":"many"}`, &answer)
	checkList(t, "the bank", answer.Truncated, len(answer.Entries), 9_001)
	if _, first := answer.Entries["key00000"]; !first {
		t.Error("the first entry is not there")
	}
}

// TestALongValueHidesNoOther: it is left out alone.
func TestALongValueHidesNoOther(t *testing.T) {
	h := newHouse(t)
	h.large("few", 3, 1_000_000)
	c := h.client()
	var bank struct {
		Entries map[string]struct {
			Value     json.RawMessage
			Truncated *cut
		}
		Truncated *cut
	}
	c.bounded("memory_read", `{"bank":"few"}`, &bank)
	if len(bank.Entries) != 4 || string(bank.Entries["last"].Value) != `"short"` || bank.Truncated != nil {
		t.Errorf("of four entries there are %d, the bank says %+v", len(bank.Entries), bank.Truncated)
	}
	checkValue(t, "an entry", bank.Entries["key00000"].Truncated, 1_000_004)

	var found struct {
		Matches []struct {
			Key       string
			Value     json.RawMessage
			Truncated *cut
		}
		Total     int
		Truncated *cut
	}
	c.bounded("memory_search", `{"pattern":".","search_values":true}`, &found)
	if len(found.Matches) != 4 || found.Total != 4 || string(found.Matches[3].Value) != `"short"` || found.Truncated != nil {
		t.Errorf("of four matches there are %d, total %d, %+v", len(found.Matches), found.Total, found.Truncated)
	}
	checkValue(t, "a match", found.Matches[0].Truncated, 1_000_004)
}

func TestALongValue(t *testing.T) {
	h := newHouse(t)
	h.large("few", 3, 1_000_000)
	c := h.client()
	for tool, arguments := range map[string]string{
		"memory_read":   `{"bank":"few","key":"key00001"}`,
		"memory_update": `{"bank":"few","key":"key00001","filter":"."}`,
		"memory_query":  `{"bank":"few","key":"key00001","filter":"."}`,
	} {
		var answer struct{ Truncated *cut }
		c.bounded(tool, arguments, &answer)
		checkValue(t, tool, answer.Truncated, 1_000_004)
	}
	// The way on that the hint names.
	if got := c.ok("memory_query", `{"bank":"few","key":"key00001","filter":".[0] | .[0:20000] | length"}`); got != "20000" {
		t.Errorf("a part of it has the length %s", got)
	}
}

func TestLongLists(t *testing.T) {
	h := newHouse(t)
	h.large("many", 9_000, 1)
	for i := range 1_000 {
		h.bank(fmt.Sprintf("bank%04d", i), `{}`)
	}
	c := h.client()
	var banks struct {
		Banks     []any
		Truncated *cut
	}
	c.bounded("memory_list", `{}`, &banks)
	checkList(t, "the list of banks", banks.Truncated, len(banks.Banks), 1_001)
	var keys struct {
		Keys      []any
		Truncated *cut
	}
	c.bounded("memory_list", `{"bank":"many"}`, &keys)
	checkList(t, "the list of keys", keys.Truncated, len(keys.Keys), 9_001)
	var found struct {
		Matches   []any
		Total     int
		Truncated *cut
	}
	c.bounded("memory_search", `{"pattern":"key"}`, &found)
	checkList(t, "the search", found.Truncated, len(found.Matches), 9_000)
	if found.Total != 9_000 {
		t.Errorf("the search found %d", found.Total)
	}
}

// TestAQueryWithoutEnd is cut after the last result that has room.
func TestAQueryWithoutEnd(t *testing.T) {
	h := newHouse(t)
	h.large("few", 1, 1)
	c := h.client()
	texts, result := c.call("memory_query", `{"bank":"few","filter":"range(infinite)"}`)
	if result.IsError || len(texts) != 2 || len(texts[0]) > most {
		t.Fatalf("%d texts, error %v", len(texts), result.IsError)
	}
	var note struct{ Truncated cut }
	decode(t, texts[1], &note)
	lines := strings.Split(texts[0], "\n")
	if *note.Truncated.Shown != len(lines) || lines[len(lines)-1] != fmt.Sprint(len(lines)-1) || note.Truncated.Hint == "" {
		t.Errorf("%d lines, the last is %s, the note %s", len(lines), lines[len(lines)-1], texts[1])
	}
	// The way on that the hint names.
	_, after, _ := strings.Cut(note.Truncated.Hint, "skip(")
	count, _, _ := strings.Cut(after, ";")
	if got := c.ok("memory_query", `{"bank":"few","filter":"limit(1; skip(`+count+`; range(infinite)))"}`); got != fmt.Sprint(len(lines)) {
		t.Errorf("the next result is %s, want %d", got, len(lines))
	}
}
