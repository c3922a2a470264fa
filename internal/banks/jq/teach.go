package jq

import (
	"reflect"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
)

// gojq iterates over objects by their sorted keys, and lacks some builtins for
// that reason. Here objects of the input have the order in which they are
// stored, and objects that a filter built have the one in which they are
// printed, the sorted one. A filter is taught this before it is compiled: each
// .[] in it becomes a call of a function that asks for the order, and the
// builtins that go over the members of objects are defined again in front of it.

// definition is a builtin that is defined again, by its text. Names that begin
// with _ are ours alone, see private.
type definition struct {
	name, text string
	arrays     bool // what it iterates over are arrays
}

const (
	eachMember = "_each" // what .[] becomes
	textOf     = "_text" // tostring, also in a filter that defines its own
)

// definitions returns the builtins in such an order that each uses only those
// before it, and itself. They are those of gojq's builtin.jq except the ones
// that gojq does not have.
func definitions() []definition {
	return []definition{
		{name: eachMember, text: `def _each: _order as $names | if $names then .[$names[]] else .[] end;`},
		{name: "keys_unsorted", text: `def keys_unsorted: _order // keys;`},
		{name: "toarray", text: `def toarray: if type == "array" then . else [.] end;`},
		{name: "tojson", text: `def tojson: _json;`},
		{name: textOf, text: `def _text: if type == "string" then . else _json end;`},
		{name: "tostring", text: `def tostring: _text;`},
		{name: "format", text: `def format($name): _format($name);`},
		{name: "add", text: `def add: _members | _add; def add(f): [f] | _add;`},
		{name: "join", text: `def join($text): _members | _join($text);`},
		{name: "flatten", text: `def flatten: _members | _flatten; def flatten($depth): _members | _flattenTo($depth);`},
		{name: "explode", text: `def explode: _explode;`},
		{name: "indices", text: `def indices($part): _indices($part);`},
		{name: "fromjson", text: `def fromjson: _fromjson;`},
		{name: "transpose", text: `def transpose: _transpose;`},
		{name: "strftime", text: `def strftime($format): _strftime($format);`},
		{name: "strflocaltime", text: `def strflocaltime($format): _strflocaltime($format);`},
		{name: "fromstream", arrays: true, text: `def fromstream(f): foreach f as $pv (null;
			if .e then null end |
			$pv as [$p, $v] |
			if $pv | length == 2 then
				setpath(["v"] + $p; $v) | setpath(["e"]; $p | length == 0)
			else
				setpath(["e"]; $p | length == 1)
			end;
			if .e then .v else empty end);`},
		{name: "match", arrays: true, text: `def match($re; $flags): _matches($re; $flags)[];
			def match($re): if $re | type == "array" then match($re[0]; $re[1]) else match($re; null) end;`},
		{name: "capture", arrays: true, text: `def capture($re; $flags): match($re; $flags) | .captures | _captures;
			def capture($re): if $re | type == "array" then capture($re[0]; $re[1]) else capture($re; null) end;`},
		{name: "scan", arrays: true, text: `def scan($re; $flags): match($re; $flags + "g") | if .captures == [] then .string else [.captures[].string] end;
			def scan($re): scan($re; null);`},
		{name: "splits", arrays: true, text: `def splits($re; $flags):
				.[foreach (match($re; $flags + "g"), null) as {$offset, $length}
					(null; {start: .next, end: $offset, next: $offset + $length})];
			def splits($re): splits($re; null);`},
		{name: "split", arrays: true, text: `def split($between): _split($between); def split($re; $flags): [splits($re; $flags)];`},
		{name: "sub", arrays: true, text: `def sub($re; str; $flags):
				reduce match($re; $flags) as {$offset, $length, $captures}
					({s: ., r: []};
						reduce ($captures | _captures | str) as $s
							(.i = 0; .r[.i] += .s[.next:$offset] + $s | .i += 1) |
						.next = $offset + $length) | .r[] + .s[.next:] // .s;
			def sub($re; str): sub($re; str; null);`},
		{name: "gsub", arrays: true, text: `def gsub($re; str; $flags): sub($re; str; $flags + "g"); def gsub($re; str): gsub($re; str; "");`},
		{name: "map", text: `def map(f): [.[] | f];`},
		{name: "sort", text: `def sort: _sort;`},
		{name: "sort_by", text: `def sort_by(f): _sortBy(map([f]));`},
		{name: "group_by", text: `def group_by(f): _groupBy(map([f]));`},
		{name: "unique", text: `def unique: _unique;`},
		{name: "unique_by", text: `def unique_by(f): _uniqueBy(map([f]));`},
		{name: "min", text: `def min: _min;`},
		{name: "min_by", text: `def min_by(f): _minBy(map([f]));`},
		{name: "max", text: `def max: _max;`},
		{name: "max_by", text: `def max_by(f): _maxBy(map([f]));`},
		{name: "contains", text: `def contains($part): _contains($part);`},
		{name: "inside", text: `def inside($whole): . as $part | $whole | _contains($part);`},
		{name: "index", text: `def index($part): _firstIndex($part);`},
		{name: "rindex", text: `def rindex($part): _lastIndex($part);`},
		{name: "bsearch", text: `def bsearch($x): _bsearch($x);`},
		{name: "IN", text: `def IN(s): any(s == .; .); def IN(src; s): any(src == s; .);`},
		{name: "map_values", text: `def map_values(f): .[] |= f;`},
		{name: "recurse", text: `def recurse: recurse(.[]?);`},
		{name: "walk", text: `def walk(f): def _walk: if type == "array" then map(_walk) elif type == "object" then map_values(_walk) end | f; _walk;`},
		{name: "to_entries", text: `def to_entries: [keys_unsorted[] as $k | {key: $k, value: .[$k]}];`},
		{name: "from_entries", text: `def from_entries:
			map({(.key // .Key // .name // .Name): if has("value") then .value else .Value end}) | add // {};`},
		{name: "with_entries", text: `def with_entries(f): to_entries | map(f) | from_entries;`},
		{name: "all", text: `def all(f): all(.[]; f); def all: all(.);`},
		{name: "any", text: `def any(f): any(.[]; f); def any: any(.);`},
		{name: "combinations", text: `def combinations: if length == 0 then [] else .[0][] as $x | [$x] + (.[1:] | combinations) end;`},
		{name: "tostream", text: `def tostream:
			path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);`},
		{name: "paths", text: `def paths: path(..) | select(. != []); def paths(f): path(.. | select(f)) | select(. != []);`},
		{name: "leaf_paths", text: `def leaf_paths: paths(scalars);`},
		{name: "INDEX", text: `def INDEX(idx_expr): INDEX(.[]; idx_expr);`},
		{name: "JOIN", text: `def JOIN($idx; idx_expr): [.[] | [., $idx[idx_expr]]];`},
	}
}

