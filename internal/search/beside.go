package search

import (
	"strconv"
	"strings"
)

// EachBeside calls yield for the neighbours of a document that a statement
// returned as two lists of numbers with commas: those before it and those behind
// it, the nearest first. It is for corpora that are a [Neighbourhood].
func EachBeside(number int64, before, after string, yield func(number, neighbour int64, distance int)) error {
	if err := eachNumber(before, func(n int64, place int) { yield(number, n, -place) }); err != nil {
		return err
	}
	return eachNumber(after, func(n int64, place int) { yield(number, n, place) })
}

// eachNumber calls yield for each number of a list, with its place from 1 on.
func eachNumber(list string, yield func(n int64, place int)) error {
	if list == "" {
		return nil
	}
	for i, text := range strings.Split(list, ",") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return err
		}
		yield(n, i+1)
	}
	return nil
}
