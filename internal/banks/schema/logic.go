package schema

import "fmt"

// applyHere compiles the schemas that a rule applies to the value itself.
func (c *compiler) applyHere(r rule) ([]*subschema, error) {
	schemas, err := c.subs(r)
	r.schema.inPlace = append(r.schema.inPlace, schemas...)
	return schemas, err
}

func compileAllOf(c *compiler, r rule) (runFunc, error) {
	schemas, err := c.applyHere(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		for _, s := range schemas {
			if broken := e.apply(s, v, own); broken != nil {
				return broken
			}
		}
		return nil
	}, nil
}

func compileAnyOf(c *compiler, r rule) (runFunc, error) {
	schemas, err := c.applyHere(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		matched := false
		for _, s := range schemas {
			matched = e.apply(s, v, own) == nil || matched
			if matched && !e.tracks {
				return nil
			}
		}
		if !matched {
			return r.broken(e)
		}
		return nil
	}, nil
}

func compileOneOf(c *compiler, r rule) (runFunc, error) {
	schemas, err := c.applyHere(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		matched := -1
		for i, s := range schemas {
			if e.apply(s, v, own) != nil {
				continue
			}
			if matched >= 0 {
				broken := r.broken(e)
				broken.detail = fmt.Sprintf(", the schemas %d and %d both allow it", matched, i)
				return broken
			}
			matched = i
		}
		if matched < 0 {
			return r.broken(e)
		}
		return nil
	}, nil
}

func compileNot(c *compiler, r rule) (runFunc, error) {
	schema, err := c.sub(r)
	if err != nil {
		return nil, err
	}
	r.schema.inPlace = append(r.schema.inPlace, schema)
	return func(e *evaluation, v *value, _ *seen) *violation {
		if e.apply(schema, v, nil) == nil {
			return r.broken(e)
		}
		return nil
	}, nil
}

// compileIf applies then or else, which have no effect without if.
func compileIf(c *compiler, r rule) (runFunc, error) {
	condition, err := c.sub(r)
	if err != nil {
		return nil, err
	}
	r.schema.inPlace = append(r.schema.inPlace, condition)
	var branches [2]*subschema
	for i, name := range []string{"then", "else"} {
		branch, ok := r.sibling(name)
		if !ok {
			continue
		}
		if branches[i], err = c.sub(branch); err != nil {
			return nil, err
		}
		r.schema.inPlace = append(r.schema.inPlace, branches[i])
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		branch := branches[0]
		if e.apply(condition, v, own) != nil {
			branch = branches[1]
		}
		if branch == nil {
			return nil
		}
		return e.apply(branch, v, own)
	}, nil
}

func compileDependentSchemas(c *compiler, r rule) (runFunc, error) {
	schemas, err := c.namedSubs(r)
	if err != nil {
		return nil, err
	}
	for _, name := range r.raw.names {
		r.schema.inPlace = append(r.schema.inPlace, schemas[name])
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		for _, name := range v.names {
			if s, ok := schemas[name]; ok {
				if broken := e.apply(s, v, own); broken != nil {
					return broken
				}
			}
		}
		return nil
	}, nil
}