// teach rewrites a filter, and puts the definitions in front of it that it
// needs.
func teach(query *gojq.Query) error {
	iterateInOrder(query)
	boundFormats(query)
	var needed []*gojq.FuncDef
	used := namesIn(query)
	for _, d := range slices.Backward(definitions()) {
		if !used[d.name] && !used[private(d.name)] {
			continue
		}
		module, err := gojq.Parse(d.text)
		if err != nil {
			return err
		}
		if d.name != eachMember && !d.arrays {
			iterateInOrder(module)
		}
		switch d.name {
		case "fromstream": // its paths come from the filter
			boundIndexes(module)
		case "IN": // and what this one compares
			boundOperators(module)
		}
		makePrivate(module)
		for name := range namesIn(module) {
			used[name] = true
		}
		needed = append(module.FuncDefs, needed...)
	}
	query.FuncDefs = append(needed, query.FuncDefs...)
	return nil
}

// private is the name of a function that no filter can call, made of one that
// begins with _: it is not an identifier.
func private(name string) string {
	if strings.HasPrefix(name, "_") {
		return "*" + name[1:]
	}
	return name
}

// makePrivate renames the functions of our own.
func makePrivate(query *gojq.Query) {
	eachNode(reflect.ValueOf(query), func(node any) {
		switch node := node.(type) {
		case *gojq.Func:
			node.Name = private(node.Name)
		case *gojq.FuncDef:
			node.Name = private(node.Name)
		}
	})
}

