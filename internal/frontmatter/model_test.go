package frontmatter_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/frontmatter"
)

// shapes are the ways to write a field, with % for its name: as it is, and as
// it has to be when it is set to "new".
func shapes() [][2]string {
	return [][2]string{
		{"%: b\n", "%: new\n"},
		{"%:   b  # c\n", "%:   new  # c\n"},
		{"'%': 'b: # \"c'\n", "'%': new\n"},
		{"\"%\" : \"b # \\\" c\" # d\n", "\"%\" : new # d\n"},
		{"%:\n", "%: new\n"},
		{"%: # c\n", "%: new # c\n"},
		{"%: [b, 'c]', \"d\"] # e\n", "%: new # e\n"},
		{"%: {b: c, d: [e]}\n", "%: new\n"},
		{"%: [b,\n  c, # ]\n  d]\n", "%: new\n"},
		{"%:\n- b\n- c # d\n", "%: new\n"},
		{"%:\n- b\n-\n", "%: new\n"},
		{"%: # x\n\n  - b\n  # y\n  - c: d\n    e: f\n", "%: new # x\n"},
		{"%:\n    b: c\n    k0:\n      k1: d\n", "%: new\n"},
		{"%: |\n  b: c\n\n  # d\n    - e\n", "%: new\n"},
		{"%: >- # x\n  b\n  c\n", "%: new # x\n"},
		{"%: \"b\n\n  k0: c\" # d\n", "%: new # d\n"},
		{"%: b c\n  d\n   e # f\n", "%: new # f\n"},
		{"%:\n  b # c\n", "%: new # c\n"},
		{"%: !!str 12\n", "%: new\n"},
		{"%: 2026-03-18\n", "%: new\n"},
		{"%: http://b/c#d?e=[f]&g\n", "%: new\n"},
	}
}

// between are the lines that belong to no field.
func between() []string { return []string{"", "", "\n", "# c\n", "# k0: b\n\n", "  \n"} }

// written returns a frontmatter of fields k0, k1, … in the given shapes.
func written(fields [][2]string, gaps []string, form func(i int) string) string {
	var b strings.Builder
	for i := range fields {
		b.WriteString(gaps[i])
		b.WriteString(strings.ReplaceAll(form(i), "%", fmt.Sprintf("k%d", i)))
	}
	b.WriteString(gaps[len(fields)])
	return b.String()
}

// TestEveryNeighbourhood edits each field among all kinds of neighbours and
// holds the result against one that is put together without the package.
func TestEveryNeighbourhood(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	all, lines := shapes(), between()
	for range 2000 {
		fields, gaps := make([][2]string, 1+rng.IntN(6)), []string{lines[rng.IntN(len(lines))]}
		for i := range fields {
			fields[i] = all[rng.IntN(len(all))]
			gaps = append(gaps, lines[rng.IntN(len(lines))])
		}
		newline := []string{"\n", "\r\n"}[rng.IntN(2)]
		whole := func(yaml string) string {
			return strings.ReplaceAll("---\n"+yaml+"---\nbody\n", "\n", newline)
		}
		at := rng.IntN(len(fields))
		old := func(i int) string { return fields[i][0] }
		text := []byte(whole(written(fields, gaps, old)))

		want := whole(written(fields, gaps, func(i int) string {
			if i == at {
				return fields[i][1]
			}
			return fields[i][0]
		}))
		if got, err := frontmatter.Set(text, fmt.Sprintf("K%d", at), "new"); err != nil || string(got) != want {
			t.Fatalf("k%d is set in\n%q\nto\n%q, %v\nwant\n%q", at, text, got, err, want)
		}
		want = whole(written(fields, gaps, func(i int) string {
			if i == at {
				return ""
			}
			return fields[i][0]
		}))
		if got, err := frontmatter.Remove(text, fmt.Sprintf("k%d", at)); err != nil || string(got) != want {
			t.Fatalf("k%d is removed from\n%q\nwhich gives\n%q, %v\nwant\n%q", at, text, got, err, want)
		}
		want = whole(written(fields, gaps, old) + "modified: \"a: b\"\n")
		if got, err := frontmatter.Set(text, "modified", "a: b"); err != nil || string(got) != want {
			t.Fatalf("a field is added to\n%q\nwhich gives\n%q, %v\nwant\n%q", text, got, err, want)
		}
	}
}
