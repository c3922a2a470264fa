package banks

import (
	"context"
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/banks/schema"
	"github.com/agmem/agmem/internal/rawjson"
)

// checkAll checks every value of a bank against a schema.
func checkAll(ctx context.Context, rules []byte, b *bankfile.Bank) error {
	s, err := compileSchema(rules)
	if err != nil {
		return err
	}
	for e := range b.Entries() {
		if err := judge(ctx, s, e.Value); err != nil {
			return AboutKey(err, e.Key)
		}
	}
	return nil
}

// checkSchema checks a value against the schema of the bank, if it has one.
func checkSchema(ctx context.Context, b *bankfile.Bank, value []byte) error {
	rules := b.Schema()
	if rules == nil {
		return nil
	}
	s, err := compileSchema(rules)
	if err != nil {
		return err
	}
	return judge(ctx, s, value)
}

func compileSchema(rules []byte) (*schema.Schema, error) {
	s, err := schema.Compile(rules)
	if err != nil {
		return nil, Errorf(InvalidSchema, "%w", err)
	}
	return s, nil
}

// judge says whether a value keeps to a schema.
func judge(ctx context.Context, s *schema.Schema, value []byte) error {
	err := s.Check(ctx, value)
	if broken, ok := errors.AsType[*schema.Violation](err); ok {
		return Errorf(SchemaViolation, "%w", err).With(detailPointer, broken.Pointer).With(detailRule, broken.Rule)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, schema.ErrTooLong):
		return Errorf(Timeout, "%w", err).WithHint("the schema refers to itself in too many ways")
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return invalidJSON(err, "the value")
}

// invalidJSON says that a text which is named is not JSON, and where it stops
// being so.
func invalidJSON(err error, what string) *agmem.Error {
	e := Errorf(InvalidJSON, "%s is not valid JSON: %w", what, err)
	if s, ok := errors.AsType[*rawjson.SyntaxError](err); ok {
		e = atOffset(e, s.Offset)
	}
	return e
}
