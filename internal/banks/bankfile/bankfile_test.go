package bankfile_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/rawjson"
)

// foreign is a bank as slop-mcp writes it, with members that agmem does not
// know at every level, and values that a careless program would change.
const foreign = `{
  "_meta": {
    "version": 1,
    "created_at": "2024-01-15T10:30:00.123456789+02:00",
    "updated_at": "2024-01-15T14:45:00.5Z",
    "owner": {"b": 1, "a": 2}
  },
  "entries": {
    "big": {
      "value": {"z": 12345678901234567890, "a": 1.10, "html": "<a href='x'>&amp;</a>", "e": 1E+400},
      "size": 99,
      "description": "numbers <that> matter",
      "schema": {"type": "object"},
      "created_at": "2024-01-15T10:30:00.123456789+02:00",
      "updated_at": "2024-01-15T14:45:00.5Z",
      "note": [1, 2,   3]
    },
    "context": {
      "value": "text",
      "size": 6,
      "created_at": "2024-01-15T10:30:00Z",
      "updated_at": "2024-01-15T10:30:00Z"
    }
  },
  "extra": [true]
}`

func now() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC) }

func parse(t testing.TB, text string) *bankfile.Bank {
	t.Helper()
	b, err := bankfile.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return b
}

func written(t testing.TB, b *bankfile.Bank) string {
	t.Helper()
	return string(b.Render())
}

func TestWhatNobodyChangesKeepsItsBytes(t *testing.T) {
	if got := written(t, parse(t, foreign)); got != foreign {
		t.Errorf("a bank that was only read is written as\n%s", got)
	}
}

