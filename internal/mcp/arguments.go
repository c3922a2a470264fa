package mcp

import (
	"math"
	"strconv"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// arguments are those of a call that keeps to the schema of its tool, each as
// the JSON text that the client sent.
type arguments map[string][]byte

// has says whether an argument was given. An empty string was: taken for an
// absent key it would make of the deletion of an entry that of a bank.
func (a arguments) has(name string) bool { return a[name] != nil }

// text returns an argument that is a string; empty where it was not given.
func (a arguments) text(name string) string {
	if !a.has(name) {
		return ""
	}
	return rawjson.Unquote(a[name])
}

// flag returns an argument that is a boolean; false where it was not given.
func (a arguments) flag(name string) bool { return string(a[name]) == "true" }

// integer returns an argument that is an integer; 0 where it was not given.
// What an int64 cannot hold becomes the nearest that it can.
func (a arguments) integer(name string) int64 {
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

func (a arguments) scope() agmem.Scope { return agmem.Scope(a.text("scope")) }

func (a arguments) bank() agmem.BankRef {
	return agmem.BankRef{Bank: a.text("bank"), Scope: a.scope()}
}
