package jq

import (
	"maps"
	"slices"

	"github.com/agmem/agmem/internal/rawjson"
)

// update prints v as the new form of the whole document.
func (p *printer) update(v any) error {
	_, err := p.over(v, 0)
	return err
}

// over prints v in the place of the stored value at text[at], and returns
// where that value ends.
func (p *printer) over(v any, at int) (end int, err error) {
	if _, ok := p.doc.stored(v); !ok {
		switch v := v.(type) {
		case map[string]any:
			if p.doc.text[at] == '{' {
				return p.overObject(v, at)
			}
		case []any:
			if p.doc.text[at] == '[' {
				return p.overArray(v, at)
			}
		}
	}
	if err := p.value(v); err != nil {
		return 0, err
	}
	return rawjson.Value(p.doc.text, at)
}

// overObject prints m with the members of the stored object that are still
// there in their order, then the new ones sorted.
func (p *printer) overObject(m map[string]any, start int) (end int, err error) {
	if err := p.enter('{'); err != nil {
		return 0, err
	}
	added := maps.Clone(m)
	printed := 0
	end, err = rawjson.Members(p.doc.text, start, func(quoted []byte, at int) (int, error) {
		name := rawjson.Unquote(quoted)
		v, ok := m[name]
		if !ok {
			return rawjson.Value(p.doc.text, at)
		}
		delete(added, name)
		p.separate(printed)
		printed++
		p.text = append(append(p.text, quoted...), ':')
		if !p.doc.shadowed(start, name, at) {
			return p.over(v, at)
		}
		end, err := rawjson.Value(p.doc.text, at)
		p.text = append(p.text, p.doc.text[at:end]...)
		return end, err
	})
	if err != nil {
		return 0, err
	}
	for _, name := range slices.Sorted(maps.Keys(added)) {
		if err := p.member(printed, name, added[name]); err != nil {
			return 0, err
		}
		printed++
	}
	p.leave('}')
	return end, nil
}

// overArray prints a with each element over the stored one of its index.
func (p *printer) overArray(a []any, start int) (end int, err error) {
	if err := p.enter('['); err != nil {
		return 0, err
	}
	printed := 0
	end, err = rawjson.Elements(p.doc.text, start, func(i, at int) (int, error) {
		if i >= len(a) {
			return rawjson.Value(p.doc.text, at)
		}
		p.separate(printed)
		printed++
		return p.over(a[i], at)
	})
	if err != nil {
		return 0, err
	}
	for ; printed < len(a); printed++ {
		p.separate(printed)
		if err := p.value(a[printed]); err != nil {
			return 0, err
		}
	}
	p.leave(']')
	return end, nil
}
