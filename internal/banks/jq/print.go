package jq

import (
	"context"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
	"github.com/itchyny/gojq"
)

// printer writes values as JSON text. Values that a filter built may share
// their parts, so that a small one can have a text without end: it looks at the
// context as it goes.
type printer struct {
	ctx   context.Context
	doc   *document
	meter *meter
	text  []byte
	depth int
	steps uint
}

// take returns what has been printed and begins again.
func (p *printer) take() []byte {
	text := p.text
	p.text, p.depth = nil, 0
	return text
}

// step is called once for each value.
func (p *printer) step() error {
	if p.steps++; p.steps%256 == 0 {
		return p.ctx.Err()
	}
	return nil
}

// value prints v: as it is stored where it is a value of the document, and
// else its parts.
func (p *printer) value(v any) error {
	if err := p.step(); err != nil {
		return err
	}
	if text, ok := p.doc.stored(v); ok {
		p.text = append(p.text, text...)
		return p.room(0)
	}
	switch v := v.(type) {
	case string:
		if err := p.room(quotedSize(v)); err != nil {
			return err
		}
		return p.scalar(v)
	case map[string]any:
		return p.object(v)
	case []any:
		return p.array(v)
	default:
		return p.scalar(v)
	}
}

// maxText is how many bytes a result may have as text. It is more than a bank.
const maxText = 32 << 20

// room says whether the text may become so much longer.
func (p *printer) room(size int) error {
	if len(p.text)+size <= maxText {
		return nil
	}
	return agmem.Errorf(agmem.Invalid, "the filter was stopped: a result has more than %d MiB of text", maxText>>20).
		WithHint("ask for a part of it")
}

func (p *printer) scalar(v any) error {
	switch v := v.(type) {
	case nil:
		p.text = append(p.text, "null"...)
	case bool:
		p.text = strconv.AppendBool(p.text, v)
	case string:
		p.text = rawjson.AppendQuoted(p.text, v)
	case json.Number: // as it is written in the input
		p.text = append(p.text, v...)
	case int:
		p.text = strconv.AppendInt(p.text, int64(v), 10)
	case *big.Int:
		p.text = v.Append(p.text, 10)
	case float64: // jq has a text for NaN and infinity
		text, err := gojq.Marshal(v)
		p.text = append(p.text, text...)
		return err
	default:
		return agmem.Errorf(agmem.Internal, "jq gave a value of type %T", v)
	}
	return nil
}

func (p *printer) object(m map[string]any) error {
	if err := p.enter('{'); err != nil {
		return err
	}
	for i, name := range slices.Sorted(maps.Keys(m)) {
		if err := p.member(i, name, m[name]); err != nil {
			return err
		}
	}
	p.leave('}')
	return nil
}

// member prints the i-th member of an object, counted from 0.
func (p *printer) member(i int, name string, v any) error {
	p.separate(i)
	p.text = append(rawjson.AppendQuoted(p.text, name), ':')
	if err := p.room(len(name)); err != nil {
		return err
	}
	return p.value(v)
}

func (p *printer) array(a []any) error {
	if err := p.enter('['); err != nil {
		return err
	}
	for i, v := range a {
		p.separate(i)
		if err := p.value(v); err != nil {
			return err
		}
	}
	p.leave(']')
	return nil
}

func (p *printer) separate(i int) {
	if i > 0 {
		p.text = append(p.text, ',')
	}
}

// enter begins a container. Nothing deeper than what can be read again is
// printed.
func (p *printer) enter(c byte) error {
	if p.depth++; p.depth > rawjson.MaxDepth {
		return errNesting()
	}
	p.text = append(p.text, c)
	return nil
}

func (p *printer) leave(c byte) {
	p.depth--
	p.text = append(p.text, c)
}

func errNesting() error {
	return agmem.Errorf(agmem.Invalid, "the result of the filter is nested deeper than %d levels", rawjson.MaxDepth)
}
