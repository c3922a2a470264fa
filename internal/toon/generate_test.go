package toon_test

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/agmem/agmem/internal/toon"
)

// chooser makes the decisions of a generator: a random source, or the input of
// a fuzz target.
type chooser interface {
	Intn(n int) int
}

// bytesChooser takes its decisions from bytes, and the first way when there are
// none left, which ends every generation.
type bytesChooser struct {
	data []byte
}

func (c *bytesChooser) Intn(n int) int {
	v := 0
	for range 2 {
		if len(c.data) > 0 {
			v = v<<8 | int(c.data[0])
			c.data = c.data[1:]
		}
		if n <= 256 {
			break
		}
	}
	return v % n
}

// generator makes trees that favour the shapes and strings the format treats
// specially.
type generator struct {
	chooser
	// plain leaves out what JavaScript cannot hold: numbers beyond a double,
	// and keys that look like array indexes, which it moves to the front.
	plain bool
}

func (g generator) value(depth int) any {
	if depth == 0 {
		return g.scalar()
	}
	switch g.Intn(8) {
	case 0:
		return g.scalar()
	case 1, 2:
		return g.object(depth)
	case 3:
		return g.array(depth)
	case 4:
		return g.scalars()
	case 5:
		return g.table(depth)
	case 6:
		return g.keyed(depth)
	}
	return g.almostTable(depth)
}

func (g generator) scalar() any {
	switch g.Intn(8) {
	case 0:
		return nil
	case 1:
		return g.Intn(2) == 0
	case 2, 3:
		return g.number()
	}
	return g.text()
}

func (g generator) number() any {
	kinds := 7
	if g.plain {
		kinds = 5
	}
	switch g.Intn(kinds) {
	case 0:
		return g.Intn(100)
	case 1:
		return -g.Intn(1 << 16)
	case 2:
		return float64(g.Intn(1<<16)-1<<15) / 64
	case 3:
		return math.Ldexp(float64(1+g.Intn(1<<16)), g.Intn(240)-120)
	case 4:
		return float64(g.Intn(1000)) * math.Pow10(g.Intn(60)-30)
	case 5:
		return int64(math.MaxInt64) - int64(g.Intn(1000))
	}
	return json.Number(fmt.Sprintf("-%d.%d0E%+d", g.Intn(1000), g.Intn(1000), g.Intn(1000)-500))
}

func (g generator) text() string {
	atoms := []string{
		"a", "memory", "_x9", " ", "  ", "-", "- ", "#", ":", ",", "|", "\t", "\n", "\r\n", "\"", "\\", "[", "]", "{", "}",
		"[2]:", "[]", "true", "false", "null", "0", "1", "05", "+1", ".5", "1e9", "E", ".", "\x00", "\x1f", "\x7f", "\u00a0",
		"\u2028", "\ufeff", "é", "記憶", "🚀", "\\n", "\\u0041", "__proto__", "https://example.org/?q=a,b", "\ufffd",
	}
	out := ""
	for range g.Intn(4) {
		out += atoms[g.Intn(len(atoms))]
	}
	return out
}

// key returns a key that is not in obj yet.
func (g generator) key(obj toon.Object) string {
	key := []string{"id", "score", "tags", "digest", "content", "user.name", "__proto__", "constructor"}[g.Intn(8)]
	if g.Intn(3) == 0 {
		key = g.text()
	}
	if g.plain && key != "" && '0' <= key[0] && key[0] <= '9' {
		key = "n" + key
	}
	for _, f := range obj {
		if f.Key == key {
			return key + fmt.Sprintf("_%d", len(obj))
		}
	}
	return key
}

func (g generator) object(depth int) toon.Object {
	obj := toon.Object{}
	for range g.Intn(12) {
		obj = append(obj, toon.Field{Key: g.key(obj), Value: g.value(depth - 1 - g.Intn(depth))})
	}
	return obj
}

func (g generator) array(depth int) toon.Array {
	out := toon.Array{}
	for range g.Intn(6) {
		out = append(out, g.value(depth-1))
	}
	return out
}

func (g generator) scalars() toon.Array {
	out := toon.Array{}
	for range g.Intn(6) {
		out = append(out, g.scalar())
	}
	return out
}

// shape returns an object whose leaves are nil, to be filled many times.
func (g generator) shape(depth int) toon.Object {
	obj := toon.Object{}
	for range 1 + g.Intn(10) {
		f := toon.Field{Key: g.key(obj)}
		if depth > 1 && g.Intn(4) == 0 {
			f.Value = g.shape(depth - 1)
		}
		obj = append(obj, f)
	}
	return obj
}

// fill makes an object of a shape, its keys in the same order or turned round.
func (g generator) fill(shape toon.Object, reorder bool) toon.Object {
	out := make(toon.Object, len(shape))
	for i, f := range shape {
		if group, ok := f.Value.(toon.Object); ok {
			f.Value = g.fill(group, reorder)
		} else {
			f.Value = g.scalar()
		}
		if reorder {
			i = len(shape) - 1 - i
		}
		out[i] = f
	}
	return out
}

func (g generator) table(depth int) toon.Array {
	shape := g.shape(depth)
	out := toon.Array{}
	for range 1 + g.Intn(5) {
		out = append(out, g.fill(shape, g.Intn(4) == 0))
	}
	return out
}

func (g generator) keyed(depth int) toon.Object {
	shape := g.shape(depth)
	out := toon.Object{}
	for range 1 + g.Intn(5) {
		out = append(out, toon.Field{Key: g.key(out), Value: g.fill(shape, g.Intn(4) == 0)})
	}
	return out
}

// almostTable is a table with one element that may not fit.
func (g generator) almostTable(depth int) toon.Array {
	out := g.table(depth)
	odd := out[g.Intn(len(out))].(toon.Object)
	odd[g.Intn(len(odd))].Value = g.value(depth - 1)
	return out
}
