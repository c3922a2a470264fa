package schema

import (
	"regexp"
	"unicode/utf8"
)

// typeNamed says whether a value is of the type that a schema names; false for
// an unknown name.
func typeNamed(name string) (is func(*value) bool, ok bool) {
	switch kind(name) {
	case "integer":
		return (*value).integer, true
	case null, boolean, number, text, array, object:
		return func(v *value) bool { return v.kind == kind(name) }, true
	}
	return nil, false
}

func compileType(_ *compiler, r rule) (runFunc, error) {
	names := r.raw.items
	if r.raw.kind != array {
		names = []*value{r.raw}
	}
	var types []func(*value) bool
	met := map[string]bool{}
	for _, name := range names {
		is, ok := typeNamed(name.text)
		if !ok || name.kind != text || met[name.text] {
			return nil, r.invalid("is not the name of a type, nor an array of different ones")
		}
		met[name.text] = true
		types = append(types, is)
	}
	if len(types) == 0 {
		return nil, r.invalid("names no type")
	}
	return func(e *evaluation, v *value, _ *seen) *violation {
		for _, is := range types {
			if is(v) {
				return nil
			}
		}
		return r.broken(e)
	}, nil
}

func compileEnum(_ *compiler, r rule) (runFunc, error) {
	if r.raw.kind != array {
		return nil, r.invalid("is not an array")
	}
	identities := map[string]bool{}
	for _, v := range r.raw.items {
		identities[v.identity()] = true
	}
	return func(e *evaluation, v *value, _ *seen) *violation {
		if !identities[v.identity()] {
			return r.broken(e)
		}
		return nil
	}, nil
}

func compileConst(_ *compiler, r rule) (runFunc, error) {
	identity := r.raw.identity()
	return func(e *evaluation, v *value, _ *seen) *violation {
		if v.identity() != identity {
			return r.broken(e)
		}
		return nil
	}, nil
}

// compileBound is a limit of numbers that allows the orders of a number and
// the limit that allowed names.
func compileBound(allowed func(order int) bool) func(*compiler, rule) (runFunc, error) {
	return func(_ *compiler, r rule) (runFunc, error) {
		if r.raw.kind != number {
			return nil, r.invalid("is not a number")
		}
		return func(e *evaluation, v *value, _ *seen) *violation {
			if v.kind == number && !allowed(v.number.compare(r.raw.number)) {
				return r.broken(e)
			}
			return nil
		}, nil
	}
}

func compileMultipleOf(_ *compiler, r rule) (runFunc, error) {
	if r.raw.kind != number || r.raw.number.sign() <= 0 {
		return nil, r.invalid("is not a number above 0")
	}
	return func(e *evaluation, v *value, _ *seen) *violation {
		if v.kind == number && !v.number.multipleOf(r.raw.number) {
			return r.broken(e)
		}
		return nil
	}, nil
}

// The sizes of values; false for values of another type.
func textLength(v *value) (int, bool)   { return utf8.RuneCountInString(v.text), v.kind == text }
func arrayLength(v *value) (int, bool)  { return len(v.items), v.kind == array }
func objectLength(v *value) (int, bool) { return len(v.members), v.kind == object }

func atLeast(size, limit int) bool { return size >= limit }
func atMost(size, limit int) bool  { return size <= limit }

// compileSize is a limit of a size.
func compileSize(size func(*value) (int, bool), allowed func(size, limit int) bool) func(*compiler, rule) (runFunc, error) {
	return func(_ *compiler, r rule) (runFunc, error) {
		limit, err := r.count()
		if err != nil {
			return nil, err
		}
		return func(e *evaluation, v *value, _ *seen) *violation {
			if n, ok := size(v); ok && !allowed(n, limit) {
				return r.broken(e)
			}
			return nil
		}, nil
	}
}

// count returns the value of the rule, a number of things.
func (r rule) count() (int, error) {
	if r.raw.kind == number {
		if n, ok := r.raw.number.count(); ok {
			return n, nil
		}
	}
	return 0, r.invalid("is not an integer from 0")
}

func compilePattern(_ *compiler, r rule) (runFunc, error) {
	if r.raw.kind != text {
		return nil, r.invalid("is not a string")
	}
	pattern, err := regexp.Compile(r.raw.text)
	if err != nil {
		return nil, r.invalid("is not a pattern that Go knows: " + err.Error())
	}
	return func(e *evaluation, v *value, _ *seen) *violation {
		if v.kind == text && !pattern.MatchString(v.text) {
			return r.broken(e)
		}
		return nil
	}, nil
}
