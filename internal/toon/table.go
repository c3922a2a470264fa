package toon

// column is one field of a table: a leaf with a cell per row, or a group of
// columns. Objects of one shape are turned into columns once, which both
// decides whether the tabular form applies and puts the cells in header order.
type column struct {
	name  string
	cells []any
	group []column // nil for a leaf
}

// keyedColumns returns the columns of an object that takes the keyed tabular
// form (section 9.5): two entries or more, all of them objects of one shape.
func keyedColumns(obj Object) ([]column, bool) {
	if len(obj) < 2 || kindOf(obj[0].Value) != object {
		return nil, false
	}
	values := make(Array, len(obj))
	for i, f := range obj {
		values[i] = f.Value
	}
	return columnsOf(values)
}

// columnsOf returns the columns of values that are objects with the same keys
// and whose columns are uniform, in the key order of the first (section 9.3).
func columnsOf(values Array) ([]column, bool) {
	if !sameWidth(values) {
		return nil, false
	}
	first := values[0].(Object)
	cols := make([]column, len(first))
	cells := make([]any, len(first)*len(values))
	for i, f := range first {
		cols[i] = column{name: f.Key, cells: cells[i*len(values) : (i+1)*len(values)]}
	}
	var index keyIndex
	for row, v := range values {
		for i, f := range v.(Object) {
			if f.Key != first[i].Key {
				if i = index.find(first, f.Key); i < 0 {
					return nil, false
				}
			}
			cols[i].cells[row] = f.Value
		}
	}
	for i := range cols {
		if !cols[i].resolve() {
			return nil, false
		}
	}
	return cols, true
}

// sameWidth reports whether all values are objects with as many keys as the
// first, which has some. As keys are unique, objects of one width that share
// every key with the first have the same keys; and a table of them holds no
// more cells than the values did.
func sameWidth(values Array) bool {
	first, _ := values[0].(Object)
	for _, v := range values {
		if obj, ok := v.(Object); !ok || len(obj) != len(first) {
			return false
		}
	}
	return len(first) > 0
}

// resolve makes a column a leaf or a group, and reports whether it is uniform.
func (c *column) resolve() bool {
	if kindOf(c.cells[0]) == object {
		group, ok := columnsOf(c.cells)
		c.group = group
		return ok
	}
	return allScalar(c.cells)
}

// allScalar reports whether all values are primitives.
func allScalar(values Array) bool {
	for _, v := range values {
		if kindOf(v) != scalar {
			return false
		}
	}
	return true
}

// leaves returns the leaf columns in header order, depth first.
func leaves(cols []column) []column {
	var out []column
	for _, c := range cols {
		if c.group == nil {
			out = append(out, c)
		} else {
			out = append(out, leaves(c.group)...)
		}
	}
	return out
}

// group prints the fields of a header, or of one field group in it.
func (e *encoder) group(cols []column) {
	e.buf = append(e.buf, '{')
	for i, c := range cols {
		if i > 0 {
			e.buf = append(e.buf, e.delim)
		}
		e.buf = appendKey(e.buf, c.name)
		if c.group != nil {
			e.group(c.group)
		}
	}
	e.buf = append(e.buf, '}')
}

// rows prints the rows of a tabular array.
func (e *encoder) rows(n int, cols []column, depth int) {
	cells := leaves(cols)
	for row := range n {
		e.line(depth)
		e.row(cells, row)
	}
}

// entries prints a keyed table whose header is at a depth, behind the key
// of the object if there is one.
func (e *encoder) entries(obj Object, cols []column, depth int) {
	e.header(len(obj), true, cols)
	cells := leaves(cols)
	for row, f := range obj {
		e.line(depth + 1)
		e.buf = appendKey(e.buf, f.Key)
		e.buf = append(e.buf, ": "...)
		e.row(cells, row)
	}
}

// row prints the cells of one row.
func (e *encoder) row(cells []column, row int) {
	for i, c := range cells {
		if i > 0 {
			e.buf = append(e.buf, e.delim)
		}
		e.scalar(c.cells[row])
	}
}
