package jq

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"
)

// locationVariable is where in the filter it stands itself: its line.
const locationVariable = "$__loc__"

// parse is gojq's, with $__loc__. What gojq parsed does not say where it stood,
// so each $__loc__ in the text gets a name of its own and the text is parsed
// once more: that tells a variable from a text or a comment that has the same
// characters.
func parse(filter string) (*gojq.Query, error) {
	query, err := gojq.Parse(filter)
	if err != nil || !strings.Contains(filter, locationVariable) {
		return query, err
	}
	all := map[int]bool{}
	for i := range strings.Count(filter, locationVariable) {
		all[i] = true
	}
	named, _, err := parseNamed(filter, all)
	if err != nil {
		return query, nil // no variable, but a part of something else
	}
	variables := map[int]bool{}
	visitLocations(named, marker(filter), func(i int, _ any) { variables[i] = true })
	query, lines, err := parseNamed(filter, variables)
	if err != nil {
		return nil, err
	}
	visitLocations(query, marker(filter), func(i int, node any) { locate(node, lines[i]) })
	return query, nil
}

// marker is how the names begin that no variable of a filter has.
func marker(filter string) string {
	name := locationVariable + "_"
	for strings.Contains(filter, name) {
		name += "_"
	}
	return name
}

// parseNamed parses a filter in which some of its $__loc__, by their number, have
// names of their own. It returns the line of each too.
func parseNamed(filter string, which map[int]bool) (*gojq.Query, []int, error) {
	parts := strings.Split(filter, locationVariable)
	text, line, lines := parts[0], 1, []int(nil)
	for i, part := range parts[1:] {
		line += strings.Count(parts[i], "\n")
		lines = append(lines, line)
		name := locationVariable
		if which[i] {
			name = marker(filter) + strconv.Itoa(i)
		}
		text += name + part
	}
	query, err := gojq.Parse(text)
	return query, lines, err
}

// visitLocations calls visit for each node that is a variable with a name of
// our own, or the member of an object that is such a variable.
func visitLocations(query *gojq.Query, marker string, visit func(i int, node any)) {
	eachNode(reflect.ValueOf(query), func(node any) {
		name := ""
		switch node := node.(type) {
		case *gojq.Term:
			if node.Type == gojq.TermTypeFunc {
				name = node.Func.Name
			}
		case *gojq.ObjectKeyVal:
			if node.Val == nil {
				name = node.Key
			}
		}
		number, found := strings.CutPrefix(name, marker)
		if i, err := strconv.Atoi(number); found && err == nil {
			visit(i, node)
		}
	})
}

// locate puts the place in the place of the variable.
func locate(node any, line int) {
	place, err := gojq.Parse(fmt.Sprintf(`{"file": "<top-level>", "line": %d}`, line))
	if err != nil {
		return // it is a constant but for the number
	}
	switch node := node.(type) {
	case *gojq.Term:
		suffixes := node.SuffixList
		*node = *place.Term
		node.SuffixList = suffixes
	case *gojq.ObjectKeyVal:
		node.Key, node.Val = strings.TrimPrefix(locationVariable, "$"), place
	}
}
