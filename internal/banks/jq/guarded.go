package jq

import (
	"regexp"
	"strings"

	"github.com/itchyny/gojq"
)

// guard is a builtin of gojq that may make much of little: before it begins,
// the meter is asked for the most that it can make.
type guard struct {
	name   string // ours
	args   int
	native string // a filter whose input is an array of the input and the arguments
	most   func(m *meter, v any, args []any) (int, error)
}

func guards() []guard {
	return []guard{
		{"_add", 0, `.[0] | add`, mostOfSum},
		{"_join", 1, `.[1] as $x | .[0] | join($x)`, mostOfJoin},
		{"_flatten", 0, `.[0] | flatten`, mostOfParts},
		{"_flattenTo", 1, `.[1] as $x | .[0] | flatten($x)`, mostOfParts},
		{"_explode", 0, `.[0] | explode`, forEachByte(slotSize + 8)},
		{"_split", 1, `.[1] as $x | .[0] | split($x)`, mostOfSplit},
		{"_indices", 1, `.[1] as $x | .[0] | indices($x)`, mostOfIndices},
		{"_fromjson", 0, `.[0] | fromjson`, mostOfJSON},
		{"_transpose", 0, `.[0] | transpose`, mostOfTranspose},
		{"_matches", 2, `.[1] as $x | .[2] as $y | .[0] | _match($x; $y; false)`, mostOfMatches},
		{"_captures", 0, `.[0] | _captures`, forEachByte(0)},
		{"_sort", 0, `.[0] | sort`, mostOfSorted},
		{"_sortBy", 1, `.[1] as $x | .[0] | _sort_by($x)`, mostOfSorted},
		{"_groupBy", 1, `.[1] as $x | .[0] | _group_by($x)`, mostOfSorted},
		{"_unique", 0, `.[0] | unique`, mostOfSorted},
		{"_uniqueBy", 1, `.[1] as $x | .[0] | _unique_by($x)`, mostOfSorted},
		{"_min", 0, `.[0] | min`, mostOfCompared},
		{"_minBy", 1, `.[1] as $x | .[0] | _min_by($x)`, mostOfCompared},
		{"_max", 0, `.[0] | max`, mostOfCompared},
		{"_maxBy", 1, `.[1] as $x | .[0] | _max_by($x)`, mostOfCompared},
		{"_contains", 1, `.[1] as $x | .[0] | contains($x)`, mostOfCompared},
		{"_firstIndex", 1, `.[1] as $x | .[0] | index($x)`, mostOfCompared},
		{"_lastIndex", 1, `.[1] as $x | .[0] | rindex($x)`, mostOfCompared},
		{"_bsearch", 1, `.[1] as $x | .[0] | bsearch($x)`, mostOfCompared},
		{"_strftime", 1, `.[1] as $x | .[0] | strftime($x)`, mostOfTime},
		{"_strflocaltime", 1, `.[1] as $x | .[0] | strflocaltime($x)`, mostOfTime},
	}
}

// guarded returns the builtin with its guard.
func (p *program) guarded(g guard) gojq.CompilerOption {
	native := natively(g.native)
	if g.name == "_split" {
		native = orSplit(native)
	}
	return gojq.WithFunction(private(g.name), g.args, g.args, func(v any, args []any) any {
		size, err := g.most(p.meter, v, args)
		if err == nil {
			err = p.meter.reserve(size)
		}
		if err != nil {
			return err
		}
		return native(v, args)
	})
}

// orSplit splits texts itself, which filters do for each of many short ones, and
// leaves the errors to gojq.
func orSplit(native function) function {
	return func(v any, args []any) any {
		s, isText := v.(string)
		between, isBetween := args[0].(string)
		if !isText || !isBetween || s == "" {
			return native(v, args)
		}
		var parts []any
		for part := range strings.SplitSeq(s, between) {
			parts = append(parts, part)
		}
		return parts
	}
}

func forEachByte(size int) func(*meter, any, []any) (int, error) {
	return func(_ *meter, v any, _ []any) (int, error) {
		s, _ := v.(string)
		return len(s) * size, nil
	}
}

// mostOfParts is for what goes through all parts of a value, and keeps them.
func mostOfParts(m *meter, v any, args []any) (int, error) {
	return m.weigh(byReference, append([]any{v}, args...)...)
}

func mostOfSum(_ *meter, v any, _ []any) (int, error) {
	parts, _ := v.([]any)
	size := 0
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			size += len(part)
		case []any:
			size += len(part) * slotSize
		case map[string]any:
			size += len(part) * mapSize
		}
	}
	return size, nil
}

func mostOfJoin(m *meter, v any, args []any) (int, error) {
	size, err := mostOfSum(m, v, nil)
	between, _ := args[0].(string)
	parts, _ := v.([]any)
	return size + len(parts)*(len(between)+32), err // 32: for a number
}

func mostOfSplit(_ *meter, v any, args []any) (int, error) {
	s, _ := v.(string)
	between, _ := args[0].(string)
	if len(s) < reserveFrom/64 {
		return 0, nil
	}
	return (strings.Count(s, between) + 1) * 2 * (slotSize + slotSize), nil
}

func mostOfIndices(m *meter, v any, args []any) (int, error) {
	s, isText := v.(string)
	if !isText {
		return mostOfCompared(m, v, args)
	}
	part, _ := args[0].(string)
	if len(s) < reserveFrom/64 || part == "" {
		return 0, nil
	}
	// Places may overlap: a part can begin wherever its first byte is.
	return strings.Count(s, part[:1]) * 2 * (slotSize + 8), nil
}

// mostOfJSON counts what can begin a value.
func mostOfJSON(_ *meter, v any, _ []any) (int, error) {
	s, _ := v.(string)
	if len(s) < reserveFrom/64 {
		return 0, nil
	}
	count := 0
	for i := range len(s) {
		switch s[i] {
		case ',', '[', '{', ':':
			count++
		}
	}
	return len(s) + count*2*(slotSize+mapSize), nil
}

func mostOfTranspose(_ *meter, v any, _ []any) (int, error) {
	rows, _ := v.([]any)
	longest := 0
	for _, row := range rows {
		row, _ := row.([]any)
		longest = max(longest, len(row))
	}
	return longest * (len(rows)*slotSize + 4*slotSize), nil
}

func mostOfTime(_ *meter, _ any, args []any) (int, error) {
	format, _ := args[0].(string)
	return len(format) * 32, nil
}

// matchSize is what gojq makes of a match, and captureSize of a group in it.
const (
	matchSize   = 700
	captureSize = 500
)

// mostOfMatches counts the matches, where there may be more than there is room
// for. What is not a regular expression is for gojq to say.
func mostOfMatches(m *meter, v any, args []any) (int, error) {
	s, _ := v.(string)
	expression, _ := args[0].(string)
	flags, _ := args[1].(string)
	if len(s) < reserveFrom/matchSize || !strings.Contains(flags, "g") {
		return 0, nil
	}
	if strings.Contains(flags, "i") {
		expression = "(?i)" + expression
	}
	if strings.Contains(flags, "m") {
		expression = "(?s)" + expression
	}
	r, err := regexp.Compile(expression)
	if err != nil {
		return 0, nil
	}
	each := matchSize + r.NumSubexp()*captureSize
	if len(s)*each < m.left() {
		return 0, nil
	}
	most := m.left()/each + 1
	count := len(r.FindAllStringIndex(s, most))
	return 2 * count * each, nil // gojq may also find an empty match behind each
}
