//go:build linux || darwin

package main

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// generator makes command lines from a grammar. Line n of a seed is always the
// same.
type generator struct {
	grammar
	seed      uint64
	kinds     map[string]words
	variables []string
	names     words // of programs, commands and flags
	guarded   map[string]bool
}

func newGenerator(known grammar, seed uint64) *generator {
	g := &generator{grammar: known, seed: seed, kinds: kinds(), guarded: make(map[string]bool)}
	g.variables = append(slices.Clone(known.variables), "HOME", "TMPDIR", "PATH", "TERM", "TZ", "LANG", "NO_COLOR", "USER",
		"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "AGMEM_CONFIG", "AGMEM_NO_GIT", "AGMEM_HANDED_OVER", "CLAUDECODE", "CODEX_THREAD_ID")
	slices.Sort(g.variables)
	g.variables = slices.Compact(g.variables)
	for _, c := range known.commands {
		g.names = append(append(g.names, c.program), c.path...)
		if len(c.path) > 0 && namesFiles(c.usage) {
			g.guarded[c.path[len(c.path)-1]] = true
		}
		for _, f := range c.flags {
			g.names = append(g.names, f.names...)
			if takesFiles(f.value) {
				g.guarded[f.names[0]] = true
			}
		}
	}
	slices.Sort(g.names)
	g.names = slices.Compact(g.names)
	return g
}

// line makes line n.
func (g *generator) line(n int) line {
	r := rand.New(rand.NewPCG(g.seed, uint64(n)))
	c := g.commands[r.IntN(len(g.commands))]
	l := line{number: n, command: strings.Join(append([]string{c.program}, c.path...), " "), program: c.program, args: slices.Clone(c.path), dir: folders().one(r)}
	l.args = append(l.args, g.operands(r, c)...)
	for _, f := range g.flags(r, c) {
		l.args = slices.Insert(l.args, r.IntN(len(l.args)-len(c.path)+1)+len(c.path), f...)
	}
	for r.IntN(7) == 0 {
		l.args = g.mutate(r, l.args)
	}
	for r.IntN(8) == 0 {
		l.env = append(l.env, g.variable(r))
	}
	serves := slices.Contains(l.args, "mcp")
	l.stdin = g.input(r, serves)
	l.signal = l.stdin.kind == openInput || l.stdin.kind == endlessInput && serves // a server goes on for as long as it gets input
	l.stdout, l.stderr = outlets(r), outlets(r)
	return g.tame(l)
}

var operand = regexp.MustCompile(`[A-Z]+|[a-z]+(?:\|[a-z]+)+`)

// operands returns as many values as the usage of a command shows, or nearly.
func (g *generator) operands(r *rand.Rand, c command) []string {
	shown, _, _ := strings.Cut(c.usage, " [flags]")
	shown, _, _ = strings.Cut(shown, " | --") // behind it is another way to call the command
	var kinds []string
	for _, kind := range operand.FindAllString(shown, -1) {
		if kinds = append(kinds, kind); kind != "COMMAND" && r.IntN(25) == 0 {
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) > 0 && r.IntN(20) == 0 {
		kinds = kinds[:len(kinds)-1]
	}
	var values []string
	for i, kind := range kinds {
		switch {
		case i == 0 && len(c.words) > 0 && r.IntN(5) > 0:
			values = append(values, words(c.words).one(r))
		case strings.Contains(kind, "|") && r.IntN(5) > 0:
			values = append(values, words(strings.Split(kind, "|")).one(r))
		default:
			values = append(values, g.value(r, kind))
		}
	}
	return values
}

// flags returns a few flags of a command, each with its value.
func (g *generator) flags(r *rand.Rand, c command) [][]string {
	var all [][]string
	for len(c.flags) > 0 && r.IntN(2) == 0 && len(all) < 5 {
		f := c.flags[r.IntN(len(c.flags))]
		name := words(f.names).one(r)
		if name == "--help" || name == "-h" {
			if r.IntN(10) > 0 {
				continue
			}
		}
		if f.value == "" {
			all = append(all, []string{name + words{"", "", "", "", "", "", "=", "=false", "=x"}.one(r)})
			continue
		}
		value := g.value(r, f.value)
		if len(f.words) > 0 && r.IntN(5) > 0 {
			value = words(f.words).one(r)
		}
		if r.IntN(3) == 0 {
			all = append(all, []string{name + "=" + value})
		} else {
			all = append(all, []string{name, value})
		}
	}
	return all
}

// value returns a value for what the help calls by a name.
func (g *generator) value(r *rand.Rand, kind string) string {
	suits, known := g.kinds[kind]
	switch n := r.IntN(100); {
	case kind == "FILTER" && n < 90:
		return filter(r)
	case known && n < 90:
		return suits.one(r)
	case !takesFiles(kind) && n < 93:
		return roaming().one(r)
	case n < 96:
		return hostile().one(r)
	}
	other := slices.Sorted(maps.Keys(g.kinds))
	return g.kinds[other[r.IntN(len(other))]].one(r)
}

// variable sets a variable of the environment, or takes it away.
func (g *generator) variable(r *rand.Rand) string {
	name := words(g.variables).one(r)
	switch n := r.IntN(10); {
	case n == 0:
		return name
	case n == 1:
		return name + "=" + hostile().one(r)
	case n < 4:
		return name + "=" + words{"1", "0", "x", "true", "local"}.one(r)
	}
	return name + "=" + files().one(r)
}

func outlets(r *rand.Rand) outlet {
	if n := r.IntN(100); n < 4 {
		return []outlet{shut, full, broken, broken}[n]
	}
	return captured
}

// tame takes names that lead out of the folder from a line in which a user
// would have asked for that file with them.
func (g *generator) tame(l line) line {
	asks := slices.ContainsFunc(l.args, func(a string) bool {
		name, _, _ := strings.Cut(a, "=")
		return g.guarded[name]
	})
	if !asks {
		return l
	}
	for i, a := range l.args {
		for _, way := range roaming() {
			if strings.Contains(a, way) {
				l.args[i] = "tamed"
			}
		}
	}
	return l
}

// namesFiles says whether a usage line shows a file.
func namesFiles(usage string) bool {
	return slices.ContainsFunc(operand.FindAllString(usage, -1), takesFiles)
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
