package toontest

import "github.com/agmem/agmem/internal/toon"

// cellReader splits a row at its unquoted delimiters.
type cellReader struct {
	rest  string
	delim byte
	done  bool
}

// next returns the next token, trimmed. Nothing between two delimiters is a
// token too.
func (c *cellReader) next() (token string, ok bool) {
	if c.done {
		return "", false
	}
	end := indexUnquoted(c.rest, c.delim, c.delim)
	if end < 0 {
		c.done = true
		return trim(c.rest), true
	}
	token, c.rest = c.rest[:end], c.rest[end+1:]
	return trim(token), true
}

// record decodes a row into an object shaped like the fields of a header.
func (d *decoder) record(h header, num int, row string) (toon.Object, error) {
	if d.budget -= h.groups; d.budget < 0 {
		return nil, syntaxf(num, "the field groups make more objects than a document of this size may hold")
	}
	if err := d.enter(num, h.height); err != nil {
		return nil, err
	}
	defer func() { d.depth -= h.height }()
	cells := cellReader{rest: row, delim: h.delim, done: row == ""}
	obj, err := d.group(h.fields, &cells, num)
	if err != nil {
		return nil, err
	}
	if _, more := cells.next(); more {
		return nil, syntaxf(num, "the row has more cells than the header has fields")
	}
	return obj, nil
}

// group fills the fields of one brace group with the cells that come next.
func (d *decoder) group(fields []field, cells *cellReader, num int) (toon.Object, error) {
	obj := make(toon.Object, 0, len(fields))
	for _, f := range fields {
		v, err := d.cell(f, cells, num)
		if err != nil {
			return nil, err
		}
		if f.slot < len(obj) {
			obj[f.slot].Value = v
		} else {
			obj = append(obj, toon.Field{Key: f.name, Value: v})
		}
	}
	return obj, nil
}

// cell decodes the value of one field.
func (d *decoder) cell(f field, cells *cellReader, num int) (any, error) {
	if f.group != nil {
		return d.group(f.group, cells, num)
	}
	token, ok := cells.next()
	if !ok {
		return nil, syntaxf(num, "the row has fewer cells than the header has leaf fields")
	}
	return d.scalar(num, token)
}
