package mcp

import (
	"math"
	"strconv"

	"github.com/agmem/agmem/internal/rawjson"
)

// Arguments are those of a call that keeps to the schema of its tool, each as
// the JSON text that the client sent.
type Arguments map[string][]byte

// Has says whether an argument was given. An empty string was: taken for an
// absent key it would make of the deletion of an entry that of a bank.
func (a Arguments) Has(name string) bool { return a[name] != nil }

// Text returns an argument that is a string; empty where it was not given.
func (a Arguments) Text(name string) string {
	if !a.Has(name) {
		return ""
	}
	return rawjson.Unquote(a[name])
}

// Texts returns an argument that is a list of strings; nil where it was not
// given, and never nil where it was.
func (a Arguments) Texts(name string) []string {
	if !a.Has(name) {
		return nil
	}
	list := []string{}
	// It was checked, so it has no errors.
	_, _ = rawjson.Elements(a[name], 0, func(_, at int) (int, error) {
		end, err := rawjson.Value(a[name], at)
		list = append(list, rawjson.Unquote(a[name][at:end]))
		return end, err
	})
	return list
}

// Flag returns an argument that is a boolean; false where it was not given.
func (a Arguments) Flag(name string) bool { return string(a[name]) == "true" }

// Integer returns an argument that is an integer; 0 where it was not given.
// What an int64 cannot hold becomes the nearest that it can.
func (a Arguments) Integer(name string) int64 {
	n, err := strconv.ParseInt(string(a[name]), 10, 64)
	if err == nil {
		return n
	}
	f, _ := strconv.ParseFloat(string(a[name]), 64) // infinite beyond its range
	switch {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}
