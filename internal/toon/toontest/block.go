package toontest

import (
	"strings"

	"github.com/agmem/agmem/internal/toon"
)

// block decodes what a header declares. The line of the header has been
// consumed.
func (d *decoder) block(h header, ln line) (v any, err error) {
	if err := d.enter(ln.num, 1); err != nil {
		return nil, err
	}
	switch {
	case h.keyed:
		v, err = d.entries(h, ln)
	case h.fields != nil:
		v, err = d.rows(h, ln)
	case h.inline != "":
		v, err = d.inline(h, ln)
	default:
		v, err = d.list(h, ln)
	}
	d.depth--
	return v, err
}

// checkLength compares a declared length with what was found.
func (d *decoder) checkLength(h header, num, found int, what string) error {
	if found != h.length && !d.lenient {
		return syntaxf(num, "the header declares %d %s and %d were found", h.length, what, found)
	}
	return nil
}

// inline decodes the values behind the colon of a header.
func (d *decoder) inline(h header, ln line) (toon.Array, error) {
	out := make(toon.Array, 0, strings.Count(h.inline, string(rune(h.delim)))+1)
	cells := cellReader{rest: h.inline, delim: h.delim}
	for token, ok := cells.next(); ok; token, ok = cells.next() {
		v, err := d.scalar(ln.num, token)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, d.checkLength(h, ln.num, len(out), "values")
}

// list decodes the items under a header.
func (d *decoder) list(h header, ln line) (toon.Array, error) {
	out := toon.Array{}
	s := scope{parent: ln.depth, span: true}
	for {
		item, ok, err := d.within(&s)
		if err != nil {
			return nil, err
		}
		if !ok {
			return out, d.checkLength(h, ln.num, len(out), "items")
		}
		if item.text != "-" && !strings.HasPrefix(item.text, "- ") {
			return nil, syntaxf(item.num, "the line is not a list item: it does not begin with a hyphen and a space")
		}
		if err := d.lines.next(); err != nil {
			return nil, err
		}
		v, err := d.item(item)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
}

// item decodes the list item that a line begins. The line has been consumed.
func (d *decoder) item(ln line) (any, error) {
	inner := line{num: ln.num, depth: ln.depth, text: trim(ln.text[1:])}
	switch inner.text {
	case "":
		return d.itemObject(ln, inner)
	case "[]":
		return d.emptyArray(ln.num)
	}
	h, ok, err := d.header(inner)
	if err != nil {
		return nil, err
	}
	if ok && !h.hasKey {
		if h.fields == nil {
			return d.block(h, inner)
		}
		if !d.lenient {
			return nil, syntaxf(ln.num, "a header with fields needs a key in a list item")
		}
	}
	if indexUnquoted(inner.text, ':', ':') >= 0 {
		return d.itemObject(ln, inner)
	}
	return d.scalar(ln.num, inner.text)
}

// itemObject decodes an object whose first field comes after the hyphen of a
// list item. That field counts as standing one level deeper than the hyphen,
// where the other fields are (section 10). A bare hyphen has none.
func (d *decoder) itemObject(ln, first line) (toon.Object, error) {
	if err := d.enter(ln.num, 1); err != nil {
		return nil, err
	}
	defer func() { d.depth-- }()
	if first.text == "" {
		return toon.Object{}, nil
	}
	first.depth++
	var b builder
	if err := d.field(&b, first); err != nil {
		return nil, err
	}
	err := d.fields(&b, scope{parent: ln.depth, begun: true, depth: first.depth})
	return b.obj, err
}

// rows decodes the rows of a tabular array.
func (d *decoder) rows(h header, ln line) (toon.Array, error) {
	out := toon.Array{}
	s := scope{parent: ln.depth, span: true}
	for {
		row, ok, err := d.within(&s)
		if err != nil {
			return nil, err
		}
		if !ok {
			return out, d.checkLength(h, ln.num, len(out), "rows")
		}
		// A colon before the first delimiter ends the rows, and at this depth
		// nothing else can follow them (section 9.3).
		if i := indexUnquoted(row.text, h.delim, ':'); i >= 0 && row.text[i] == ':' {
			return nil, syntaxf(row.num, "the line %q is a field and not a row of the table above", row.text)
		}
		obj, err := d.record(h, row.num, row.text)
		if err != nil {
			return nil, err
		}
		out = append(out, obj)
		if err := d.lines.next(); err != nil {
			return nil, err
		}
	}
}

// entries decodes the rows of a keyed table, each of them a key, a colon and
// the cells of its value.
func (d *decoder) entries(h header, ln line) (toon.Object, error) {
	b := builder{obj: toon.Object{}}
	s := scope{parent: ln.depth, span: true}
	for n := 0; ; n++ {
		row, ok, err := d.within(&s)
		if err != nil {
			return nil, err
		}
		if !ok {
			return b.obj, d.checkLength(h, ln.num, n, "entries")
		}
		key, rest, err := d.key(row)
		if err != nil {
			return nil, err
		}
		obj, err := d.record(h, row.num, rest)
		if err != nil {
			return nil, err
		}
		if err := d.put(&b, key, obj, row.num); err != nil {
			return nil, err
		}
		if err := d.lines.next(); err != nil {
			return nil, err
		}
	}
}
