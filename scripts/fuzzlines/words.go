//go:build linux || darwin

package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
)

// words are texts of one kind, from which one is taken by chance.
type words []string

func (w words) sorted() words { return slices.Sorted(slices.Values(w)) }

func (w words) one(r *rand.Rand) string { return w[r.IntN(len(w))] }

// kinds says which words suit a value that the help calls by a name. The names
// that are missing here get anything.
func kinds() map[string]words {
	k := map[string]words{
		"ID": ids(), "SLUG": slugs(), "BANK": banks(), "KEY": keys(), "TAGS": tags(),
		"N": numbers(), "DATE": dates(), "FILTER": filters(), "JSON": jsonTexts(), "PATTERN": patterns(),
		"QUERY": queries(), "CONTENT": contents(), "FILE": files(), "FORM": {"json", "table", "value", "xml"},
	}
	for name, same := range map[string]string{
		"OLD": "SLUG", "NEW": "SLUG", "TIME": "DATE", "SECONDS": "N", "S": "N", "VALUE": "JSON", "LINE": "CONTENT",
		"ADDRESS": "ID", "TEXT": "CONTENT", "DIR": "FILE", "PATH": "FILE", "NAME": "BANK",
	} {
		k[name] = k[same]
	}
	return k
}

// takesFiles says whether a user who gives such a value names a file. What lies
// outside the folder must not be named there: the user would have asked for it.
func takesFiles(name string) bool { return name == "FILE" || name == "DIR" || name == "PATH" }

// roaming are names that lead out of the folder where they are taken for a path.
var roaming = sync.OnceValue(func() words {
	return words{
		"../../../canary/bank", "../../../../canary/docs/card", "../canary/docs/card.md", "lnk/card", "lnk/new", "far",
		"../../../../../canary/new", here + "/../canary/docs/card", "linked/bank", "outside", "..",
	}
})

// memories is how many memories the state has, with the ids of [memoryID].
const memories = 24

var ids = sync.OnceValue(func() words {
	w := words{"00", "0000", "banks:tasks/open", "cards:pitfalls", "local:0000", "cards:", ":", "banks:outside/a", "ffff"}
	for i := range memories {
		w = append(w, memoryID(i), memoryID(i)[:8])
	}
	return w
})

var slugs = sync.OnceValue(func() words {
	return words{"pitfalls", "pitfalls", "pitfalls", "pitfalls", "pitfalls", "hub", "hub", "caching", "auth/token", "token", "caching", "hub", "缓存", "new-card", "auth/new", "/pitfalls", "pitfalls.md",
		".hidden", "a b", "lnk/card", "far", "pipe", "endless", "PITFALLS", "x]]y", "a\nb", strings.Repeat("long", 60), "CON"}
})

var banks = sync.OnceValue(func() words {
	return words{"tasks", "tasks", "tasks", "tasks", "tasks", "tasks", "tasks", "tasks", "notes", "notes", "notes", "notes", "new", "outside", "linked", "damaged", "pipe", "zero", "huge", "TASKS", ".hidden", "a/b", "nul\\x"}
})

var keys = sync.OnceValue(func() words {
	return words{"open", "open", "open", "open", "open", "count", "count", "count", "count", "text", "text", "text", "new", "expired", "a.b", "a/b", "__proto__", "author", "default_source", "origin.git"}
})

var tags = sync.OnceValue(func() words {
	return words{"go", "go,parser", "", ",", "a,,b", "new", "Go", "-x", "日本"}
})

var numbers = sync.OnceValue(func() words {
	return words{"0", "1", "2", "10", "-1", "1000000000", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
		"-9223372036854775808", "0x10", "1e9", "1e309", "NaN", "Inf", "0.5", "-0.0", " 5", "٣", "1_000", "0o7", "+3", ".5"}
})

var dates = sync.OnceValue(func() words {
	return words{"7d", "2w", "12h", "500ms", "1s", "last week", "yesterday", "end of month", "never", "2025-01-31", "2024-02-30", "0000-00-00",
		"9999-12-31", "99999-01-01", "-1d", "99999999999d", "2025-01-31T10:00:00Z", "2025-01-31T25:61:61+99:99", "1e5d", "soon", "0"}
})

var queries = sync.OnceValue(func() words {
	return words{"parser", "race condition", `"a phrase"`, `"open`, "pars*", "*", "a AND", "NOT", "-x", "(((", ")", "x OR OR y", "parsr eror",
		"last week", "缓存", "NOT NOT NOT x", "a* b* c* d*", strings.Repeat("(", 20000), strings.Repeat("a OR ", 5000),
		strings.Repeat("word ", 8000), strings.Repeat("x* ", 3000), strings.Repeat(`"`, 999), "tag:go"}
})

var contents = sync.OnceValue(func() words {
	return append(hostile(), "a plain sentence about the parser", "the second line\nfollows", "- an item", "# Heading\n\ntext", "-",
		`{"json": true}`, "[[link]] and [[", "0")
})

// hostile are texts that programs which print or parse them carelessly fail on.
var hostile = sync.OnceValue(func() words {
	return words{"", " ", "\x1b]0;title\a", "\x1b[2J", "\xff\xfe\xfd", "\u202eabc", "\u009b31m", "a\tb\r\n", "%s%n%d", "$(id)", "`id`", "';--",
		"\"", "'", "\\", "--", "-", "---", "=", "--=", "\ufeffx", "e\u0301\u0301\u0301", strings.Repeat("é\u0301", 3000), "\U0001F468\u200d\U0001F469",
		strings.Repeat("a", 120000), strings.Repeat("\n", 5000), "null", "true", "NaN", "\xed\xa0\x80", "\xf4\x90\x80\x80", "İ", "ǅ", "\u2028"}
})

var patterns = sync.OnceValue(func() words {
	return words{"open", ".*", "(a+)+$", "[", "(?i)COUNT", "a{1000}", "(a{1000}){1000}", "\\", "^$", "(?P<x>a)", "\\pL+", "(((((", "x*{2}", "\\xff"}
})

var jsonTexts = sync.OnceValue(func() words {
	return words{`{"a": 1}`, "1", "null", `"text"`, "[]", "[1,2", "{", "nul", "1e400", "-0", `{"a":1,"a":2}`, `"\ud800"`, "\"\xff\"", "12345678901234567890.5",
		strings.Repeat("[", 60000), strings.Repeat("[", 9000) + strings.Repeat("]", 9000), `{"__proto__":{}}`, "true false", "",
		`"` + strings.Repeat("x", 100000) + `"`, "# KDL", "'single'", "\u2028", `{"a":{"b":[{"c":null}]}}`}
})
