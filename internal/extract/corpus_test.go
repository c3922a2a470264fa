package extract_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/extract"
)

// snippet is one case of testdata/corpus: a message and what a careful reader
// takes from it. The text is between "=== name" and "=>"; below that each fact
// is "fact: " with \n for line breaks, followed by its tags and its expiry if
// it has them. ␍ is a carriage return.
type snippet struct {
	file, name string
	text       string
	facts      []expected
}

type expected struct{ content, tags, expires string }

func corpus(t testing.TB) []snippet {
	t.Helper()
	files, err := filepath.Glob("testdata/corpus/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	var all []snippet
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split("\n"+string(data), "\n=== ")[1:] {
			head, answer, ok := strings.Cut(part, "\n=>\n")
			name, text, ok2 := strings.Cut(head, "\n")
			if !ok || !ok2 {
				t.Fatalf("%s: %q has no answer", file, head)
			}
			s := snippet{file: filepath.Base(file), name: name, text: strings.ReplaceAll(text, "␍", "\r")}
			s.facts = answers(t, s, answer)
			all = append(all, s)
		}
	}
	return all
}

func answers(t testing.TB, s snippet, answer string) []expected {
	t.Helper()
	var facts []expected
	for line := range strings.SplitSeq(strings.TrimSpace(answer), "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "none" && len(facts) == 0:
		case key == "fact":
			facts = append(facts, expected{content: strings.ReplaceAll(value, `\n`, "\n")})
		case key == "tags" && len(facts) > 0:
			facts[len(facts)-1].tags = value
		case key == "expires" && len(facts) > 0:
			facts[len(facts)-1].expires = value
		default:
			t.Fatalf("%s: %s: %q is not an answer", s.file, s.name, line)
		}
	}
	return facts
}

// clock is the now of the corpus, a Wednesday.
func clock(t testing.TB) time.Time {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(2025, time.January, 15, 10, 30, 0, 0, berlin)
}

// found is what was extracted in the form of the corpus: a day for its end.
func found(f extract.Fact, now time.Time) expected {
	e := expected{content: f.Content, tags: strings.Join(f.Tags, " ")}
	if f.ExpiresAt != 0 {
		e.expires = strings.TrimSuffix(f.ExpiresAt.Time().In(now.Location()).Format("2006-01-02 15:04:05.999"), " 23:59:59.999")
	}
	return e
}

// tally counts right, missed and wrong answers.
type tally struct{ right, missed, wrong int }

func (c *tally) add(want, got []string) {
	for _, w := range want {
		if i := slices.Index(got, w); i >= 0 {
			c.right++
			got = slices.Delete(slices.Clone(got), i, i+1)
		} else {
			c.missed++
		}
	}
	c.wrong += len(got)
}

func (c *tally) precision() float64 { return float64(c.right) / float64(c.right+c.wrong) }
func (c *tally) recall() float64    { return float64(c.right) / float64(c.right+c.missed) }

func TestCorpus(t *testing.T) {
	all, now := corpus(t), clock(t)
	if len(all) < 150 {
		t.Errorf("the corpus has %d snippets only", len(all))
	}
	var facts, tags, expiries tally
	for _, s := range all {
		var got []expected
		for _, f := range extract.Facts(s.text, now) {
			got = append(got, found(f, now))
		}
		if !slices.Equal(got, s.facts) {
			t.Logf("%s: %s:\n got %q\nwant %q", s.file, s.name, got, s.facts)
		}
		facts.add(parts(s.facts, 'c'), parts(got, 'c'))
		tags.add(parts(s.facts, 't'), parts(got, 't'))
		expiries.add(parts(s.facts, 'e'), parts(got, 'e'))
	}
	for name, c := range map[string]*tally{"facts": &facts, "tags": &tags, "expiries": &expiries} {
		t.Logf("%d snippets, %s: precision %.3f, recall %.3f (%d right, %d missed, %d wrong)",
			len(all), name, c.precision(), c.recall(), c.right, c.missed, c.wrong)
		if c.right == 0 || c.precision() < 0.95 || c.recall() < 0.95 {
			t.Errorf("%s: precision and recall have to be 0.95 at least", name)
		}
	}
}

