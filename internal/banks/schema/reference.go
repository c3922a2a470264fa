package schema

import (
	"net/url"
	"strings"
)

// isAnchor says whether an anchor may be called that: a letter or _, then
// letters, digits, - . and _.
func isAnchor(name string) bool {
	for i, c := range name {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789-.", c)) {
			return false
		}
	}
	return name != ""
}

// compileAnchor names a place of a resource.
func compileAnchor(_ *compiler, r rule) (runFunc, error) {
	if r.raw.kind != text || !isAnchor(r.raw.text) {
		return nil, r.invalid("is not the name of an anchor")
	}
	in := r.schema.resource
	if _, taken := in.anchors[r.raw.text]; taken {
		return nil, r.invalid("names a second place in its schema")
	}
	in.anchors[r.raw.text] = r.schema
	if r.keyword == "$dynamicAnchor" {
		in.dynamic[r.raw.text] = r.schema
	}
	return nil, nil
}

// compileRef applies the schema that a reference leads to.
func compileRef(c *compiler, r rule) (runFunc, error) {
	var target *subschema
	c.later = append(c.later, func() (err error) {
		target, _, err = c.resolve(r)
		r.schema.inPlace = append(r.schema.inPlace, target)
		return err
	})
	return func(e *evaluation, v *value, own *seen) *violation { return e.refer(target, v, own) }, nil
}

// compileDynamicRef applies the schema that a reference leads to or, where
// that is a dynamic anchor, the one of that name in the outermost schema that
// the evaluation went through.
func compileDynamicRef(c *compiler, r rule) (runFunc, error) {
	var target *subschema
	var anchor string
	c.dynamic = true
	c.later = append(c.later, func() (err error) {
		if target, anchor, err = c.resolve(r); err != nil {
			return err
		}
		r.schema.inPlace = append(r.schema.inPlace, target)
		for _, other := range c.resources {
			if s, ok := other.dynamic[anchor]; ok {
				r.schema.inPlace = append(r.schema.inPlace, s)
			}
		}
		return nil
	})
	return func(e *evaluation, v *value, own *seen) *violation {
		for _, in := range e.scope {
			if s, ok := in.dynamic[anchor]; ok {
				return e.apply(s, v, own)
			}
		}
		return e.apply(target, v, own)
	}, nil
}

// resolve returns the schema that a reference leads to, with the name of its
// dynamic anchor where the reference names that.
func (c *compiler) resolve(r rule) (target *subschema, dynamicAnchor string, err error) {
	if r.raw.kind != text {
		return nil, "", r.invalid("is not a string")
	}
	uri, err := url.Parse(r.raw.text)
	if err != nil {
		return nil, "", r.invalid("is not a URI")
	}
	uri = r.schema.resource.base.ResolveReference(uri)
	fragment := uri.Fragment
	uri.Fragment, uri.RawFragment = "", ""
	in, ok := c.resources[uri.String()]
	if !ok {
		return nil, "", r.invalid("points outside the schema, and nothing is fetched")
	}
	switch {
	case fragment == "":
		target = in.root
	case strings.HasPrefix(fragment, "/"):
		target = c.places[in.root.at+fragment]
	default:
		target = in.anchors[fragment]
		if in.dynamic[fragment] != nil {
			dynamicAnchor = fragment
		}
	}
	if target == nil {
		return nil, "", r.invalid("does not point to a schema")
	}
	return target, dynamicAnchor, nil
}
