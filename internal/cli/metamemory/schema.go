package metamemory

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/rawjson"
)

// schema is a JSON Schema: an object whose members keep their order.
type schema []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in their order.
func (s schema) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range s {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(rawjson.AppendQuoted(nil, m.name))
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// object is the schema of an input.
func object(fields []field) schema {
	properties, needed := schema{}, []string{}
	for _, f := range fields {
		properties = append(properties, member{f.name, f.schema})
		if f.required {
			needed = append(needed, f.name)
		}
	}
	return schema{{"type", "object"}, {"properties", properties}, {"required", needed}}
}

// schemaOf is the schema of what a type is printed as.
func schemaOf(t reflect.Type) schema {
	switch t {
	case reflect.TypeFor[agmem.Instant]():
		return schema{{"type", "string"}, {"format", "date-time"}}
	case reflect.TypeFor[ledger.Metadata]():
		return schema{{"type", "object"}}
	}
	switch t.Kind() {
	case reflect.Struct:
		return structSchema(t)
	case reflect.Slice:
		return schema{{"type", "array"}, {"items", schemaOf(t.Elem())}}
	case reflect.Int:
		return schema{{"type", "integer"}}
	case reflect.Float64:
		return schema{{"type", "number"}}
	case reflect.Bool:
		return schema{{"type", "boolean"}}
	default:
		return schema{{"type", "string"}}
	}
}

func structSchema(t reflect.Type) schema {
	properties, always := schema{}, []string{}
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		properties = append(properties, member{name, schemaOf(t.Field(i).Type)})
		if options == "" {
			always = append(always, name)
		}
	}
	return schema{{"type", "object"}, {"properties", properties}, {"required", always}}
}
