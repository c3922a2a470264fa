//go:build linux || darwin

package main

import (
	"math/rand/v2"
	"slices"
)

// mutate changes one thing of the arguments.
func (g *generator) mutate(r *rand.Rand, args []string) []string {
	args = slices.Clone(args)
	at := r.IntN(len(args) + 1)
	insert := func(words ...string) []string { return slices.Insert(args, at, words...) }
	if len(args) == 0 {
		return insert(g.names.one(r))
	}
	i := r.IntN(len(args))
	switch r.IntN(14) {
	case 0:
		return slices.Delete(args, i, i+1)
	case 1:
		return insert(args[i])
	case 2:
		j := r.IntN(len(args))
		args[i], args[j] = args[j], args[i]
	case 3:
		args[i] = bend(r, args[i])
	case 4:
		return insert(hostile().one(r))
	case 5:
		return insert(g.names.one(r))
	case 6:
		return insert("--")
	case 7:
		return insert("-")
	case 8:
		return slices.Insert(args, 0, words{"help", "__complete", "__completeNoDesc", "__complete"}.one(r))
	case 9:
		args[i] = numbers().one(r)
	case 10:
		return insert(files().one(r))
	case 11:
		return args[:i]
	case 12:
		for range r.IntN(2000) {
			args = append(args, args[i])
		}
	case 13:
		args[i] = "--" + args[i]
	}
	return args
}

// bend changes one byte of a text, or cuts it.
func bend(r *rand.Rand, text string) string {
	if text == "" {
		return "x"
	}
	bytes, i := []byte(text), r.IntN(len(text))
	switch r.IntN(4) {
	case 0:
		bytes[i] = byte(1 + r.IntN(255))
	case 1:
		return text[:i]
	case 2:
		return text[i:]
	case 3:
		return text + text
	}
	return string(bytes)
}