func TestPutKeepsWhatItDoesNotKnow(t *testing.T) {
	b := parse(t, foreign)
	old, _ := b.Entry("big")
	b.Put(bankfile.Entry{Key: "big", Value: []byte(`{"n":[1,{}]}`), CreatedAt: old.CreatedAt, UpdatedAt: now(), TTL: 60})
	b.Touch(now())
	want := strings.NewReplacer(
		`{"z": 12345678901234567890, "a": 1.10, "html": "<a href='x'>&amp;</a>", "e": 1E+400}`, "{\n        \"n\": [\n          1,\n          {}\n        ]\n      }",
		`"size": 99`, `"size": 12`,
		"\"updated_at\": \"2024-01-15T14:45:00.5Z\",\n      \"note\": [1, 2,   3]",
		"\"updated_at\": \"2027-01-15T10:00:00.000Z\",\n      \"note\": [1, 2,   3],\n      \"ttl\": 60",
		`"updated_at": "2024-01-15T14:45:00.5Z"`, `"updated_at": "2027-01-15T10:00:00.000Z"`,
	).Replace(foreign)
	if got := written(t, b); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAnEarlierTTLIsGone(t *testing.T) {
	b := bankfile.New(now())
	b.Put(bankfile.Entry{Key: "k", Value: []byte("1"), CreatedAt: now(), UpdatedAt: now(), TTL: 60})
	b.Put(bankfile.Entry{Key: "k", Value: []byte("2"), CreatedAt: now(), UpdatedAt: now()})
	if got := written(t, b); strings.Contains(got, "ttl") {
		t.Errorf("the ttl is still there:\n%s", got)
	}
}

func TestNewKeysStandInOrder(t *testing.T) {
	b := parse(t, foreign)
	for _, key := range []string{"a", "zebra", "bus"} {
		b.Put(bankfile.Entry{Key: key, Value: []byte("0"), CreatedAt: now(), UpdatedAt: now()})
	}
	b.Delete("context")
	if got := keysOf(parse(t, written(t, b))); !slices.Equal(got, []string{"a", "big", "bus", "zebra"}) {
		t.Errorf("the keys stand as %v", got)
	}
	unordered := parse(t, `{"_meta":{},"entries":{"b":{"value":1},"a":{"value":2}}}`)
	unordered.Put(bankfile.Entry{Key: "aa", Value: []byte("3")})
	if got := keysOf(parse(t, written(t, unordered))); !slices.Equal(got, []string{"b", "a", "aa"}) {
		t.Errorf("keys without an order stand as %v", got)
	}
}

func keysOf(b *bankfile.Bank) []string {
	var keys []string
	for e := range b.Entries() {
		keys = append(keys, e.Key)
	}
	return keys
}

func TestParseAcceptsWhatOthersWrite(t *testing.T) {
	for name, text := range map[string]string{
		"null entries":       `{"_meta":{"version":1},"entries":null}`,
		"no times":           `{"_meta":{},"entries":{"k":{"value":null}}}`,
		"null ttl":           `{"_meta":{"schema":null},"entries":{"k":{"value":1,"ttl":null,"updated_at":"2024-01-15T10:30:00Z"}}}`,
		"ttl as a float":     `{"_meta":{},"entries":{"k":{"value":1,"ttl":3.6e3}}}`,
		"endless ttl":        `{"_meta":{},"entries":{"k":{"value":1,"ttl":1e300,"updated_at":"2024-01-15T10:30:00Z"}}}`,
		"escaped names":      `{"\u005fmeta":{},"entr\u0069es":{"\u006b":{"value":1}}}`,
		"white space":        "\n { \"_meta\" : { } ,\t\"entries\" : { } } \r\n",
		"entries first":      `{"entries":{"k":{"value":1}},"_meta":{}}`,
		"version as 1.0":     `{"_meta":{"version":1.0},"entries":{}}`,
		"values of any kind": `{"_meta":{},"entries":{"a":{"value":[]},"b":{"value":"x"},"c":{"value":false}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			b := parse(t, text)
			again := parse(t, written(t, b))
			if !slices.EqualFunc(b.Sorted(), again.Sorted(), sameEntry) {
				t.Errorf("read back as %v, was %v", again.Sorted(), b.Sorted())
			}
			for e := range b.Entries() {
				if e.Expired(now().AddDate(100, 0, 0)) && e.TTL == 0 {
					t.Errorf("%s expires", e.Key)
				}
			}
		})
	}
}

func sameEntry(a, b bankfile.Entry) bool {
	return a.Key == b.Key && string(a.Value) == string(b.Value) && a.TTL == b.TTL &&
		a.CreatedAt.Equal(b.CreatedAt) && a.UpdatedAt.Equal(b.UpdatedAt)
}

func TestParseRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":               ``,
		"white space":           " \n",
		"no object":             `[]`,
		"no meta":               `{"entries":{}}`,
		"no entries":            `{"_meta":{}}`,
		"something behind":      `{"_meta":{},"entries":{}} x`,
		"two banks":             `{"_meta":{},"entries":{}}{}`,
		"a cut text":            foreign[:len(foreign)/2],
		"a byte order mark":     "\uFEFF" + foreign,
		"no UTF-8":              "{\"_meta\":{},\"entries\":{\"k\":{\"value\":\"\xff\"}}}",
		"meta is not an object": `{"_meta":1,"entries":{}}`,
		"entries is an array":   `{"_meta":{},"entries":[]}`,
		"an entry is null":      `{"_meta":{},"entries":{"k":null}}`,
		"no value":              `{"_meta":{},"entries":{"k":{"size":1}}}`,
		"a key twice":           `{"_meta":{},"entries":{"k":{"value":1},"\u006b":{"value":2}}}`,
		"a value twice":         `{"_meta":{},"entries":{"k":{"value":1,"value":2}}}`,
		"meta twice":            `{"_meta":{},"_meta":{},"entries":{}}`,
		"a bad time":            `{"_meta":{},"entries":{"k":{"value":1,"updated_at":"yesterday"}}}`,
		"a time as a number":    `{"_meta":{"updated_at":1},"entries":{}}`,
		"a bad ttl":             `{"_meta":{},"entries":{"k":{"value":1,"ttl":"60"}}}`,
		"a newer version":       `{"_meta":{"version":2},"entries":{}}`,
		"a version as text":     `{"_meta":{"version":"1"},"entries":{}}`,
		"a single quote":        `{"_meta":{},"entries":{"k":{"value":'x'}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := bankfile.Parse([]byte(text))
			if !isDamage(err) {
				t.Errorf("Parse returned %v", err)
			}
			if _, _, err := bankfile.Find([]byte(text), "k"); !isDamage(err) {
				t.Errorf("Find returned %v", err)
			}
		})
	}
}

func TestTheYoungerTextIsTheLaterOne(t *testing.T) {
	b := bankfile.New(now())
	for _, at := range []time.Time{now(), now().Add(-time.Hour), now().Add(-time.Hour)} {
		before := b.UpdatedAt()
		b.Touch(at)
		if !b.UpdatedAt().After(before) {
			t.Errorf("touched at %v it is dated %v, not after %v", at, b.UpdatedAt(), before)
		}
	}
}

func TestSchema(t *testing.T) {
	b := parse(t, foreign)
	b.SetSchema([]byte(`{"type":"object"}`))
	again := parse(t, written(t, b))
	if got := string(again.Schema()); got != "{\n      \"type\": \"object\"\n    }" {
		t.Errorf("the schema is %s", got)
	}
	again.SetSchema(nil)
	if got := parse(t, written(t, again)).Schema(); got != nil {
		t.Errorf("a removed schema is %s", got)
	}
}

func TestAdoptTakesEverything(t *testing.T) {
	b := bankfile.New(now())
	b.Adopt(parse(t, foreign), "big")
	got := written(t, b)
	for _, part := range []string{`"description": "numbers <that> matter"`, `12345678901234567890`, `1E+400`, `"note": [`} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is lost:\n%s", part, got)
		}
	}
}

