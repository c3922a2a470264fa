package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// decoder reads a configuration file token by token, because only so it knows
// in which line something is wrong.
type decoder struct {
	path   string
	text   []byte
	tokens *json.Decoder
}

func newDecoder(path string, text []byte) *decoder {
	return &decoder{path: path, text: text, tokens: json.NewDecoder(bytes.NewReader(text))}
}

func (d *decoder) config() (*Config, error) {
	if i := invalid(d.text); i >= 0 {
		return nil, d.at(i, "it is not valid UTF-8")
	}
	c := &Config{}
	err := d.object("it must be one JSON object", func(name string) (err error) {
		switch name {
		case "global":
			c.global, err = d.pairs(name)
		case "sources":
			c.sources, err = d.sources()
		default:
			c.rest, err = d.keep(c.rest, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if _, err := d.tokens.Token(); !errors.Is(err, io.EOF) {
		return nil, d.wrong("there is more than one JSON object")
	}
	return c, nil
}

func (d *decoder) keep(rest map[string]rawMember, name string) (map[string]rawMember, error) {
	var value rawMember
	if err := d.tokens.Decode(&value); err != nil {
		return nil, d.damaged(err)
	}
	if rest == nil {
		rest = make(map[string]rawMember)
	}
	rest[name] = value
	return rest, nil
}

func (d *decoder) sources() (map[string]map[string]string, error) {
	sources := make(map[string]map[string]string)
	err := d.object(`"sources" must be an object of objects`, func(name string) (err error) {
		sources[name], err = d.pairs(name)
		return err
	})
	return sources, err
}

func (d *decoder) pairs(name string) (map[string]string, error) {
	pairs := make(map[string]string)
	err := d.object(fmt.Sprintf("%q must be an object of keys and values", name), func(key string) (err error) {
		pairs[key], err = d.value(key)
		return err
	})
	return pairs, err
}

// value returns a string, a number or a bool as text.
func (d *decoder) value(key string) (string, error) {
	var value rawMember
	if err := d.tokens.Decode(&value); err != nil {
		return "", d.damaged(err)
	}
	switch value[0] {
	case '{', '[', 'n':
		return "", d.wrong(fmt.Sprintf("the value of %q must be a string", key))
	case '"':
		var text string
		err := json.Unmarshal(value, &text)
		return text, err
	}
	return string(value), nil
}

// object calls member for each name of the object that comes next; member
// reads the value. Anything else than an object is an error that says must.
func (d *decoder) object(must string, member func(name string) error) error {
	start, err := d.tokens.Token()
	if err != nil {
		return d.damaged(err)
	}
	if start != json.Delim('{') {
		return d.wrong(must)
	}
	for d.tokens.More() {
		name, err := d.tokens.Token()
		if err != nil {
			return d.damaged(err)
		}
		if err := member(name.(string)); err != nil {
			return err
		}
	}
	if _, err := d.tokens.Token(); err != nil {
		return d.damaged(err)
	}
	return nil
}

// invalid returns where text stops being UTF-8, -1 if it is UTF-8. encoding/json
// would replace such bytes, and the next write make that last.
func invalid(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// damaged is the error for text that is not JSON.
func (d *decoder) damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return d.at(len(bytes.TrimSpace(d.text)), "it ends too early")
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return d.at(int(syntax.Offset), err.Error())
	}
	return d.wrong(err.Error())
}

// wrong is the error for what was read last.
func (d *decoder) wrong(what string) error { return d.at(int(d.tokens.InputOffset()), what) }

func (d *decoder) at(offset int, what string) error {
	line := 1 + bytes.Count(d.text[:min(max(offset, 0), len(d.text))], []byte("\n"))
	return agmem.Errorf(agmem.Corrupt, "the configuration %s is damaged in line %d: %s", d.path, line, what).
		WithHint("fix the line (JSON has no comments and no comma after the last item) or move the file away; agmem does not overwrite it")
}
