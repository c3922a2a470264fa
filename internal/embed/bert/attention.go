package bert

import "math"

// asked is how many rows of a text ask at once: the memory that their scores
// need grows with the length of the text, not with its square.
const asked = 64

// attend lets each row of a text take from the others what answers it.
func (b *batch) attend() {
	b.share(b.heads, func(first, last int) {
		a := b.newAttention()
		for head := first; head < last; head++ {
			for t := range len(b.starts) - 1 {
				a.mix(head, b.starts[t], b.starts[t+1]-b.starts[t])
			}
		}
	})
}

// attention has room for the work on one head and one text.
type attention struct {
	*batch
	size   int // of a head
	scores []float32
	values []float32 // of the rows, a column each
}

func (b *batch) newAttention() *attention {
	rows := 0
	for t := range len(b.starts) - 1 {
		rows = max(rows, roundUp(b.starts[t+1]-b.starts[t], 8))
	}
	size := b.hidden / b.heads
	return &attention{
		batch: b, size: size,
		scores: make([]float32, min(asked, rows)*rows), values: make([]float32, size*rows),
	}
}

// mix computes what the rows of a text take with one head. The rows beyond its
// last that a product writes are of the next text, which comes later.
func (a *attention) mix(head, start, rows int) {
	width := roundUp(rows, 8)
	part := func(i int) table {
		return table{a.projected.values[start*a.projected.step+i*a.hidden+head*a.size:], a.projected.step}
	}
	queries, keys, given := part(0), part(1), part(2)
	values := table{a.values[:a.size*width], width}
	for k := range a.size {
		column := values.from(k)[:width]
		for row := range rows {
			column[row] = given.values[row*given.step+k]
		}
		clear(column[rows:])
	}
	scale := float32(1 / math.Sqrt(float64(a.size)))
	scores := table{a.scores, width}
	for from := 0; from < rows; from += asked {
		n := min(asked, rows-from)
		a.product(scores, table{queries.from(from), queries.step}, keys, n, 0, rows, a.size)
		for row := range n {
			line := scores.from(row)[:width]
			for i := range line[:rows] {
				line[i] *= scale
			}
			a.softmax(line[:rows])
			clear(line[rows:])
		}
		out := table{a.mixed.values[(start+from)*a.hidden+head*a.size:], a.hidden}
		a.product(out, scores, values, n, 0, a.size, width)
	}
}