// namesIn returns the names of the functions that a query calls, also where the
// name is not written: .. is recurse, and a string with \( ) in it calls tostring.
func namesIn(query *gojq.Query) map[string]bool {
	names := map[string]bool{}
	eachNode(reflect.ValueOf(query), func(node any) {
		switch node := node.(type) {
		case *gojq.Func:
			names[node.Name] = true
		case *gojq.String:
			names["tostring"] = names["tostring"] || len(node.Queries) > 0
		case *gojq.Term:
			switch {
			case node.Type == gojq.TermTypeRecurse:
				names["recurse"] = true
			case node.Format == "@json":
				names["tojson"] = true
			case node.Format == "@text":
				names["tostring"] = true
			case node.Format != "":
				names["format"] = true
			}
		}
	})
	return names
}

// iterateInOrder replaces each T[] by T | *each, and each T[]? by T | try *each.
func iterateInOrder(query *gojq.Query) {
	eachNode(reflect.ValueOf(query), func(node any) {
		term, ok := node.(*gojq.Term)
		if !ok {
			return
		}
		for i := 0; i < len(term.SuffixList); i++ {
			if !term.SuffixList[i].Iter {
				continue
			}
			before, rest := *term, term.SuffixList[i+1:]
			before.SuffixList = term.SuffixList[:i]
			each := call(private(eachMember))
			if len(rest) > 0 && rest[0].Optional {
				rest = rest[1:]
				each = &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeTry, Try: &gojq.Try{Body: each}}}
			}
			*term = *group(pipe(&gojq.Query{Term: &before}, each))
			term.SuffixList = rest
			i = -1
		}
	})
}

// boundFormats replaces the formats @html and the like by our own function, and
// lets the parts of a string with such a format ask for the room. Both make a
// text of what is none, with its members in their order; gojq would do it inside
// the format, in its own order.
func boundFormats(query *gojq.Query) {
	eachNode(reflect.ValueOf(query), func(node any) {
		term, ok := node.(*gojq.Term)
		if !ok || !escapes(strings.TrimPrefix(term.Format, "@")) {
			return
		}
		name := &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeString, Str: &gojq.String{Str: strings.TrimPrefix(term.Format, "@")}}}
		if term.Str == nil {
			suffixes := term.SuffixList
			*term = *group(call(private("_format"), name))
			term.SuffixList = suffixes
			return
		}
		for i, part := range term.Str.Queries {
			if part.Term.Str == nil {
				term.Str.Queries[i] = &gojq.Query{Term: group(pipe(part, call(private("_room"), name)))}
			}
		}
	})
}

func call(name string, args ...*gojq.Query) *gojq.Query {
	return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: name, Args: args}}}
}

func pipe(left, right *gojq.Query) *gojq.Query {
	return &gojq.Query{Op: gojq.OpPipe, Left: left, Right: right}
}

// group is a query in parentheses.
func group(query *gojq.Query) *gojq.Term {
	return &gojq.Term{Type: gojq.TermTypeQuery, Query: query}
}

// eachNode calls visit with a pointer to every struct in the tree below v, the
// innermost first. The tree is one of pointers, slices and structs with
// exported fields.
func eachNode(v reflect.Value, visit func(node any)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachNode(v.Elem(), visit)
			visit(v.Interface())
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachNode(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachNode(v.Field(i), visit)
		}
	}
}
