package jq

import (
	"context"
	"maps"
	"slices"

	"github.com/itchyny/gojq"
)

// json returns the text of a value as tojson has it: numbers and strings in
// gojq's form, the members of objects in their order.
func (p *program) json(v any) any {
	size, err := p.meter.weigh(quotedSize, v)
	if err == nil {
		err = p.meter.reserve(2 * size) // a buffer grows by being copied
	}
	if err != nil {
		return err
	}
	if len(p.doc.orders) > 0 {
		switch v.(type) {
		case map[string]any, []any:
			w := textWriter{ctx: p.ctx, doc: p.doc}
			if err := w.write(v); err != nil {
				return err
			}
			return string(w.text)
		}
	}
	text, err := gojq.Marshal(v)
	if err != nil {
		return err
	}
	return string(text)
}

// textWriter makes the text of a value, which may share its parts and be
// without end: it looks at the context as it goes.
type textWriter struct {
	ctx   context.Context
	doc   *document
	text  []byte
	steps uint
}

func (w *textWriter) write(v any) error {
	if w.steps++; w.steps%256 == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	switch v := v.(type) {
	case map[string]any:
		return w.object(v)
	case []any:
		return w.array(v)
	}
	text, err := gojq.Marshal(v)
	w.text = append(w.text, text...)
	return err
}

func (w *textWriter) object(m map[string]any) error {
	names := w.doc.order(m)
	if names == nil {
		names = slices.Sorted(maps.Keys(m))
	}
	w.text = append(w.text, '{')
	for i, name := range names {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		if err := w.write(name); err != nil {
			return err
		}
		w.text = append(w.text, ':')
		if err := w.write(m[name]); err != nil {
			return err
		}
	}
	w.text = append(w.text, '}')
	return nil
}

func (w *textWriter) array(a []any) error {
	w.text = append(w.text, '[')
	for i, v := range a {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		if err := w.write(v); err != nil {
			return err
		}
	}
	w.text = append(w.text, ']')
	return nil
}
