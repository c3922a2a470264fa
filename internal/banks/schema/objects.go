package schema

import (
	"fmt"
	"regexp"
)

// texts returns the value of a rule, an array of different strings.
func (r rule) texts(raw *value) ([]string, error) {
	wrong := r.invalid("is not an array of different strings")
	if raw.kind != array {
		return nil, wrong
	}
	var all []string
	met := map[string]bool{}
	for _, v := range raw.items {
		if v.kind != text || met[v.text] {
			return nil, wrong
		}
		met[v.text] = true
		all = append(all, v.text)
	}
	return all, nil
}

// lacks returns the rule as broken where a member is missing.
func (r rule) lacks(e *evaluation, v *value, names []string) *violation {
	for _, name := range names {
		if _, ok := v.members[name]; !ok {
			broken := r.broken(e)
			broken.detail = fmt.Sprintf(", the member %q is missing", name)
			return broken
		}
	}
	return nil
}

func compileRequired(_ *compiler, r rule) (runFunc, error) {
	names, err := r.texts(r.raw)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, _ *seen) *violation {
		if v.kind != object {
			return nil
		}
		return r.lacks(e, v, names)
	}, nil
}

func compileDependentRequired(_ *compiler, r rule) (runFunc, error) {
	if r.raw.kind != object {
		return nil, r.invalid("is not an object")
	}
	required := map[string][]string{}
	for _, name := range r.raw.names {
		names, err := r.texts(r.raw.members[name])
		if err != nil {
			return nil, err
		}
		required[name] = names
	}
	return func(e *evaluation, v *value, _ *seen) *violation {
		for _, name := range v.names {
			if broken := r.lacks(e, v, required[name]); broken != nil {
				return broken
			}
		}
		return nil
	}, nil
}

func compileProperties(c *compiler, r rule) (runFunc, error) {
	schemas, err := c.namedSubs(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		for _, name := range v.names {
			s, ok := schemas[name]
			if !ok {
				continue
			}
			if broken := e.applyInside(s, v.members[name], step(name)); broken != nil {
				return broken
			}
			own.name(name)
		}
		return nil
	}, nil
}

// patterned is a schema for the members whose names match.
type patterned struct {
	pattern *regexp.Regexp
	schema  *subschema
}

func (c *compiler) patterned(r rule) ([]patterned, error) {
	schemas, err := c.namedSubs(r)
	if err != nil {
		return nil, err
	}
	var all []patterned
	for _, name := range r.raw.names {
		pattern, err := regexp.Compile(name)
		if err != nil {
			return nil, invalid(r.at()+step(name), "has a name that is not a pattern that Go knows: %s", err)
		}
		all = append(all, patterned{pattern, schemas[name]})
	}
	return all, nil
}

func compilePatternProperties(c *compiler, r rule) (runFunc, error) {
	all, err := c.patterned(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		for _, name := range v.names {
			for _, p := range all {
				if !p.pattern.MatchString(name) {
					continue
				}
				if broken := e.applyInside(p.schema, v.members[name], step(name)); broken != nil {
					return broken
				}
				own.name(name)
			}
		}
		return nil
	}, nil
}

// compileAdditionalProperties is for the members that the two keywords beside
// it do not name.
func compileAdditionalProperties(c *compiler, r rule) (runFunc, error) {
	schema, err := c.sub(r)
	if err != nil {
		return nil, err
	}
	named := map[string]*value{}
	if properties, ok := r.sibling("properties"); ok {
		named = properties.raw.members
	}
	var matching []patterned
	if patterns, ok := r.sibling("patternProperties"); ok {
		if matching, err = c.patterned(patterns); err != nil {
			return nil, err
		}
	}
	additional := func(name string) bool {
		if _, ok := named[name]; ok {
			return false
		}
		for _, p := range matching {
			if p.pattern.MatchString(name) {
				return false
			}
		}
		return true
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		for _, name := range v.names {
			if !additional(name) {
				continue
			}
			if broken := e.applyInside(schema, v.members[name], step(name)); broken != nil {
				return broken
			}
			own.name(name)
		}
		return nil
	}, nil
}

// compilePropertyNames checks names; a violation points to the member.
func compilePropertyNames(c *compiler, r rule) (runFunc, error) {
	schema, err := c.sub(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, _ *seen) *violation {
		for _, name := range v.names {
			if broken := e.applyInside(schema, textValue(name), step(name)); broken != nil {
				broken.detail = ", its name does"
				return broken
			}
		}
		return nil
	}, nil
}

func compileUnevaluatedProperties(c *compiler, r rule) (runFunc, error) {
	c.tracks = true
	schema, err := c.sub(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		for _, name := range v.names {
			if own.all || own.names[name] {
				continue
			}
			if broken := e.applyInside(schema, v.members[name], step(name)); broken != nil {
				return broken
			}
			own.name(name)
		}
		return nil
	}, nil
}
