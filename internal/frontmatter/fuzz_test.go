package frontmatter_test

import (
	"bytes"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/frontmatter"
)

func seeds(f *testing.F) {
	for _, yaml := range []string{
		card, "a: [b, \"c\", 'd'] # e\nmodified: &x f\ng: *x\n", "a:\n- b\n# c\n- d: e\n  f: |\n    g\nmodified: h\n", "  a: >-\n    b\n\n  c: \"d\n   e\"\n",
		"a: b\r\nc:\r\n  d: e\r\n", "? a\n: b\n", "{a: b}\n", "\"a\" : 'b''c'\n'd':\te\n<<: *x\n", "a: !!str &x\n  b\n~: c\n1: 2\n", "a: |+\n  b\n\n# c\n",
		"a: [\n# b\n\"c]\", d]\ne: {f: [g]}\n", "%YAML 1.2\n---\na: b\n",
	} {
		f.Add(yaml, "modified", "2026-11-21")
		f.Add(yaml, "a", "x: y # \"z\"\n\u2028")
	}
}

// others are the fields but one, and the lines of each.
func others(t *testing.T, text []byte, name string) (all []string) {
	t.Helper()
	block, _ := frontmatter.Cut(text)
	yaml := text[block.YAML.Start:block.YAML.End]
	fields, err := frontmatter.Parse(yaml)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	skip, found := fields.Find(name)
	for _, f := range fields {
		if !found || f.Name != skip.Name {
			f.Line = 0
			lines := yaml[f.Entry.Start:f.Entry.End]
			f.Entry, f.Value = frontmatter.Span{}, frontmatter.Span{}
			all = append(all, show("", frontmatter.Fields{f})+string(lines))
		}
	}
	return all
}

func FuzzSet(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, yaml, name, value string) {
		text := []byte("---\n" + yaml + "\n---\nbody: x\n")
		before := bytes.Clone(text)
		changed, err := frontmatter.Set(text, name, value)
		if !bytes.Equal(text, before) {
			t.Fatal("the text that was given is changed")
		}
		block, ok := frontmatter.Cut(text)
		if !ok {
			t.Fatalf("%q has no frontmatter", text)
		}
		fields, bad := frontmatter.Parse(text[block.YAML.Start:block.YAML.End])
		if err != nil {
			if kind := agmem.KindOf(err); kind != agmem.Invalid && kind != agmem.TooLarge || changed != nil {
				t.Errorf("%q, %v (%v)", changed, err, kind)
			}
			return
		}
		if bad != nil {
			t.Fatalf("%q is edited and malformed: %v", text, bad)
		}
		after, _ := frontmatter.Cut(changed)
		now, err := frontmatter.Parse(changed[after.YAML.Start:after.YAML.End])
		if got, there := now.Find(name); err != nil || !there || got.Kind != frontmatter.Scalar || got.Text != value {
			t.Errorf("%q reads as %+v in %q, %v", value, got, changed, err)
		}
		if a, b := others(t, text, name), others(t, changed, name); !slices.Equal(a, b) {
			t.Errorf("the others were\n%q\nand are\n%q", a, b)
		}
		if !bytes.Equal(changed[after.Body:], text[block.Body:]) {
			t.Errorf("the body is %q", changed[after.Body:])
		}
		if again, err := frontmatter.Set(changed, name, value); err != nil || !bytes.Equal(again, changed) {
			t.Errorf("its own value makes %q of %q, %v", again, changed, err)
		}
		removed, err := frontmatter.Remove(changed, name)
		if !fields.Has(name) && (err != nil || !bytes.Equal(removed, text)) {
			t.Errorf("set and removed, %q is %q, %v", text, removed, err)
		}
	})
}

// FuzzEditable holds that a value can be set in all that is laid out by lines,
// so that a fault of the edit does not hide as a refusal.
func FuzzEditable(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, yaml, _, value string) {
		text := []byte("---\n" + yaml + "\n---\n")
		block, _ := frontmatter.Cut(text)
		fields, err := frontmatter.Parse(text[block.YAML.Start:block.YAML.End])
		simple := err == nil && len(fields) > 0 && len(text)+6*len(value) < 16_000 && utf8.ValidString(value)
		for _, field := range fields {
			simple = simple && field.Entry.End > 0 && field.Kind != frontmatter.Alias
		}
		if !simple || bytes.ContainsAny(text, "&*!?%\r") {
			return
		}
		if _, err := frontmatter.Set(text, "modified", value); err != nil {
			t.Errorf("%q refuses %q: %v", text, value, err)
		}
	})
}
