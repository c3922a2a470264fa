package banks

import (
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/banks/schema"
	"github.com/agmem/agmem/internal/rawjson"
)

// checkAll checks every value of a bank against a schema.
func checkAll(rules []byte, b *bankfile.Bank) error {
	s, err := compileSchema(rules)
	if err != nil {
		return err
	}
	for e := range b.Entries() {
		if err := judge(s, e.Value); err != nil {
			return AboutKey(err, e.Key)
		}
	}
	return nil
}

// checkSchema checks a value against the schema of the bank, if it has one.
func checkSchema(b *bankfile.Bank, value []byte) error {
	rules := b.Schema()
	if rules == nil {
		return nil
	}
	s, err := compileSchema(rules)
	if err != nil {
		return err
	}
	return judge(s, value)
}

func compileSchema(rules []byte) (*schema.Schema, error) {
	s, err := schema.Compile(rules)
	if err != nil {
		return nil, Errorf(InvalidSchema, "%w", err)
	}
	return s, nil
}

// judge says whether a value keeps to a schema.
func judge(s *schema.Schema, value []byte) error {
	err := s.Check(value)
	if broken, ok := errors.AsType[*schema.Violation](err); ok {
		return Errorf(SchemaViolation, "%w", err).With(detailPointer, broken.Pointer).With(detailRule, broken.Rule)
	}
	if err != nil {
		return invalidJSON(err, "the value")
	}
	return nil
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
