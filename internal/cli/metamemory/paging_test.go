package metamemory_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// mostPrinted is what an answer may have, in bytes.
const mostPrinted = 30_000

// What is listed is bounded whatever the limit is, and nextOffset leads through
// all of it, each once and in its order.
func TestListsArePaged(t *testing.T) {
	const all = 400
	h := clitest.NewHome(t, "agmem")
	var messages []string
	for i := range all {
		content := fmt.Sprintf("event %d <&> %s", i, strings.Repeat("鷺", i%9*50))
		messages = append(messages, fmt.Sprintf(`{"role":"user","content":%q}`, content))
	}
	answered(t, h, `{"messages":[`+strings.Join(messages, ",")+`]}`, "sync-turn")
	for i := range 40 {
		in := fmt.Sprintf(`{"uri":"r%02d","title":"T","content":%q}`, i, strings.Repeat("a heron\n", 300))
		answered(t, h, in, "upsert-resource")
	}
	for i := range 60 {
		in := fmt.Sprintf(`{"fromId":"r","toId":"r%02d","relation":"supports","metadata":{"why":%q}}`, i, strings.Repeat("鷺", 300))
		answered(t, h, in, "add-relation")
	}
	for _, c := range []struct {
		command, about, field, id string
		want                      int
	}{
		{"list-events", `"includeAudit":false`, "events", "id", all},
		{"browse-resources", `"dbPath":null`, "resources", "uri", 40},
		{"probe-relations", `"targetId":"r"`, "relations", "id", 60},
	} {
		var seen []string
		for offset, pages := 0, 0; pages == 0 || offset > 0; pages++ {
			stdout := answered(t, h, fmt.Sprintf(`{"limit":1000000,"offset":%d,%s}`, offset, c.about), c.command)
			if len(stdout) > mostPrinted {
				t.Fatalf("%s from %d on prints %d bytes", c.command, offset, len(stdout))
			}
			page, next := listed(t, stdout, c.field, c.id)
			seen = append(seen, page...)
			if next != 0 && next != len(seen) || pages > all {
				t.Fatalf("%s: the next offset behind %d is %d", c.command, len(seen), next)
			}
			offset = next
		}
		slices.Sort(seen)
		if n := len(slices.Compact(slices.Clone(seen))); n != c.want || len(seen) != c.want {
			t.Errorf("%s: %d records on the pages, %d of them different, want %d", c.command, len(seen), n, c.want)
		}
	}
}

// A limit is a page too, the last page has no next one, and what is longer than an
// answer comes alone and whole.
func TestPagesOfALimit(t *testing.T) {
	h := clitest.NewHome(t, "agmem")
	for _, uri := range []string{"a", "b", "c"} {
		content := "short"
		if uri == "b" {
			content = strings.Repeat("long ", 20_000)
		}
		answered(t, h, fmt.Sprintf(`{"uri":%q,"title":"T","content":%q}`, uri, content), "upsert-resource")
	}
	for _, c := range []struct {
		in   string
		want string
		next int
	}{
		{`{}`, "[a]", 1},
		{`{"offset":1}`, "[b]", 2},
		{`{"offset":2}`, "[c]", 0},
		{`{"offset":2,"limit":1}`, "[c]", 0},
		{`{"limit":1}`, "[a]", 1},
		{`{"offset":3}`, "[]", 0},
		{`{"offset":1e300}`, "[]", 0},
	} {
		page, next := listed(t, answered(t, h, c.in, "browse-resources"), "resources", "uri")
		if fmt.Sprint(page) != c.want || next != c.next {
			t.Errorf("%s: %v, then %d", c.in, page, next)
		}
	}
}

// A search is bounded too. What it found and has no room for is on the next pages,
// in the order of the scores.
func TestFoundIsPaged(t *testing.T) {
	h := clitest.NewHome(t, "agmem")
	for i := range 25 {
		content := strings.Repeat("heron ", 25-i) + strings.Repeat(fmt.Sprintf("marsh%02d ", i), 500)
		answered(t, h, fmt.Sprintf(`{"content":%q}`, content), "remember")
	}
	answered(t, h, `{"content":"a short one of storks"}`, "remember")
	var seen []string
	var last float64 = 1
	for offset, pages := 0, 0; pages == 0 || offset > 0; pages++ {
		stdout := answered(t, h, fmt.Sprintf(`{"query":"heron","limit":20,"offset":%d}`, offset), "search")
		if len(stdout) > mostPrinted {
			t.Fatalf("a search from %d on prints %d bytes", offset, len(stdout))
		}
		var answer struct {
			Results []struct {
				ID    string
				Score float64
			}
		}
		if err := json.Unmarshal([]byte(stdout), &answer); err != nil {
			t.Fatal(err)
		}
		for _, r := range answer.Results {
			if seen = append(seen, r.ID); r.Score > last {
				t.Errorf("%v comes after %v", r.Score, last)
			}
			last = r.Score
		}
		_, offset = listed(t, stdout, "results", "id")
		if offset != 0 && offset != len(seen) || pages > 20 {
			t.Fatalf("the next offset behind %d is %d", len(seen), offset)
		}
	}
	slices.Sort(seen)
	if n := len(slices.Compact(slices.Clone(seen))); n != 20 || len(seen) != 20 {
		t.Errorf("%d hits on the pages, %d of them different, want 20", len(seen), n)
	}
	if _, next := listed(t, answered(t, h, `{"query":"storks"}`, "search"), "results", "id"); next != 0 {
		t.Errorf("behind a single hit comes %d", next)
	}
}

func answered(t *testing.T, h *clitest.Home, in, command string) string {
	t.Helper()
	stdout, stderr, code := h.Run(t, in, "meta-memory", command)
	if code != 0 {
		t.Fatalf("%s: %s", command, stderr)
	}
	return stdout
}

// listed returns a field of the records of an answer, and where the next page begins.
func listed(t *testing.T, stdout, field, id string) (ids []string, next int) {
	t.Helper()
	var answer map[string]json.RawMessage
	if err := json.Unmarshal([]byte(stdout), &answer); err != nil {
		t.Fatal(err)
	}
	var records []map[string]any
	if err := json.Unmarshal(answer[field], &records); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		ids = append(ids, r[id].(string))
	}
	if raw := answer["nextOffset"]; raw != nil {
		if err := json.Unmarshal(raw, &next); err != nil || next == 0 {
			t.Fatalf("nextOffset is %s: %v", raw, err)
		}
	}
	return ids, next
}
