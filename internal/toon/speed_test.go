package toon_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/toon/toontest"
)

// speedSize is the size of the documents below. Linear work on one takes some
// hundredths of a second, quadratic work minutes.
const speedSize = 1 << 20

// speedDocuments are documents of the shapes that invite quadratic work.
func speedDocuments() map[string]string {
	repeat := func(unit string) string { return strings.Repeat(unit, speedSize/len(unit)) }
	count := func(unit string) int { return speedSize / len(unit) }
	numbered := func(format, separator string, n int) string {
		lines := make([]string, n)
		for i := range lines {
			lines[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(lines, separator)
	}
	const row, item, wide = "\n  m1,0.75,\"go,db\"", "\n  - a: 1", speedSize / 10
	return map[string]string{
		"rows":         fmt.Sprintf("r[%d]{id,score,tags}:", count(row)) + repeat(row),
		"items":        fmt.Sprintf("r[%d]:", count(item)) + repeat(item),
		"values":       fmt.Sprintf("r[%d]: ", speedSize/2+1) + repeat("1,") + "1",
		"keys":         numbered("k%d: 1", "\n", wide),
		"entries":      fmt.Sprintf("r[%d:]{v}:\n", wide) + numbered("  k%d: 1", "\n", wide),
		"fields":       "[1]{" + numbered("k%d", ",", wide) + "}:\n  1" + strings.Repeat(",1", wide-1),
		"short row":    "[1]{" + numbered("k%d", ",", wide) + "}:" + repeat("\n  1"),
		"long string":  `a: "` + repeat(`x\n`) + `"`,
		"long number":  "a: 1" + repeat("0"),
		"quotes":       repeat(`"`),
		"colons":       repeat(":"),
		"brackets":     repeat("[") + ":",
		"braces":       "a[1]" + repeat("{a") + ":",
		"comments":     repeat("# x\n"),
		"blank lines":  repeat("\n"),
		"wrong indent": "a:\n" + repeat("    b: 1\n"),
	}
}

func TestSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT TESTED: that large documents take linear time; run without -short")
	}
	for name, document := range speedDocuments() {
		for _, lenient := range []bool{false, true} {
			start := time.Now()
			v, err := toontest.UnmarshalOptions{Lenient: lenient}.Unmarshal([]byte(document))
			if err == nil {
				if _, err := toon.Marshal(v); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%s, lenient %t: took %v", name, lenient, took)
			}
		}
	}
}

// TestSpeedOfUnevenTables covers values, not documents, that invite quadratic
// work: a wide first element before many narrow ones, and wide elements that
// order their keys differently.
func TestSpeedOfUnevenTables(t *testing.T) {
	const wide = 20000
	first, reversed := make(toon.Object, wide), make(toon.Object, wide)
	for i := range first {
		first[i] = toon.Field{Key: fmt.Sprintf("k%d", i), Value: i}
		reversed[wide-1-i] = first[i]
	}
	narrow := toon.Array{first}
	for range wide {
		narrow = append(narrow, object("k", 1))
	}
	for _, v := range []any{narrow, toon.Array{first, reversed, first, reversed}} {
		start := time.Now()
		if _, err := toon.Marshal(v); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("took %v", took)
		}
	}
}
