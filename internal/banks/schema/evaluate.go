package schema

import (
	"context"
	"maps"
	"strconv"
	"strings"
)

// violation is a rule that a value breaks.
type violation struct {
	pointer string // to the place in the value
	at      string // pointer to the rule
	raw     *value // what is there
	detail  string // what the rule and the place leave open, from a comma on
}

// evaluation is one check of a value.
type evaluation struct {
	ctx    context.Context
	tracks bool
	path   []string // to the value that is being checked, as steps of a pointer
	scope  []*resource

	steps   int   // schemas that were applied
	stopped error // why the check was given up; nothing counts after that
	// known has what came of the schemas that references lead to: a schema of a
	// few lines can lead to one place in more ways than could ever be gone. It
	// is nil where what comes of one depends on the way.
	known map[application]outcome
}

// application is a schema and a value that it was applied to.
type application struct {
	schema *subschema
	value  *value
}

// outcome is what came of that.
type outcome struct {
	broken *violation
	seen   *seen
}

// stepsBetween is how many steps a check goes before it looks whether it is
// still wanted.
const stepsBetween = 1 << 10

// step counts a schema that is applied. False ends the check.
func (e *evaluation) step() bool {
	if e.stopped != nil {
		return false
	}
	e.steps++
	if e.steps > maxSteps {
		e.stopped = ErrTooLong
	} else if e.steps%stepsBetween == 0 {
		e.stopped = e.ctx.Err()
	}
	return e.stopped == nil
}

// refer applies a schema that a reference leads to.
func (e *evaluation) refer(s *subschema, v *value, all *seen) *violation {
	if e.known == nil {
		return e.apply(s, v, all)
	}
	key := application{s, v}
	o, ok := e.known[key]
	if !ok {
		o.seen = e.newSeen()
		o.broken = e.apply(s, v, o.seen)
		e.known[key] = o
	}
	if o.broken == nil {
		all.add(o.seen)
	}
	return o.broken
}

// seen is what the keywords of a schema, and of those applied in its place,
// have evaluated of an array or object; nil if it is not needed.
type seen struct {
	all   bool
	names map[string]bool
	items map[int]bool
}

func (e *evaluation) newSeen() *seen {
	if !e.tracks {
		return nil
	}
	return &seen{names: map[string]bool{}, items: map[int]bool{}}
}

func (s *seen) name(name string) {
	if s != nil {
		s.names[name] = true
	}
}

func (s *seen) item(i int) {
	if s != nil {
		s.items[i] = true
	}
}

func (s *seen) everything() {
	if s != nil {
		s.all = true
	}
}

// add takes over what another has seen.
func (s *seen) add(o *seen) {
	if s == nil {
		return
	}
	s.all = s.all || o.all
	maps.Copy(s.names, o.names)
	maps.Copy(s.items, o.items)
}

// apply checks a value against a schema. What that evaluates is added to what
// has been seen, if the value is valid.
func (e *evaluation) apply(s *subschema, v *value, all *seen) *violation {
	if s.never || !e.step() {
		return e.broken(s.at, s.raw)
	}
	if n := len(e.scope); n == 0 || e.scope[n-1] != s.resource {
		e.scope = append(e.scope, s.resource)
		defer func() { e.scope = e.scope[:n] }()
	}
	own := e.newSeen()
	for _, c := range s.checks {
		if broken := c.run(e, v, own); broken != nil {
			return broken
		}
	}
	all.add(own)
	return nil
}

// applyInside checks a member or an element of the current value.
func (e *evaluation) applyInside(s *subschema, v *value, place string) *violation {
	e.path = append(e.path, place)
	defer func() { e.path = e.path[:len(e.path)-1] }()
	return e.apply(s, v, nil)
}

// broken is a rule that the current value breaks.
func (e *evaluation) broken(at string, raw *value) *violation {
	return &violation{pointer: strings.Join(e.path, ""), at: at, raw: raw}
}

func index(i int) string { return "/" + strconv.Itoa(i) }