// TestSalvage cuts a bank at every place and damages every byte of it: what
// is before the damage in its own entry is saved, and nothing is
// made up.
func TestSalvage(t *testing.T) {
	whole := parse(t, foreign)
	want := map[string]string{}
	for e := range whole.Entries() {
		want[e.Key] = compacted(t, e.Value)
	}
	check := func(what string, text []byte, least int) {
		b, n := bankfile.Salvage(text, now())
		if n < least {
			t.Errorf("%s: %d entries were saved, want %d", what, n, least)
		}
		for e := range b.Entries() {
			if got := compacted(t, e.Value); want[e.Key] != "" && got != want[e.Key] && !strings.Contains(what, "byte") {
				t.Errorf("%s: %s is %s", what, e.Key, got)
			}
		}
		parse(t, written(t, b))
	}
	second := strings.Index(foreign, `"context"`)
	for cut := range foreign {
		least := 0
		if cut >= second {
			least = 1
		}
		check(fmt.Sprintf("cut at %d", cut), []byte(foreign[:cut]), least)
	}
	for i := range foreign {
		damaged := []byte(foreign)
		damaged[i] = 0
		check(fmt.Sprintf("byte %d", i), damaged, 1)
	}
	check("nothing", nil, 0)
	check("a byte order mark", []byte("\uFEFF"+foreign), len(want))
	check("UTF-16's zero bytes", []byte(strings.Join(strings.Split(foreign, ""), "\x00")), len(want))
}

func TestSalvageKeepsTheLaterOfTwo(t *testing.T) {
	b, n := bankfile.Salvage([]byte(`{"entries":{
		"k":{"value":2,"updated_at":"2024-01-02T00:00:00Z"},
		"k":{"value":1,"updated_at":"2024-01-01T00:00:00Z"}}}`), now())
	if e, _ := b.Entry("k"); n != 1 || string(e.Value) != "2" {
		t.Errorf("%d entries, the value is %s", n, e.Value)
	}
}

