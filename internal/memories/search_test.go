package memories_test

import (
	"database/sql"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// searching is a store whose memories have short names.
type searching struct {
	*testing.T
	store *memories.Store
	ids   map[string]string // names by id
}

// holding returns a store with memories, named by their IDs.
func holding(t *testing.T, named map[string]agmem.Memory) searching {
	t.Helper()
	clock := func() time.Time { return time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC) }
	path := filepath.Join(t.TempDir(), "agmem.db")
	f := searching{t, open(t, path, memories.Options{Now: clock}), make(map[string]string)}
	var all []agmem.Memory
	for i, name := range slices.Sorted(maps.Keys(named)) {
		m := named[name]
		m.ID = fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		f.ids[m.ID] = name
		all = append(all, m)
	}
	if _, err := f.store.Import(t.Context(), storetest.Sequence(all...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	return f
}

// texts is holding memories that have nothing but content.
func texts(t *testing.T, contents map[string]string) searching {
	t.Helper()
	memories := make(map[string]agmem.Memory, len(contents))
	for name, content := range contents {
		memories[name] = agmem.Memory{Content: content}
	}
	return holding(t, memories)
}

func (f searching) ask(q agmem.Query) []agmem.Hit {
	f.Helper()
	if q.Limit == 0 {
		q.Limit = 10
	}
	hits, err := f.store.Search(f.Context(), q)
	if err != nil {
		f.Fatalf("%q: %v", q.Text, err)
	}
	return hits
}

// names returns the names of the hits, best first.
func (f searching) names(q agmem.Query) string {
	f.Helper()
	var names []string
	for _, h := range f.ask(q) {
		names = append(names, f.ids[h.ID])
	}
	return strings.Join(names, " ")
}

// finds wants exactly these memories, in this order.
func (f searching) finds(text, want string) {
	f.Helper()
	if got := f.names(agmem.Query{Text: text}); got != want {
		f.Errorf("%s finds %q, want %q", text, got, want)
	}
}

// findsFirst wants this memory before all others.
func (f searching) findsFirst(text, want string) {
	f.Helper()
	if got, _, _ := strings.Cut(f.names(agmem.Query{Text: text}), " "); got != want {
		f.Errorf("%s finds %q first, want %q", text, got, want)
	}
}

func TestPlainWordsAreRankedOr(t *testing.T) {
	f := texts(t, map[string]string{
		"full":   "the staging deploy failed as the disk was full",
		"deploy": "a deploy takes ten minutes",
		"disk":   "replace the disk of the old laptop",
		"other":  "nothing of this kind",
	})
	f.findsFirst("why did our staging deploy fail with a full disk yesterday?", "full")
	f.finds("deploy unheardof", "deploy full")
	f.finds("staging zebra", "full")
}

func TestOperatorsAreStrictWhenWellFormed(t *testing.T) {
	f := texts(t, map[string]string{
		"pool":  "the connection pool is full",
		"apart": "a pool for each connection",
		"other": "the proxy is full",
	})
	f.finds(`"connection pool"`, "pool")
	f.finds("proxy AND full", "other")
	f.finds("connection AND proxy", "")
	f.finds("conn* NOT full", "apart")
	f.finds("full -proxy", "pool")
	f.finds("(proxy OR each) AND (full OR pool)", "other apart")
	for _, odd := range []string{"AND", "proxy AND", `"proxy`, "(proxy", "NOT proxy", "proxy -", "*proxy", "OR OR"} {
		if strings.Contains(odd, "proxy") {
			f.findsFirst(odd, "other")
		}
		f.ask(agmem.Query{Text: odd})
	}
}

func TestContentDigestAndTagsAreSearched(t *testing.T) {
	f := holding(t, map[string]agmem.Memory{
		"content": {Content: "a heron in the reeds"},
		"digest":  {Content: "x", Digest: "all about the otter"},
		"tag":     {Content: "y", Tags: []string{"kingfisher", "water birds"}},
	})
	f.finds("heron", "content")
	f.finds("otter", "digest")
	f.finds("kingfisher", "tag")
	f.finds(`"water birds"`, "tag")
}

// Every substring of two or more characters, alone or with Latin words.
func TestAnySubstringOfCJK(t *testing.T) {
	sentences := []string{"检索用户的数据库配置", "データベース接続の設定", "데이터베이스연결설정"}
	contents := map[string]string{"esm": "ESM 兼容性 in Jest", "noise": "猫 and 犬"}
	for i, s := range sentences {
		contents[fmt.Sprint("s", i)] = s
	}
	f := texts(t, contents)
	for i, s := range sentences {
		runes := []rune(s)
		for from := range runes {
			for to := from + 2; to <= len(runes); to++ {
				f.findsFirst(string(runes[from:to]), fmt.Sprint("s", i))
			}
		}
	}
	f.findsFirst("ESM 兼容性", "esm")
	f.findsFirst("jest兼容", "esm")
	f.findsFirst(`"容性"`, "esm")
}

func TestWordsMeetInOtherForms(t *testing.T) {
	f := texts(t, map[string]string{
		"cafe": "Café Zoë closes at six", "migrate": "we migrate on sundays", "id": "parseUserAgent(header) in http/user_agent.go",
		"went": "the site went live", "path": "edit docs/setup-guide.md", "lang": "the C++ part and the C# part",
	})
	for text, want := range map[string]string{
		"cafe": "cafe", "CAFÉ": "cafe", "zoe": "cafe", "migrations": "migrate", "migrated sunday": "migrate",
		"parseUserAgent": "id", "parse_user_agent": "id", "agent": "id", "useragent.go": "id", "go live": "went",
		"setup-guide": "path", "guide": "path", "docs/setup-guide.md": "path", "c++": "lang", "c#": "lang",
	} {
		f.findsFirst(text, want)
	}
}

// Words of a day add to a match; alone they count where month and year are named.
func TestDayOfWriting(t *testing.T) {
	on := func(day, content string) agmem.Memory {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		return agmem.Memory{Content: content, CreatedAt: agmem.InstantOf(at.Add(12 * time.Hour))}
	}
	f := holding(t, map[string]agmem.Memory{
		"may8": on("2023-05-08", "notes on the cache"), "may20": on("2023-05-20", "notes on the proxy"),
		"june": on("2023-06-08", "notes on the cache again"), "may24": on("2024-05-08", "cache notes of another year"),
	})
	for _, day := range []string{"8 May 2023", "May 8th, 2023", "2023-05-08", "2023年5月8日"} {
		f.finds(day, "may8")
		f.findsFirst("cache notes "+day, "may8")
	}
	if got := f.names(agmem.Query{Text: "May 2023"}); got != "may20 may8" && got != "may8 may20" {
		t.Errorf("May 2023 finds %q", got)
	}
	for _, part := range []string{"2023", "in May", "8 May"} {
		f.finds(part, "")
	}
	f.findsFirst("what about the cache in June", "june")
	f.finds(`2023-05-08 "another year"`, "may24") // a phrase is a must, a day never is
}

func TestCorrectionsStandOnTheirHits(t *testing.T) {
	f := texts(t, map[string]string{
		"docker": "the docker daemon", "postgres": "the postgres daemon", "other": "a heron", "ru": "настройка сервера",
	})
	hits := f.ask(agmem.Query{Text: "dokcer daemon"})
	if len(hits) != 2 || f.ids[hits[0].ID] != "docker" {
		t.Fatalf("hits %+v", hits)
	}
	if want := []agmem.Correction{{From: "dokcer", To: "docker"}}; !slices.Equal(hits[0].Corrected, want) || hits[1].Corrected != nil {
		t.Errorf("corrected %v and %v", hits[0].Corrected, hits[1].Corrected)
	}
	f.findsFirst("postgers", "postgres")
	f.findsFirst("настрйока", "ru")
	f.finds(`"dokcer"`, "")
}

// Two hundred newer memories that match as well do not hide the one that the
// filter lets through.
func TestFiltersArePartOfTheQuery(t *testing.T) {
	memories := make(map[string]agmem.Memory)
	for i := range 2000 {
		memories[fmt.Sprintf("new%04d", i)] = agmem.Memory{
			Content: fmt.Sprint("heron heron ", i), CreatedAt: agmem.Instant(2e12 + i), Tags: []string{"common"},
		}
	}
	memories["a-old"] = agmem.Memory{Content: "a text of many other words, and a heron", CreatedAt: 1e12, Tags: []string{"common", "Rare"}}
	f := holding(t, memories)
	for what, filter := range map[string]agmem.Filter{
		"a tag": {Tags: []string{"rare"}}, "two tags": {Tags: []string{"common", "RARE"}}, "a time": {Before: 1e12 + 1},
		"a span": {After: 1e12, Before: 1e12 + 1},
	} {
		if got := f.names(agmem.Query{Text: "heron", Filter: filter, Limit: 1}); got != "a-old" {
			t.Errorf("%s: %q", what, got)
		}
	}
	if got := f.names(agmem.Query{Text: "heron", Filter: agmem.Filter{Tags: []string{"none such"}}}); got != "" {
		t.Errorf("an unknown tag: %q", got)
	}
	if hits := f.ask(agmem.Query{Text: "heron", Limit: 1000}); len(hits) != 1000 {
		t.Errorf("%d of 1000 hits", len(hits))
	}
}

func TestTheExpiredAreNeverFound(t *testing.T) {
	now := agmem.InstantOf(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC))
	f := holding(t, map[string]agmem.Memory{
		"expired": {Content: "heron one", ExpiresAt: now, CreatedAt: now - 1000},
		"alive":   {Content: "heron two and many more words", ExpiresAt: now + 1, CreatedAt: now - 1000},
	})
	f.finds("heron", "alive")
	f.finds("10 March 2026", "alive")
}

func TestScores(t *testing.T) {
	f := texts(t, map[string]string{
		"all":  "docker build cache in ci",
		"one":  strings.Repeat("a long story about a town by the river ", 30) + "cache",
		"none": "a heron",
	})
	hits := f.ask(agmem.Query{Text: "docker build cache"})
	if len(hits) != 2 || hits[0].Score < 0.9 || hits[1].Score > 0.3 {
		t.Fatalf("hits %+v", hits)
	}
	if hits := f.ask(agmem.Query{Text: "docker build cache", MinScore: 0.5}); len(hits) != 1 {
		t.Errorf("%d hits above 0.5", len(hits))
	}
	if hits := f.ask(agmem.Query{Text: "docker build cache", MinScore: 1}); len(hits) > 1 {
		t.Errorf("%d hits of 1", len(hits))
	}
}

func TestExplain(t *testing.T) {
	memories := make(map[string]agmem.Memory)
	for i, content := range []string{"which port does the proxy listen on", "docker proxy port is 8443 since yesterday", "the port of the docker host", "nothing"} {
		memories[fmt.Sprint("m", i)] = agmem.Memory{
			Content: content, Origin: agmem.Origin{Session: "s1", Author: "ann"},
			CreatedAt: agmem.InstantOf(time.Date(2026, 3, 9, 12, i, 0, 0, time.UTC)),
		}
	}
	f := holding(t, memories)
	stable := []agmem.Signal{agmem.SignalBM25, agmem.SignalPhrase, agmem.SignalProximity, agmem.SignalCoverage,
		agmem.SignalNeighbours, agmem.SignalDate, agmem.SignalRecency, agmem.SignalFuzzy}
	seen := make(map[agmem.Signal]bool)
	value := math.Inf(1)
	for i, h := range f.ask(agmem.Query{Text: "when: dokcer proxy port 9 March 2026", Explain: true}) {
		if want := 1 / float64(60+i+1); h.Explanation == nil || math.Abs(h.Explanation.RRF-want) > 1e-12 {
			t.Fatalf("hit %d: %+v, want the RRF value %v", i, h.Explanation, want)
		}
		var sum float64
		for _, r := range h.Explanation.Reasons {
			if !slices.Contains(stable, r.Signal) {
				t.Errorf("the signal %q has no stable name", r.Signal)
			}
			seen[r.Signal] = true
			sum += r.Value
		}
		if sum > value+1e-9 {
			t.Errorf("hit %d is worth %v, the one before it %v", i, sum, value)
		}
		value = sum
	}
	for _, s := range stable {
		if !seen[s] {
			t.Errorf("no hit has a reason %s", s)
		}
	}
	for _, h := range f.ask(agmem.Query{Text: "proxy"}) {
		if h.Explanation != nil {
			t.Error("an explanation that nobody asked for")
		}
	}
}

func TestQueriesThatAreNone(t *testing.T) {
	f := texts(t, map[string]string{"a": "heron"})
	for _, q := range []agmem.Query{
		{Text: "", Limit: 1}, {Text: " \t\n", Limit: 1}, {Text: "\u3000", Limit: 1}, {Text: "heron"}, {Text: "heron", Limit: 1, MinScore: 2},
	} {
		if _, err := f.store.Search(t.Context(), q); agmem.KindOf(err) != agmem.Usage {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// Rows of the index that are damaged in the file give a clear error, check
// names them, and reindex repairs them.
func TestDamagedTextIndex(t *testing.T) {
	for _, damage := range []string{
		`UPDATE memory_text_block SET lists = x'FFFF'`,
		`UPDATE memory_text_block SET lists = substr(lists, 1, length(lists) - 1)`,
		`UPDATE memory_text_segment SET high = 1 << 60`,
		`INSERT INTO memory_text_pending VALUES (1, x'FF')`,
		`INSERT INTO memory_text_pending VALUES (-9, x'01')`,
		`UPDATE memory_text_words SET words = x'7F'`,
		`DELETE FROM memory_text_block`,
	} {
		t.Run(damage, func(t *testing.T) {
			f := texts(t, map[string]string{"a": "docker and heron", "b": "zebra and heron"})
			db, err := sql.Open("sqlite", f.store.Location())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(damage); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			_, err = f.store.Search(t.Context(), agmem.Query{Text: "dokcer zebra her*", Limit: 5})
			if err != nil && agmem.KindOf(err) != agmem.Corrupt {
				t.Errorf("search: %v %v", agmem.KindOf(err), err)
			}
			if _, err := f.store.Run(t.Context(), "check", nil); agmem.KindOf(err) != agmem.Corrupt {
				t.Errorf("check: %v", err)
			}
			if _, err := f.store.Run(t.Context(), "reindex", nil); err != nil {
				t.Errorf("reindex: %v", err)
			}
			sound(t, f.store)
			f.finds("zebra", "b")
		})
	}
}
