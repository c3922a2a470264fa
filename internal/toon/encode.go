package toon

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Delimiter separates the values of inline arrays and the cells of rows.
type Delimiter byte

// The delimiters of the specification.
const (
	Comma Delimiter = ','
	Tab   Delimiter = '\t'
	Pipe  Delimiter = '|'
)

// byteOrderMark begins some documents as a signature of their encoding.
const byteOrderMark = "\uFEFF"

// defaultIndent is the indentation unit that the specification defaults to.
const defaultIndent = 2

// MarshalOptions are the options of the encoder. The zero value stands for the
// defaults of the specification.
type MarshalOptions struct {
	Delimiter  Delimiter // the option delimiter; 0 means Comma
	IndentSize int       // the option indentSize, at most 64; 0 means 2
}

// Marshal returns v as a TOON document with the default options. The document
// has no trailing newline. The package comment lists the types that v may hold.
func Marshal(v any) ([]byte, error) {
	return MarshalOptions{}.Marshal(v)
}

// Marshal returns v as a TOON document without a trailing newline.
func (o MarshalOptions) Marshal(v any) ([]byte, error) {
	e := encoder{delim: byte(o.Delimiter)}
	switch o.Delimiter {
	case 0:
		e.delim = byte(Comma)
	case Comma, Tab, Pipe:
	default:
		return nil, fmt.Errorf("toon: the delimiter %q is not a comma, tab or pipe", rune(o.Delimiter))
	}
	var err error
	if e.unit, err = indentUnit(o.IndentSize); err != nil {
		return nil, err
	}
	if err := validate(v, 0); err != nil {
		return nil, err
	}
	e.document(v)
	return e.buf, nil
}

// indentUnit resolves the option indentSize.
func indentUnit(size int) (int, error) {
	switch {
	case size == 0:
		return defaultIndent, nil
	case size < 0 || size > 64:
		return 0, fmt.Errorf("toon: the indent size %d is not between 1 and 64", size)
	}
	return size, nil
}

// position is where an array is, which decides which forms it may take.
type position int

const (
	atRoot  position = iota
	inField          // behind a key
	inItem           // behind the hyphen of a list item
)

// encoder prints values that validate has passed. Every method continues the
// current line and leaves the last line open.
type encoder struct {
	buf   []byte
	delim byte
	unit  int
}

func (e *encoder) document(v any) {
	switch kindOf(v) {
	case object:
		obj := v.(Object)
		if cols, ok := keyedColumns(obj); ok {
			e.entries(obj, cols, 0)
		} else {
			e.fields(obj, 0)
		}
	case array:
		e.array(arrayOf(v), 0, atRoot)
	default:
		e.rootScalar(v)
	}
}

// rootScalar prints a primitive that is the whole document. Readers may take a
// byte order mark there for a signature, so a string that begins with one gets
// quotes, which section 7.2 permits.
func (e *encoder) rootScalar(v any) {
	if s, ok := v.(string); ok && strings.HasPrefix(s, byteOrderMark) {
		e.buf = appendQuoted(e.buf, s)
		return
	}
	e.scalar(v)
}

// line begins a new line at a depth.
func (e *encoder) line(depth int) {
	if len(e.buf) > 0 {
		e.buf = append(e.buf, '\n')
	}
	const spaces = "                                                                "
	n := depth * e.unit
	for ; n > len(spaces); n -= len(spaces) {
		e.buf = append(e.buf, spaces...)
	}
	e.buf = append(e.buf, spaces[:n]...)
}

// fields prints the fields of an object on their own lines.
func (e *encoder) fields(obj Object, depth int) {
	for _, f := range obj {
		e.line(depth)
		e.field(f, depth)
	}
}

// field prints a field that is at a depth, on a line that is begun already.
func (e *encoder) field(f Field, depth int) {
	e.buf = appendKey(e.buf, f.Key)
	switch kindOf(f.Value) {
	case object:
		obj := f.Value.(Object)
		if cols, ok := keyedColumns(obj); ok {
			e.entries(obj, cols, depth)
			return
		}
		e.buf = append(e.buf, ':')
		e.fields(obj, depth+1)
	case array:
		e.array(arrayOf(f.Value), depth, inField)
	default:
		e.buf = append(e.buf, ": "...)
		e.scalar(f.Value)
	}
}

// array prints an array in the first form that its elements allow: empty,
// inline, tabular, and the list that takes everything (section 9). A table has
// no place behind a hyphen, because a header with fields needs a key there.
func (e *encoder) array(values Array, depth int, at position) {
	if len(values) == 0 {
		e.emptyArray(at)
		return
	}
	if allScalar(values) {
		e.header(len(values), false, nil)
		e.buf = append(e.buf, ' ')
		e.inline(values)
		return
	}
	if at != inItem {
		if cols, ok := columnsOf(values); ok {
			e.header(len(values), false, cols)
			e.rows(len(values), cols, depth+1)
			return
		}
	}
	e.header(len(values), false, nil)
	for _, v := range values {
		e.line(depth + 1)
		e.item(v, depth+1)
	}
}

func (e *encoder) emptyArray(at position) {
	switch at {
	case inItem:
		e.header(0, false, nil)
	case inField:
		e.buf = append(e.buf, ": []"...)
	default:
		e.buf = append(e.buf, "[]"...)
	}
}

// item prints a list item whose hyphen is at a depth. The fields of an
// object are one deeper, the first of them behind the hyphen (section 10).
func (e *encoder) item(v any, depth int) {
	e.buf = append(e.buf, '-')
	if obj, ok := v.(Object); ok {
		if len(obj) > 0 {
			e.buf = append(e.buf, ' ')
			e.field(obj[0], depth+1)
			e.fields(obj[1:], depth+1)
		}
		return
	}
	e.buf = append(e.buf, ' ')
	if kindOf(v) == array {
		e.array(arrayOf(v), depth, inItem)
		return
	}
	e.scalar(v)
}

// header prints the brackets, the fields and the colon of section 6.
func (e *encoder) header(length int, keyed bool, cols []column) {
	e.buf = append(e.buf, '[')
	e.buf = strconv.AppendInt(e.buf, int64(length), 10)
	if keyed {
		e.buf = append(e.buf, ':')
	}
	if e.delim != byte(Comma) {
		e.buf = append(e.buf, e.delim)
	}
	e.buf = append(e.buf, ']')
	if len(cols) > 0 {
		e.group(cols)
	}
	e.buf = append(e.buf, ':')
}

// inline prints scalars with the delimiter between them.
func (e *encoder) inline(values Array) {
	for i, v := range values {
		if i > 0 {
			e.buf = append(e.buf, e.delim)
		}
		e.scalar(v)
	}
}

// scalar prints a primitive. The document delimiter and the active delimiter
// are the same for this encoder, so one rule quotes strings everywhere.
func (e *encoder) scalar(v any) {
	switch v := v.(type) {
	case nil:
		e.buf = append(e.buf, "null"...)
	case bool:
		e.buf = strconv.AppendBool(e.buf, v)
	case string:
		e.buf = appendString(e.buf, v, e.delim)
	case float64:
		e.buf = appendFloat(e.buf, v)
	case json.Number:
		e.buf = appendNumber(e.buf, v)
	default:
		e.buf = appendInteger(e.buf, v)
	}
}