// Entries without times, which reading accepts, are saved too, but nothing
// that is only a part of the bank or of an entry is taken for one.
func TestSalvageOfEntriesWithoutTimes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"_meta":{"version":1},"entries":{"a":{"value":1},"b":{"value":"}{\""},"bad":{"value":tru},"c":{"value":[3]}}}`, `a=1 b="}{\"" c=[3]`},
		{`{"_meta":{"version":1},"entries":{"a":{"value":1},"b":{"val`, `a=1`},
		{`{"entries":{"a":{"value":1,"size":1},"bad":{"value":{"x":{"value":2}},"y":},"c":{"value":3}}}`, `a=1 c=3`},
		{`{"entries":{"bad":{"value":[{"x":{"value":2}}},"c":{"value":3}}}`, `c=3`},
		{`{"_meta":{"version":},"entries":{"value":{"value":1},"entries":{"value":2},"_meta":{"value":3}}}`, `_meta=3 entries=2 value=1`},
		{`"b":{"value":2},"c":{"value":3}}}`, `b=2 c=3`},
		{`{"entries":{"bad":{"value":{"x":tru,"created_at":"2024-01-01T00:00:00Z"},
			"t":{"value":1,"updated_at":"2024-01-01T00:00:00Z"},"c":{"value":3}}}`, `c=3 t=1`},
		{`{"entries":{"k":{"value":1},"k":{"value":2,"updated_at":"2024-01-01T00:00:00Z"},"k":{"value":3},}}`, `k=2`},
	} {
		b, _ := bankfile.Salvage([]byte(c.text), now())
		var got []string
		for e := range b.Entries() {
			got = append(got, e.Key+"="+string(rawjson.AppendCompact(nil, e.Value)))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.text, got, c.want)
		}
	}
}

// TestSalvageEnds gives texts on which looking for entries anywhere would take
// the square of their length.
func TestSalvageEnds(t *testing.T) {
	for _, text := range []string{
		strings.Repeat(`{"a":`, 200_000),
		strings.Repeat(`"a":{"a":[`, 100_000),
		strings.Repeat(`"`, 1_000_001),
		strings.Repeat(`"a":{"value":"`, 100_000),
	} {
		bankfile.Salvage([]byte(text), now())
	}
}

func compacted(t testing.TB, value []byte) string {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(string(value)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return fmt.Sprint(v)
}

func FuzzBank(f *testing.F) {
	f.Add([]byte(foreign), "key", []byte(`{"a":1}`))
	f.Add([]byte(`{"_meta":{},"entries":null}`), "", []byte(`"x"`))
	f.Add([]byte(`{"entries":{"k":{"value":1,"ttl":3}},"_meta":{"schema":{}}}`), "k", []byte(`[]`))
	f.Fuzz(func(t *testing.T, text []byte, key string, value []byte) {
		saved, _ := bankfile.Salvage(text, now())
		parse(t, written(t, saved))
		b, err := bankfile.Parse(text)
		if err != nil {
			if !isDamage(err) {
				t.Fatal(err)
			}
			return
		}
		before := valuesOf(b)
		for e := range b.Entries() {
			if found, ok, err := bankfile.Find(text, e.Key); err != nil || !ok || !sameEntry(found, e) {
				t.Fatalf("Find(%q) returned %v, %v, %v; want %v", e.Key, found, ok, err, e)
			}
		}
		if utf8.ValidString(key) && rawjson.Check(value) == nil {
			b.Put(bankfile.Entry{Key: key, Value: value, CreatedAt: now(), UpdatedAt: now(), TTL: 5})
			b.Touch(now())
			e, _ := b.Entry(key)
			before[key] = string(e.Value)
		}
		if after := valuesOf(parse(t, written(t, b))); !maps.Equal(before, after) {
			t.Fatalf("written as %v, was %v", after, before)
		}
	})
}

func valuesOf(b *bankfile.Bank) map[string]string {
	values := map[string]string{}
	for e := range b.Entries() {
		values[e.Key] = string(e.Value)
	}
	return values
}

func isDamage(err error) bool {
	_, damaged := errors.AsType[*bankfile.DamageError](err)
	_, unknown := errors.AsType[*bankfile.VersionError](err)
	return damaged || unknown
}
