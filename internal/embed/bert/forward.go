package bert

import (
	"context"

	"github.com/agmem/agmem"
)

// batch is the texts that go through a model together, and what is known about
// them so far: one row for each token, one text after the other.
type batch struct {
	*model
	matrices
	starts []int // where the rows of each text begin, and where the last ones end
	rows   int

	state     table // what the layers change
	projected table // query, key and value of each row
	mixed     table // what attention took from the other rows
	added     table // what a part of a layer adds to the state
	inside    table
	gates     table
}

// newBatch makes room for texts. All rows have room for those that a product
// computes beyond the last one.
func (m *model) newBatch(texts [][]int32, with matrices) *batch {
	b := &batch{model: m, matrices: with, starts: []int{0}}
	for _, ids := range texts {
		b.rows += len(ids)
		b.starts = append(b.starts, b.rows)
	}
	room := func(columns int) table {
		return table{make([]float32, (roundUp(b.rows, activations)+activations)*columns), columns}
	}
	b.state, b.projected, b.mixed, b.added = room(m.hidden), room(3*m.hidden), room(m.hidden), room(m.hidden)
	b.inside = room(m.inner)
	if m.rotary {
		b.gates = room(m.inner)
	}
	b.embed(texts)
	return b
}

// embed fills in the vectors of the words and their places.
func (b *batch) embed(texts [][]int32) {
	row := 0
	for _, ids := range texts {
		for place, id := range ids {
			x, added := b.state.from(row)[:b.hidden], b.added.from(row)[:b.hidden]
			copy(x, b.words.from(int(id)))
			clear(added)
			if b.kind.values != nil {
				copy(added, b.kind.from(0))
			}
			if b.places.values != nil {
				for i, v := range b.places.from(place)[:b.hidden] {
					added[i] += v
				}
			}
			b.inputNorm.apply(x, added)
			row++
		}
	}
}

// run takes the texts through all layers.
func (b *batch) run(ctx context.Context) error {
	for i := range b.layers {
		if err := ctx.Err(); err != nil {
			return agmem.Errorf(agmem.Cancelled, "the model was interrupted: %w", err)
		}
		l := &b.layers[i]
		b.project(l)
		b.attend()
		b.share(b.hidden, func(first, last int) { b.apply(b.added, b.mixed, &l.mixed, first, last) })
		b.addTo(&l.attentionNorm)
		b.share(b.inner, func(first, last int) { b.expand(l, first, last) })
		b.share(b.hidden, func(first, last int) { b.apply(b.added, b.inside, &l.down, first, last) })
		b.addTo(&l.outputNorm)
	}
	return nil
}

// apply computes columns of a linear map of all rows.
func (b *batch) apply(out, x table, l *linear, first, last int) {
	b.product(out, x, l.table, b.rows, first, last, l.step)
	if l.bias == nil {
		return
	}
	for row := range b.rows {
		to := out.from(row)[first:last]
		for i, v := range l.bias[first:last] {
			to[i] += v
		}
	}
}

// project computes what each row asks, what it answers to, and what it gives.
func (b *batch) project(l *layer) {
	b.share(b.hidden, func(first, last int) {
		for part, linear := range []*linear{&l.query, &l.key, &l.value} {
			out := table{b.projected.values[part*b.hidden:], b.projected.step}
			b.apply(out, b.state, linear, first, last)
		}
	})
	if b.rotary {
		b.rotate()
	}
}

// rotate turns queries and keys by their places.
func (b *batch) rotate() {
	size := b.hidden / b.heads
	for t := range len(b.starts) - 1 {
		for row := b.starts[t]; row < b.starts[t+1]; row++ {
			place := row - b.starts[t]
			cos, sin := b.cos.from(place)[:size/2], b.sin.from(place)[:size/2]
			// Queries and keys are one after the other.
			for head := b.projected.from(row)[:2*b.hidden]; len(head) > 0; head = head[size:] {
				for k := range size / 2 {
					x, y := head[k], head[k+size/2]
					head[k], head[k+size/2] = x*cos[k]-y*sin[k], y*cos[k]+x*sin[k]
				}
			}
		}
	}
}

// expand computes columns of the inner layer.
func (b *batch) expand(l *layer, first, last int) {
	b.apply(b.inside, b.state, &l.up, first, last)
	if l.gate.values == nil {
		for row := range b.rows {
			b.matrices.gelu(b.inside.from(row)[first:last])
		}
		return
	}
	b.apply(b.gates, b.state, &l.gate, first, last)
	for row := range b.rows {
		to := b.inside.from(row)[first:last]
		for i, v := range b.gates.from(row)[first:last] {
			to[i] *= silu(v)
		}
	}
}

// addTo adds what a part of a layer computed to the state.
func (b *batch) addTo(n *norm) {
	for row := range b.rows {
		n.apply(b.state.from(row)[:b.hidden], b.added.from(row)[:b.hidden])
	}
}

// pool returns the vector of a text, or nil where the weights give none.
func (b *batch) pool(text int) []float32 {
	v := make([]float32, b.hidden)
	first, end := b.starts[text], b.starts[text+1]
	if b.first {
		end = first + 1
	}
	for row := first; row < end; row++ {
		for i, x := range b.state.from(row)[:b.hidden] {
			v[i] += x
		}
	}
	if !unit(v) {
		return nil
	}
	return v
}
