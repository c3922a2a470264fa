package toontest

import "github.com/agmem/agmem/internal/toon"

// builder collects the fields of an object in document order.
type builder struct {
	obj   toon.Object
	index map[string]int // where a key is in obj; nil before the first
}

// put adds a field. It returns false if the key is there already, in which case
// the new value replaces the old one.
func (b *builder) put(key string, v any) bool {
	if i, ok := b.index[key]; ok {
		b.obj[i].Value = v
		return false
	}
	if b.index == nil {
		b.index = make(map[string]int)
	}
	b.index[key] = len(b.obj)
	b.obj = append(b.obj, toon.Field{Key: key, Value: v})
	return true
}

// object decodes the fields in a scope that a line opened.
func (d *decoder) object(num int, s scope) (toon.Object, error) {
	if err := d.enter(num, 1); err != nil {
		return nil, err
	}
	b := builder{obj: toon.Object{}}
	err := d.fields(&b, s)
	d.depth--
	return b.obj, err
}

// fields decodes the fields in a scope into an object.
func (d *decoder) fields(b *builder, s scope) error {
	for {
		ln, ok, err := d.within(&s)
		if err != nil || !ok {
			return err
		}
		if err := d.lines.next(); err != nil {
			return err
		}
		if err := d.field(b, ln); err != nil {
			return err
		}
	}
}

// field decodes the field that a line begins, with everything that belongs to
// it. The line has been consumed.
func (d *decoder) field(b *builder, ln line) error {
	h, ok, err := d.header(ln)
	if err != nil {
		return err
	}
	if ok && !h.hasKey && !d.lenient {
		return syntaxf(ln.num, "a header without a key stands where a field is expected")
	}
	var key string
	var v any
	if ok && h.hasKey {
		key = h.key
		v, err = d.block(h, ln)
	} else {
		key, v, err = d.keyValue(ln)
	}
	if err != nil {
		return err
	}
	return d.put(b, key, v, ln.num)
}

// put adds a field that a line declared. Equal keys are errors unless the
// decoder is lenient; then the last one wins (section 14.3).
func (d *decoder) put(b *builder, key string, v any, num int) error {
	if !b.put(key, v) && !d.lenient {
		return syntaxf(num, "the key %q occurs twice in one object", key)
	}
	return nil
}

// keyValue decodes a line that is a key, a colon and possibly a value.
func (d *decoder) keyValue(ln line) (key string, v any, err error) {
	key, rest, err := d.key(ln)
	if err != nil {
		return "", nil, err
	}
	switch rest {
	case "":
		v, err = d.object(ln.num, scope{parent: ln.depth})
	case "[]":
		v, err = d.emptyArray(ln.num)
	default:
		v, err = d.scalar(ln.num, rest)
	}
	return key, v, err
}

// key splits a line at its first unquoted colon and decodes what precedes it.
func (d *decoder) key(ln line) (key, rest string, err error) {
	colon := indexUnquoted(ln.text, ':', ':')
	if colon < 0 {
		return "", "", syntaxf(ln.num, "the line %q has no key that ends in a colon", ln.text)
	}
	key = trim(ln.text[:colon])
	if key != "" && key[0] == '"' {
		if key, err = unquote(key, d.lenient); err != nil {
			return "", "", syntaxf(ln.num, "%v", err)
		}
	}
	return key, trim(ln.text[colon+1:]), nil
}

// emptyArray makes the value of a line that reads [].
func (d *decoder) emptyArray(num int) (toon.Array, error) {
	if err := d.enter(num, 1); err != nil {
		return nil, err
	}
	d.depth--
	return toon.Array{}, nil
}

// scalar decodes a trimmed value token (section 4).
func (d *decoder) scalar(num int, token string) (any, error) {
	switch token {
	case "":
		return "", nil
	case "null":
		return nil, nil
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	if token[0] == '"' {
		s, err := unquote(token, d.lenient)
		if err != nil {
			return nil, syntaxf(num, "%v", err)
		}
		return s, nil
	}
	if n, ok := toon.Number(token); ok {
		return n, nil
	}
	return token, nil
}
