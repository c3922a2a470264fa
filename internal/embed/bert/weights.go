package bert

import (
	"fmt"
	"math"

	"github.com/agmem/agmem/internal/embed/safetensors"
)

// linear is a matrix with what is added to its products, nil for nothing.
type linear struct {
	table
	bias []float32
}

// layer is one of the layers of a model.
type layer struct {
	query, key, value, mixed linear
	attentionNorm            norm
	up, gate, down           linear // gate only where the inner layer is gated
	outputNorm               norm
}

// model is a model with its weights.
type model struct {
	config
	words, places, kind table
	inputNorm           norm
	layers              []layer
	prefix              string // of the names of all tensors
	cos, sin            table  // of the rotation, by place
}

// reader takes tensors from a file, until one is missing or of another shape.
type reader struct {
	file   *safetensors.File
	prefix string
	err    error
}

func (r *reader) numbers(name string, shape ...int) []float32 {
	if r.err != nil {
		return nil
	}
	var values []float32
	values, r.err = r.file.Float32(r.prefix+name, shape...)
	return values
}

func (r *reader) table(name string, rows, columns int) table {
	return table{r.numbers(name, rows, columns), columns}
}

func (r *reader) linear(name string, rows, columns int) linear {
	return linear{r.table(name+".weight", rows, columns), r.numbers(name+".bias", rows)}
}

func (r *reader) norm(name string, size int, epsilon float64) norm {
	return norm{r.numbers(name+".weight", size), r.numbers(name+".bias", size), epsilon}
}

// newModel finds the weights of a model in a file.
func newModel(c config, file *safetensors.File) (*model, error) {
	r := &reader{file: file}
	if file.Has("bert.embeddings.word_embeddings.weight") {
		r.prefix = "bert."
	}
	m := &model{config: c, layers: make([]layer, c.layers), prefix: r.prefix}
	m.words = r.table("embeddings.word_embeddings.weight", c.vocab, c.hidden)
	if c.types > 0 {
		m.kind = r.table("embeddings.token_type_embeddings.weight", c.types, c.hidden)
	}
	read := (*reader).layer
	if c.rotary {
		read = (*reader).rotaryLayer
		m.inputNorm = r.norm("emb_ln", c.hidden, c.epsilon)
		m.rotations()
	} else {
		m.places = r.table("embeddings.position_embeddings.weight", c.positions, c.hidden)
		m.inputNorm = r.norm("embeddings.LayerNorm", c.hidden, c.epsilon)
	}
	for i := range m.layers {
		m.layers[i] = read(r, i, c)
	}
	return m, r.err
}

// layer reads a layer of BERT.
func (r *reader) layer(i int, c config) layer {
	name := func(part string) string { return fmt.Sprintf("encoder.layer.%d.%s", i, part) }
	return layer{
		query:         r.linear(name("attention.self.query"), c.hidden, c.hidden),
		key:           r.linear(name("attention.self.key"), c.hidden, c.hidden),
		value:         r.linear(name("attention.self.value"), c.hidden, c.hidden),
		mixed:         r.linear(name("attention.output.dense"), c.hidden, c.hidden),
		attentionNorm: r.norm(name("attention.output.LayerNorm"), c.hidden, c.epsilon),
		up:            r.linear(name("intermediate.dense"), c.inner, c.hidden),
		down:          r.linear(name("output.dense"), c.hidden, c.inner),
		outputNorm:    r.norm(name("output.LayerNorm"), c.hidden, c.epsilon),
	}
}

// rotaryLayer reads a layer of nomic-bert, which has the matrices of queries,
// keys and values in one.
func (r *reader) rotaryLayer(i int, c config) layer {
	name := func(part string) string { return fmt.Sprintf("encoder.layers.%d.%s", i, part) }
	plain := func(part string, rows, columns int) linear {
		return linear{table: r.table(name(part+".weight"), rows, columns)}
	}
	l := layer{
		query:         plain("attn.Wqkv", 3*c.hidden, c.hidden),
		mixed:         plain("attn.out_proj", c.hidden, c.hidden),
		attentionNorm: r.norm(name("norm1"), c.hidden, c.epsilon),
		up:            plain("mlp.fc11", c.inner, c.hidden),
		gate:          plain("mlp.fc12", c.inner, c.hidden),
		down:          plain("mlp.fc2", c.hidden, c.inner),
		outputNorm:    r.norm(name("norm2"), c.hidden, c.epsilon),
	}
	if r.err == nil {
		l.key.table = table{l.query.from(c.hidden), c.hidden}
		l.value.table = table{l.query.from(2 * c.hidden), c.hidden}
	}
	return l
}

// rotations computes by what angles a place turns the pairs of numbers of a
// head.
func (m *model) rotations() {
	half := m.hidden / m.heads / 2
	m.cos = table{make([]float32, m.maxTokens*half), half}
	m.sin = table{make([]float32, m.maxTokens*half), half}
	for k := range half {
		speed := math.Pow(m.base, -float64(k)/float64(half))
		for place := range m.maxTokens {
			// The published model computes the angle in 32 bits.
			angle := float64(float32(place) * float32(speed))
			m.cos.values[place*half+k] = float32(math.Cos(angle))
			m.sin.values[place*half+k] = float32(math.Sin(angle))
		}
	}
}
