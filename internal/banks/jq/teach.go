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
type definition struct{ name, text string }

const (
	eachMember = "_each" // what .[] becomes
	textOf     = "_text" // tostring, also in a filter that defines its own
)

// definitions returns the builtins in such an order that each uses only those
// before it, and itself. They are those of gojq's builtin.jq except the ones
// that gojq does not have.
func definitions() []definition {
	return []definition{
		{eachMember, `def _each: _order as $names | if $names then .[$names[]] else .[] end;`},
		{"keys_unsorted", `def keys_unsorted: _order // keys;`},
		{"toarray", `def toarray: if type == "array" then . else [.] end;`},
		{"tojson", `def tojson: _json;`},
		{textOf, `def _text: if type == "string" then . else _json end;`},
		{"tostring", `def tostring: _text;`},
		{"format", `def format($name): _format($name);`},
		{"add", `def add: _members | _add;`},
		{"join", `def join($text): _members | _join($text);`},
		{"flatten", `def flatten: _members | _flatten; def flatten($depth): _members | _flatten($depth);`},
		{"map", `def map(f): [.[] | f];`},
		{"map_values", `def map_values(f): .[] |= f;`},
		{"recurse", `def recurse: recurse(.[]?);`},
		{"walk", `def walk(f): def _walk: if type == "array" then map(_walk) elif type == "object" then map_values(_walk) end | f; _walk;`},
		{"to_entries", `def to_entries: [keys_unsorted[] as $k | {key: $k, value: .[$k]}];`},
		{"from_entries", `def from_entries:
			map({(.key // .Key // .name // .Name): if has("value") then .value else .Value end}) | add // {};`},
		{"with_entries", `def with_entries(f): to_entries | map(f) | from_entries;`},
		{"all", `def all(f): all(.[]; f); def all: all(.);`},
		{"any", `def any(f): any(.[]; f); def any: any(.);`},
		{"combinations", `def combinations: if length == 0 then [] else .[0][] as $x | [$x] + (.[1:] | combinations) end;`},
		{"tostream", `def tostream:
			path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);`},
		{"paths", `def paths: path(..) | select(. != []); def paths(f): path(.. | select(f)) | select(. != []);`},
		{"leaf_paths", `def leaf_paths: paths(scalars);`},
		{"INDEX", `def INDEX(idx_expr): INDEX(.[]; idx_expr);`},
		{"JOIN", `def JOIN($idx; idx_expr): [.[] | [., $idx[idx_expr]]];`},
	}
}

// teach rewrites a filter, and puts the definitions in front of it that it
// needs.
func teach(query *gojq.Query) error {
	iterateInOrder(query)
	writeInOrder(query)
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
		if d.name != eachMember {
			iterateInOrder(module)
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

// writeInOrder puts tostring in front of the formats that take a text. gojq
// would make the text inside the format, in its own order.
func writeInOrder(query *gojq.Query) {
	eachNode(reflect.ValueOf(query), func(node any) {
		term, ok := node.(*gojq.Term)
		if !ok || !takesText(strings.TrimPrefix(term.Format, "@")) {
			return
		}
		if term.Str == nil {
			format := *term
			format.SuffixList = nil
			suffixes := term.SuffixList
			*term = *group(pipe(call(private(textOf)), &gojq.Query{Term: &format}))
			term.SuffixList = suffixes
			return
		}
		for i, part := range term.Str.Queries {
			if part.Term.Str == nil {
				term.Str.Queries[i] = &gojq.Query{Term: group(pipe(part, call(private(textOf))))}
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
