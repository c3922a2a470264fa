package jq

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/rawjson"
)

// fuzzFilters are what the fuzz targets run over their input; none of them
// takes long over a short one.
func fuzzFilters() []string {
	return []string{
		`.`, `..`, `.[]?`, `.a?`, `.[0]?, .[1:]?`, `[.]`, `{b: ., a: .}`, `tojson, tostring`, `keys?, length?`,
		`walk(.)`, `map_values(.)?`, `to_entries?`, `with_entries(.)?`, `del(.[0]?)`, `del(.a?)`, `delpaths([paths])`,
		`(.. | numbers) |= . + 1`, `(.. | strings) |= ascii_upcase`, `. as $x | [$x, $x]`, `try (.a = .) catch .`,
		`try (.[1] = .[0]) catch .`, `try (. * .) catch .`, `[.. | scalars]`, `sort?, unique?, flatten?, add?, reverse?`,
		`[paths]`, `[tostream]`, `fromstream(tostream)`, `try (.b.c = 1 | .a = 2) catch .`, `[.[]?] | map([.])`,
		`keys_unsorted?`, `to_entries? | tojson`, `[paths] | tojson`, `"\(.)"`, `[..] | map(tojson | fromjson)`,
		`.. |= .`, `[..] | group_by(type)`, `try error catch .`, `@json, @html`, `try setpath(["a", 0]; .) catch .`,
	}
}

func addSeeds(f *testing.F) {
	for i := range fuzzFilters() {
		f.Add(byte(i), `{"b":[1.0,-0,1e400,12345678901234567890],"a":{"z":"\u00e9\ud800","y":null,"z":"<"},"":[[],{},true]}`)
		f.Add(byte(i), ` [ "\u0061" , "a" , { "a" : [ { "c" : 1 , "b" : 2 } ] , "b" : 0.10 } ] `)
	}
}

func fuzzContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func FuzzRun(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, which byte, input string) {
		if rawjson.Check([]byte(input)) != nil {
			t.Skip()
		}
		filters := fuzzFilters()
		filter := filters[int(which)%len(filters)]
		compact := rawjson.AppendCompact(nil, []byte(input))
		_ = mustCompile(t, filter).Run(fuzzContext(t), []byte(input), func(r banks.Result) error {
			if err := rawjson.Check(r.JSON); err != nil || bytes.ContainsAny(r.JSON, "\n") {
				t.Errorf("%s over %s: %v: %s", filter, input, err, r.JSON)
			}
			if filter == `.` && !bytes.Equal(r.JSON, compact) {
				t.Errorf("%s became %s", compact, r.JSON)
			}
			return nil
		})
	})
}

func FuzzUpdate(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, which byte, input string) {
		if rawjson.Check([]byte(input)) != nil {
			t.Skip()
		}
		filters := fuzzFilters()
		filter := filters[int(which)%len(filters)]
		compact := rawjson.AppendCompact(nil, []byte(input))
		updated, err := mustCompile(t, filter).Update(fuzzContext(t), []byte(input))
		if err != nil {
			return
		}
		if !json.Valid(updated) {
			t.Fatalf("%s over %s: %s", filter, input, updated)
		}
		unchanged := filter == `.` || filter == `walk(.)` || filter == `.. |= .`
		if unchanged && !bytes.Equal(updated, compact) {
			t.Errorf("%s: %s became %s", filter, compact, updated)
		}
		if want := onlyResult(t, filter, input); !sameValue(updated, want) {
			t.Errorf("%s over %s: an update gives %s, a query %s", filter, input, updated, want)
		}
	})
}

func onlyResult(t *testing.T, filter, input string) (text []byte) {
	err := mustCompile(t, filter).Run(fuzzContext(t), []byte(input), func(r banks.Result) error {
		text = r.JSON
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sameValue compares what two texts mean, numbers by their digits.
func sameValue(a, b []byte) bool {
	var values [2]any
	for i, text := range [][]byte{a, b} {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if decoder.Decode(&values[i]) != nil {
			return false
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}
