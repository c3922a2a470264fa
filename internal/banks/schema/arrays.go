package schema

import "fmt"

func compileUnique(_ *compiler, r rule) (runFunc, error) {
	if r.raw.kind != boolean {
		return nil, r.invalid("is neither true nor false")
	}
	if !r.raw.truth {
		return nil, nil
	}
	return func(e *evaluation, v *value, _ *seen) *violation {
		first := map[string]int{}
		for i, item := range v.items {
			id := item.identity()
			if before, ok := first[id]; ok {
				broken := r.broken(e)
				broken.pointer += index(i)
				broken.detail = fmt.Sprintf(", it equals the element %d", before)
				return broken
			}
			first[id] = i
		}
		return nil
	}, nil
}

func compilePrefixItems(c *compiler, r rule) (runFunc, error) {
	schemas, err := c.subs(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		for i, item := range v.items[:min(len(schemas), len(v.items))] {
			if broken := e.applyInside(schemas[i], item, index(i)); broken != nil {
				return broken
			}
			own.item(i)
		}
		return nil
	}, nil
}

func compileItems(c *compiler, r rule) (runFunc, error) {
	schema, err := c.sub(r)
	if err != nil {
		return nil, err
	}
	from := 0
	if prefix, ok := r.sibling("prefixItems"); ok {
		from = len(prefix.raw.items)
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		for i := from; i < len(v.items); i++ {
			if broken := e.applyInside(schema, v.items[i], index(i)); broken != nil {
				return broken
			}
		}
		if v.kind == array {
			own.everything()
		}
		return nil
	}, nil
}

// compileContains counts the elements that a schema allows.
func compileContains(c *compiler, r rule) (runFunc, error) {
	schema, err := c.sub(r)
	if err != nil {
		return nil, err
	}
	least, hasLeast := r.sibling("minContains")
	most, hasMost := r.sibling("maxContains")
	low, high := 1, 0
	if hasLeast {
		if low, err = least.count(); err != nil {
			return nil, err
		}
	}
	if hasMost {
		if high, err = most.count(); err != nil {
			return nil, err
		}
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		if v.kind != array {
			return nil
		}
		n := 0
		for i, item := range v.items {
			if e.applyInside(schema, item, index(i)) == nil {
				own.item(i)
				n++
			}
		}
		switch {
		case n < low && hasLeast:
			return least.broken(e)
		case n < low:
			return r.broken(e)
		case hasMost && n > high:
			return most.broken(e)
		}
		return nil
	}, nil
}

// compileCountAlone is a limit that contains applies.
func compileCountAlone(_ *compiler, r rule) (runFunc, error) {
	_, err := r.count()
	return nil, err
}

func compileUnevaluatedItems(c *compiler, r rule) (runFunc, error) {
	c.tracks = true
	schema, err := c.sub(r)
	if err != nil {
		return nil, err
	}
	return func(e *evaluation, v *value, own *seen) *violation {
		if v.kind != array || own.all {
			return nil
		}
		for i, item := range v.items {
			if own.items[i] {
				continue
			}
			if broken := e.applyInside(schema, item, index(i)); broken != nil {
				return broken
			}
		}
		own.everything()
		return nil
	}, nil
}
