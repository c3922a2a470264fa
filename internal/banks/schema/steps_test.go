package schema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// doubling is a schema in which every definition leads to the next one twice, in
// an allOf or anyOf, so that there are 2^depth ways to the last.
func doubling(keyword, reference string, depth int) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range depth {
		next := fmt.Sprintf(`{%q:"#/$defs/d%d"}`, reference, i+1)
		fmt.Fprintf(&b, `"d%d":{%q:[%s,%[3]s]},`, i, keyword, next)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"string"}}}`, depth)
	return b.String()
}

// A schema of a few lines may lead to one place in more ways than could ever be
// gone. Each place is judged once.
func TestManyWays(t *testing.T) {
	for _, keyword := range []string{"allOf", "anyOf"} {
		s := mustCompile(t, doubling(keyword, "$ref", 60))
		if err := s.Check(t.Context(), []byte(`"text"`)); err != nil {
			t.Errorf("%s: %v", keyword, err)
		}
		err := s.Check(t.Context(), []byte(`1`))
		if _, broken := errors.AsType[*Violation](err); !broken {
			t.Errorf("%s: %v", keyword, err)
		}
	}
	inside := strings.Replace(doubling("allOf", "$ref", 40), `{"type":"string"}`,
		`{"properties":{"a":true},"type":"object"}`, 1)
	s := mustCompile(t, `{"unevaluatedProperties":false,`+inside[1:])
	if err := s.Check(t.Context(), []byte(`{"a":1}`)); err != nil {
		t.Errorf("what was evaluated the first time is forgotten the second: %v", err)
	}
	if err := s.Check(t.Context(), []byte(`{"b":1}`)); err == nil {
		t.Error("b was never evaluated")
	}
}

// Where what comes of a reference depends on the way, a check has an end all the
// same, and its context ends it earlier.
func TestTooManySteps(t *testing.T) {
	dynamic := doubling("allOf", "$dynamicRef", 60)
	s := mustCompile(t, dynamic)
	if err := s.Check(t.Context(), []byte(`"text"`)); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v", err)
	}
	negated := mustCompile(t, `{"not":`+strings.Replace(dynamic, "#/$defs", "#/not/$defs", -1)+`}`)
	if err := negated.Check(t.Context(), []byte(`"text"`)); !errors.Is(err, ErrTooLong) {
		t.Errorf("what is given up counts as broken: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := s.Check(ctx, []byte(`"text"`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}
