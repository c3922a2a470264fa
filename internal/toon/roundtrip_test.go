package toon_test

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/toon/toontest"
)

// allOptions are the option sets that every tree must survive.
func allOptions() []toon.MarshalOptions {
	return []toon.MarshalOptions{
		{},
		{Delimiter: toon.Tab, IndentSize: 1},
		{Delimiter: toon.Pipe, IndentSize: 4},
	}
}

// checkRoundTrip prints a tree, checks the form of what is printed, and reads
// it back.
func checkRoundTrip(t *testing.T, v any, options toon.MarshalOptions) {
	t.Helper()
	text, err := options.Marshal(v)
	if err != nil {
		t.Fatalf("%s: %v", show(v), err)
	}
	checkForm(t, text)
	got, err := toontest.UnmarshalOptions{IndentSize: options.IndentSize}.Unmarshal(text)
	if err != nil {
		t.Fatalf("%s was printed as\n%s\nwhich reads: %v", show(v), text, err)
	}
	if showUnordered(got) != showUnordered(v) {
		t.Fatalf("%s was printed as\n%s\nwhich reads %s", show(v), text, show(got))
	}
	again, err := options.Marshal(got)
	if err != nil || !bytes.Equal(again, text) {
		t.Fatalf("printed as\n%s\nthen as\n%s\n%v", text, again, err)
	}
	lenient, err := toontest.UnmarshalOptions{IndentSize: options.IndentSize, Lenient: true}.Unmarshal(text)
	if err != nil || show(lenient) != show(got) {
		t.Fatalf("%s\nreads %s and leniently %s, %v", text, show(got), show(lenient), err)
	}
}

// checkForm checks what must hold for every printed document (section 12).
func checkForm(t *testing.T, text []byte) {
	t.Helper()
	if bytes.HasSuffix(text, []byte("\n")) || bytes.Contains(text, []byte("\r")) {
		t.Fatalf("%q ends with a newline or holds a carriage return", text)
	}
	for _, line := range bytes.Split(text, []byte("\n")) {
		if bytes.HasSuffix(line, []byte(" ")) {
			t.Fatalf("the line %q ends with a space", line)
		}
		if bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("#")) {
			t.Fatalf("the line %q is a comment", line)
		}
	}
}

func TestRoundTripOfRandomTrees(t *testing.T) {
	g := generator{chooser: rand.New(rand.NewSource(4))}
	for range 3000 {
		v := g.value(1 + g.Intn(4))
		for _, options := range allOptions() {
			checkRoundTrip(t, v, options)
		}
	}
}

// TestRoundTripKeepsKeyOrder covers what the property above leaves out: keys
// come back in their order unless rows of one table order them differently.
func TestRoundTripKeepsKeyOrder(t *testing.T) {
	g := generator{chooser: rand.New(rand.NewSource(5))}
	for range 1000 {
		shape := g.shape(3)
		v := toon.Object{
			{Key: "table", Value: toon.Array{g.fill(shape, false), g.fill(shape, false)}},
			{Key: "object", Value: g.fill(shape, true)},
			{Key: "list", Value: toon.Array{g.fill(shape, true), "not an object"}},
		}
		text, err := toon.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := toontest.Unmarshal(text)
		if err != nil || show(got) != show(v) {
			t.Fatalf("%s\nreads %s, %v\nwant %s", text, show(got), err, show(v))
		}
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte("\x01\x05\x02\x03\x04\x05\x06\x07\x08\x09"), byte(0))
	f.Add([]byte("\x05\x03\x02\x01\x00\x09\x08\x07\x06\x05\x04\x03"), byte(1))
	f.Add([]byte("\x06\x03\x02\x01\x00\x09\x08\x07\x06\x05\x04\x03"), byte(2))
	f.Add([]byte("\x07\xff\xfe\xfd\x80\x81\x82\x13\x14\x15\x16\x17"), byte(0))
	f.Fuzz(func(t *testing.T, data []byte, options byte) {
		g := generator{chooser: &bytesChooser{data: data}}
		all := allOptions()
		checkRoundTrip(t, g.value(4), all[int(options)%len(all)])
	})
}

func FuzzUnmarshal(f *testing.F) {
	for _, seed := range []string{
		"", "hello", "[]", "42", "\"a\\u00e9\\n\"", "# note\na: 1\r\nb: -1.50e-7\n\n",
		"results[2]{id,score,tags,digest}:\n  m1,0.5,\"a,b\",x\n  m2,1,\"\",\"-\"",
		"a[2:|]{x|y{z}}:\n  k: 1|2\n  \"q:\": 3|\"|\"",
		"[3]:\n  - 1\n  - a: 1\n    b[1]{c}:\n        2\n  - [2\t]: x\ty",
		"a:\n  b:\n    c: []\n  d[1]:\n    -\n\n  e: [x]",
		"foo[1][bar]: 10", "a[03]: 1", "a[1]{b{}}:", "a:\n\tb: \xff", "a: 1\n   b: 2\na: 3",
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, lenient bool) {
		v, err := toontest.UnmarshalOptions{Lenient: lenient}.Unmarshal(data)
		if err != nil {
			return
		}
		checkRoundTrip(t, v, toon.MarshalOptions{})
	})
}
