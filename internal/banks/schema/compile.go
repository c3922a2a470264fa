package schema

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
)

// dialect is the only one that $schema may name.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// subschema is a schema at its place in the document.
type subschema struct {
	at       string // JSON pointer from the root of the document
	raw      *value
	resource *resource
	never    bool // the schema false
	checks   []check
	inPlace  []*subschema // those that are applied to the same value
}

// check is what a keyword became.
type check struct {
	phase phase
	run   runFunc
}

// runFunc returns the rule that the value breaks, nil for none, and notes what
// it has evaluated.
type runFunc func(e *evaluation, v *value, own *seen) *violation

// phase orders the checks of a schema: what is said about the value itself
// comes before what is said about its parts, and what asks for everything that
// has been evaluated comes last.
type phase int

const (
	own phase = iota
	applied
	parts
	unevaluated
)

// resource is a schema with its own URI: the document, or a part of it
// with an $id.
type resource struct {
	root    *subschema
	base    *url.URL
	anchors map[string]*subschema
	dynamic map[string]*subschema
}

func newResource(root *subschema, base *url.URL) *resource {
	return &resource{root: root, base: base, anchors: map[string]*subschema{}, dynamic: map[string]*subschema{}}
}

// compiler turns one document into subschemas.
type compiler struct {
	places    map[string]*subschema // by JSON pointer from the root of the document
	resources map[string]*resource  // by URI
	keywords  map[string]keyword
	later     []func() error // what needs every subschema to be there
	tracks    bool
	dynamic   bool // there is a reference whose end depends on the way to it
}

func newCompiler() *compiler {
	return &compiler{places: map[string]*subschema{}, resources: map[string]*resource{}, keywords: keywords()}
}

// invalid is the error of a text that is not a schema, at a place in it.
func invalid(at, format string, args ...any) error {
	return &NotSchemaError{"not a valid JSON Schema, #" + at + " " + fmt.Sprintf(format, args...)}
}

func (c *compiler) document(raw *value) (*subschema, error) {
	c.resources[""] = newResource(nil, &url.URL{})
	root, err := c.subschema(raw, "", c.resources[""])
	if err != nil {
		return nil, err
	}
	for _, resolve := range c.later {
		if err := resolve(); err != nil {
			return nil, err
		}
	}
	return root, c.refuseLoops()
}

// subschema compiles the schema at a place once, however often it is asked for.
func (c *compiler) subschema(raw *value, at string, within *resource) (*subschema, error) {
	if s, ok := c.places[at]; ok {
		return s, nil
	}
	s := &subschema{at: at, raw: raw, resource: within}
	c.places[at] = s
	if within.root == nil {
		within.root = s
	}
	switch raw.kind {
	case boolean:
		s.never = !raw.truth
	case object:
		if err := c.identify(s); err != nil {
			return nil, err
		}
		if err := c.rules(s); err != nil {
			return nil, err
		}
	default:
		return nil, invalid(at, "is neither an object nor true or false")
	}
	return s, nil
}

// identify begins a resource where a schema has an $id.
func (c *compiler) identify(s *subschema) error {
	if v, ok := s.raw.members["$schema"]; ok && (v.kind != text || v.text != dialect && v.text != dialect+"#") {
		return invalid(s.at+"/$schema", "names another dialect than %s", dialect)
	}
	id, ok := s.raw.members["$id"]
	if !ok {
		return nil
	}
	if id.kind != text {
		return invalid(s.at+"/$id", "is not a string")
	}
	uri, err := url.Parse(id.text)
	if err != nil || uri.Fragment != "" {
		return invalid(s.at+"/$id", "is not a URI without a fragment")
	}
	base := s.resource.base.ResolveReference(uri)
	if _, taken := c.resources[base.String()]; taken && s.at != "" {
		return invalid(s.at+"/$id", "is used by another schema too")
	}
	s.resource = newResource(s, base)
	c.resources[base.String()] = s.resource
	return nil
}

// rules compiles the keywords of a schema. Unknown ones are
// annotations.
func (c *compiler) rules(s *subschema) error {
	for _, name := range s.raw.names {
		k, ok := c.keywords[name]
		if !ok {
			continue
		}
		run, err := k.compile(c, rule{keyword: name, schema: s, raw: s.raw.members[name]})
		if err != nil {
			return err
		}
		if run != nil {
			s.checks = append(s.checks, check{k.phase, run})
		}
	}
	slices.SortStableFunc(s.checks, func(a, b check) int { return int(a.phase - b.phase) })
	return nil
}

// rule is a keyword with its place.
type rule struct {
	keyword string
	schema  *subschema
	raw     *value
}

func (r rule) at() string { return r.schema.at + step(r.keyword) }

func (r rule) invalid(what string) error { return invalid(r.at(), "%s", what) }

// broken says that the current value breaks the rule.
func (r rule) broken(e *evaluation) *violation { return e.broken(r.at(), r.raw) }

// sibling returns what is beside the rule.
func (r rule) sibling(keyword string) (rule, bool) {
	raw, ok := r.schema.raw.members[keyword]
	return rule{keyword, r.schema, raw}, ok
}

// sub compiles the value of the rule, a schema.
func (c *compiler) sub(r rule) (*subschema, error) {
	return c.subschema(r.raw, r.at(), r.schema.resource)
}

// subs compiles the value of the rule, an array of schemas.
func (c *compiler) subs(r rule) ([]*subschema, error) {
	if r.raw.kind != array || len(r.raw.items) == 0 {
		return nil, r.invalid("is not an array of one schema or more")
	}
	var all []*subschema
	for i, item := range r.raw.items {
		s, err := c.subschema(item, r.at()+index(i), r.schema.resource)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// namedSubs compiles the value of the rule, an object of schemas.
func (c *compiler) namedSubs(r rule) (map[string]*subschema, error) {
	if r.raw.kind != object {
		return nil, r.invalid("is not an object of schemas")
	}
	all := map[string]*subschema{}
	for _, name := range r.raw.names {
		s, err := c.subschema(r.raw.members[name], r.at()+step(name), r.schema.resource)
		if err != nil {
			return nil, err
		}
		all[name] = s
	}
	return all, nil
}

// refuseLoops refuses schemas that lead back to themselves without going
// deeper into the value: checking would not end.
func (c *compiler) refuseLoops() error {
	done := map[*subschema]bool{} // false while it is on the way
	var visit func(s *subschema) error
	visit = func(s *subschema) error {
		if finished, met := done[s]; met {
			if !finished {
				return invalid(s.at, "refers to itself without end")
			}
			return nil
		}
		done[s] = false
		for _, next := range s.inPlace {
			if err := visit(next); err != nil {
				return err
			}
		}
		done[s] = true
		return nil
	}
	for _, at := range slices.Sorted(maps.Keys(c.places)) {
		if err := visit(c.places[at]); err != nil {
			return err
		}
	}
	return nil
}