// parts returns what is counted of the facts of a snippet: their contents, or
// each tag or the expiry together with the content it is of.
func parts(facts []expected, what byte) []string {
	var all []string
	for _, f := range facts {
		switch what {
		case 'c':
			all = append(all, f.content)
		case 't':
			for tag := range strings.FieldsSeq(f.tags) {
				all = append(all, f.content+"\x00"+tag)
			}
		case 'e':
			if f.expires != "" {
				all = append(all, f.content+"\x00"+f.expires)
			}
		}
	}
	return all
}

// What the contract of the program names is right, not only nearly always.
func TestTraps(t *testing.T) {
	now := clock(t)
	for text, want := range map[string]expected{
		"*Remember*: Phoenix reads mix.exs":            {},
		"*Remember*: every metric has a prefix":        {},
		"*Remember*: I compose email":                  {},
		"*Remember*: flake8 is a linter, so fix it":    {},
		"*Remember*: docker":                           {tags: "docker"},
		"*Remember*: docker-compose":                   {tags: "docker"},
		"*Remember*: the Dockerfile":                   {tags: "docker"},
		"*Remember*: a container":                      {tags: "docker"},
		"*Remember*: valid through March 2027":         {expires: "2027-03-31"},
		"*Remember*: Q1 2027":                          {expires: "2027-03-31"},
		"*Remember*: expires 2027-01-15":               {expires: "2027-01-15"},
		"*Remember*: temporary":                        {expires: "2025-04-15 10:30:00"},
		"*Remember*: template, attempt, temperature":   {},
		"*REMEMBER* the port":                          {},
		"**remember**: an error":                       {tags: "troubleshooting"},
		"*Remember*: one of\nthe facts\n\nand no more": {},
	} {
		facts := extract.Facts(text, now)
		if len(facts) != 1 {
			t.Errorf("%q: %d facts, want one", text, len(facts))
			continue
		}
		got := found(facts[0], now)
		if got.tags != want.tags || got.expires != want.expires || strings.Contains(got.content, "more") {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func TestPositions(t *testing.T) {
	text := "Hello.\r\n\r\n- äöü *Remember*: one\n> 📌 **remember:** two\n"
	var got []string
	for _, f := range extract.Facts(text, clock(t)) {
		got = append(got, fmt.Sprintf("%d %s %s", f.Line, f.Content, text[f.Offset:f.Offset+4]))
	}
	if want := []string{"3 one *Rem", "4 two **re"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A date is the end of a day of the reader, wherever that is.
func TestExpiryIsLocal(t *testing.T) {
	for _, zone := range []string{"UTC", "America/New_York", "Asia/Tokyo"} {
		loc, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		facts := extract.Facts("*Remember*: expires 2027-01-15", clock(t).In(loc))
		if want := agmem.InstantOf(time.Date(2027, 1, 15, 23, 59, 59, 999e6, loc)); len(facts) != 1 || facts[0].ExpiresAt != want {
			t.Errorf("in %s: %v, want %v", zone, facts, want)
		}
	}
}

// The page for users has the words of every tag.
func TestPageOfTags(t *testing.T) {
	page, err := os.ReadFile("../../docs/remember.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		rows++
		words, _, _ := strings.Cut(cells[2], ", and their forms")
		for word := range strings.SplitSeq(words, ",") {
			facts := extract.Facts("*Remember*: about "+strings.TrimSpace(word)+" here", clock(t))
			if want := strings.Trim(cells[1], " `"); len(facts) != 1 || !slices.Equal(facts[0].Tags, []string{want}) {
				t.Errorf("%s: %+v, want the tag %s", word, facts, want)
			}
		}
	}
	if rows != 9 {
		t.Errorf("%d tags on the page", rows)
	}
}
