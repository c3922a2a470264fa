package jq

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"
)

// locationVariable is the variable that says in which line of the filter it is.
const locationVariable = "$__loc__"

// parse is gojq's, with $__loc__. gojq does not say where in the text a node
// was. So each $__loc__ in the text gets its own name, and the text is
// parsed again: that tells a variable from the same characters in a string or a
// comment.
func parse(filter string) (*gojq.Query, error) {
	query, err := gojq.Parse(filter)
	if err != nil || !strings.Contains(filter, locationVariable) {
		return query, err
	}
	l := newLocations(filter)
	named, err := l.parse(func(int) bool { return true })
	if err != nil {
		return query, nil // the characters are not a variable but a part of something else
	}
	variables := map[int]bool{}
	l.visit(named, func(i int, _ any) { variables[i] = true })
	query, err = l.parse(func(i int) bool { return variables[i] })
	if err != nil {
		return nil, err
	}
	l.visit(query, func(i int, node any) { locate(node, l.lines[i]) })
	return query, nil
}

// locations are the places of $__loc__ in a filter, by their number.
type locations struct {
	parts  []string // of the filter, between them
	lines  []int
	marker string // how their own names begin, and no variable of the filter does
}

func newLocations(filter string) *locations {
	l := &locations{parts: strings.Split(filter, locationVariable)}
	line, taken := 1, map[string]bool{}
	for i, part := range l.parts[1:] {
		line += strings.Count(l.parts[i], "\n")
		l.lines = append(l.lines, line)
		taken[part[:len(part)-len(strings.TrimLeft(part, "0123456789"))]] = true
	}
	free := 0
	for taken[strconv.Itoa(free)] {
		free++
	}
	l.marker = locationVariable + strconv.Itoa(free) + "_"
	return l
}

// parse parses the filter with own names for those that are named.
func (l *locations) parse(named func(i int) bool) (*gojq.Query, error) {
	var text strings.Builder
	text.WriteString(l.parts[0])
	for i, part := range l.parts[1:] {
		if named(i) {
			fmt.Fprintf(&text, "%s%d_", l.marker, i)
		} else {
			text.WriteString(locationVariable)
		}
		text.WriteString(part)
	}
	return gojq.Parse(text.String())
}

// visit calls found for each node that is a variable with an own name, or the
// member of an object that is such a variable.
func (l *locations) visit(query *gojq.Query, found func(i int, node any)) {
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
		number, begins := strings.CutPrefix(name, l.marker)
		number, ends := strings.CutSuffix(number, "_") // else it goes on, and is another variable
		if i, err := strconv.Atoi(number); begins && ends && err == nil {
			found(i, node)
		}
	})
}

// locate replaces a variable by what it stands for.
func locate(node any, line int) {
	file := &gojq.Term{Type: gojq.TermTypeString, Str: &gojq.String{Str: "<top-level>"}}
	number := &gojq.Term{Type: gojq.TermTypeNumber, Number: strconv.Itoa(line)}
	place := &gojq.Term{Type: gojq.TermTypeObject, Object: &gojq.Object{KeyVals: []*gojq.ObjectKeyVal{
		{Key: "file", Val: &gojq.Query{Term: file}},
		{Key: "line", Val: &gojq.Query{Term: number}},
	}}}
	switch node := node.(type) {
	case *gojq.Term:
		place.SuffixList = node.SuffixList
		*node = *place
	case *gojq.ObjectKeyVal:
		node.Key, node.Val = strings.TrimPrefix(locationVariable, "$"), &gojq.Query{Term: place}
	}
}
