// Package config keeps the settings of all agmem programs in one JSON file:
//
//	{
//	  "global": {"default_source": "local"},
//	  "sources": {"team-gist": {"api_token": "…"}}
//	}
//
// Values are text; numbers, true and false that a person wrote by hand are
// read as text. Other members at the top are kept as they are. A file that
// cannot be read is named with its line and never overwritten.
package config

import (
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// Global is the scope of keys that belong to no source. Every other scope is
// the name of a source.
const Global = ""

// Pair is a key and its value.
type Pair struct {
	Key   string
	Value string
}

// Config is what a configuration file says. Its zero value says nothing and
// can be used.
type Config struct {
	global  map[string]string
	sources map[string]map[string]string
	// rest holds the members at the top that this version does not know.
	rest map[string]rawMember
}

// Get returns the value of a key as it was set; false where it is not set.
func (c *Config) Get(scope, key string) (string, bool) {
	value, ok := c.scope(scope)[key]
	return value, ok
}

// Value returns the value of a global key, or its default where it is not set.
func (c *Config) Value(key string) string {
	if value, ok := c.global[key]; ok {
		return value
	}
	known, _ := find(key)
	return known.Default
}

// Enabled returns the value of a global key of the type bool. A value that
// is not a bool, which only a person can have written, counts as the default.
func (c *Config) Enabled(key string) bool {
	known, _ := find(key)
	for _, text := range []string{c.Value(key), known.Default} {
		if value, err := parseBool(text); err == nil {
			return value
		}
	}
	return false
}

// Chosen returns the value of a global key of the type choice. A value that is
// not one of its values counts as the default.
func (c *Config) Chosen(key string) string {
	known, _ := find(key)
	if value := c.Value(key); slices.Contains(known.Values, value) {
		return value
	}
	return known.Default
}

// Duration returns the value of a global key of the type duration. A value that
// is not a duration above 0 counts as the default.
func (c *Config) Duration(key string) time.Duration {
	known, _ := find(key)
	for _, text := range []string{c.Value(key), known.Default} {
		if d, err := time.ParseDuration(text); err == nil && d > 0 {
			return d
		}
	}
	return 0
}

// List returns the pairs of a scope, sorted by key.
func (c *Config) List(scope string) []Pair {
	pairs := make([]Pair, 0, len(c.scope(scope)))
	for _, key := range slices.Sorted(maps.Keys(c.scope(scope))) {
		pairs = append(pairs, Pair{key, c.scope(scope)[key]})
	}
	return pairs
}

// Metadata returns the pairs of a source as they reach it with every call,
// nil for none.
func (c *Config) Metadata(source string) agmem.Metadata {
	if len(c.sources[source]) == 0 {
		return nil
	}
	return maps.Clone(agmem.Metadata(c.sources[source]))
}

// Set sets a key. A malformed key or source name, an unknown key under a
// prefix that agmem knows, a value of the wrong type and the type of a source
// that comes with agmem are Usage.
func (c *Config) Set(scope, key, value string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if !utf8.ValidString(value) {
		return agmem.Errorf(agmem.Usage, "the value of %s is not valid UTF-8", key)
	}
	if scope != Global {
		return c.setForSource(scope, key, value)
	}
	value, err := checkGlobal(key, value)
	if err != nil {
		return err
	}
	if c.global == nil {
		c.global = make(map[string]string)
	}
	c.global[key] = value
	return nil
}

func (c *Config) setForSource(source, key, value string) error {
	if err := CheckSource(source); err != nil {
		return err
	}
	if err := checkOwnSource(source, key); err != nil {
		return err
	}
	if key == Enabled {
		on, err := parseBool(value)
		if err != nil {
			return agmem.Errorf(agmem.Usage, "%s is %q, it must be true or false", key, value)
		}
		value = formatBool(on)
	}
	if c.sources == nil {
		c.sources = make(map[string]map[string]string)
	}
	if c.sources[source] == nil {
		c.sources[source] = make(map[string]string)
	}
	c.sources[source][key] = value
	return nil
}

// With returns the configuration with these global keys set as well; see Set. The
// receiver stays as it is.
func (c *Config) With(pairs []Pair) (*Config, error) {
	changed := *c
	changed.global = maps.Clone(c.global)
	for _, p := range pairs {
		if err := changed.Set(Global, p.Key, p.Value); err != nil {
			return nil, err
		}
	}
	return &changed, nil
}

// Delete removes a key. One that is not set is NotFound.
func (c *Config) Delete(scope, key string) error {
	if _, ok := c.Get(scope, key); !ok {
		return NotSet(scope, key)
	}
	delete(c.scope(scope), key)
	if scope != Global && len(c.sources[scope]) == 0 {
		delete(c.sources, scope)
	}
	return nil
}

// NotSet is the error for a key without a value, NotFound.
func NotSet(scope, key string) error {
	if scope != Global {
		return agmem.Errorf(agmem.NotFound, "%q is not set for the source %s", key, scope).
			WithHint("list what is set for it").WithStep(agmem.ActionShowSettings, scope)
	}
	if known, ok := find(key); ok && known.Default != "" {
		return agmem.Errorf(agmem.NotFound, "%q is not set; its default is %s", key, known.Default).
			WithHint("set it").WithStep(agmem.ActionConfigure, key+" VALUE")
	}
	return agmem.Errorf(agmem.NotFound, "%q is not set", key).
		WithHint("list what is set, or what can be set").WithStep(agmem.ActionShowSettings, "")
}

func (c *Config) scope(name string) map[string]string {
	if name == Global {
		return c.global
	}
	return c.sources[name]
}
