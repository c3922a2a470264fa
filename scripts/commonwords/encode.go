package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// node is what may follow a beginning of words: a set of edges. Nodes with the
// same edges are one node, so that words share their ends as well as their
// beginnings.
type node struct {
	edges []edge
	id    int
	wants int // edges that lead here
	at    int // its offset, once it is placed
}

type edge struct {
	letter byte
	word   bool // the letters so far are a word
	to     *node
}

// encode returns the form of sorted words that internal/commonwords reads.
func encode(words []string) []byte {
	m := minimizer{known: make(map[string]*node)}
	root := m.node(words, 0)
	order := arrange(root)
	place(order)
	var out []byte
	for i, n := range order {
		out = append(out, n.bytes(following(order, i))...)
	}
	return out
}

type minimizer struct{ known map[string]*node }

// node returns the node of words that begin with the same letters, as many as
// depth says.
func (m *minimizer) node(words []string, depth int) *node {
	n := &node{}
	for first := 0; first < len(words); {
		letter := words[first][depth]
		last := first
		for last < len(words) && words[last][depth] == letter {
			last++
		}
		e := edge{letter: letter, word: len(words[first]) == depth+1}
		rest := words[first:last]
		if e.word {
			rest = rest[1:]
		}
		e.to = m.node(rest, depth+1)
		n.edges = append(n.edges, e)
		first = last
	}
	key := ""
	for _, e := range n.edges {
		key += fmt.Sprint(e.letter, e.word, e.to.id, " ")
	}
	if known, ok := m.known[key]; ok {
		return known
	}
	n.id = len(m.known)
	m.known[key] = n
	return n
}

// arrange returns the nodes in the order in which they are written. A node is
// followed by one that its last edge leads to where that is not placed yet,
// which saves an address; such chains come the more often wanted ones first,
// which makes addresses short. The root is the first.
func arrange(root *node) []*node {
	var chains [][]*node
	placed := make(map[*node]bool)
	waiting := []*node{root}
	for len(waiting) > 0 {
		n := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		var chain []*node
		for n != nil && !placed[n] {
			placed[n] = true
			chain = append(chain, n)
			n, waiting = n.next(placed, waiting)
		}
		if len(chain) > 0 {
			chains = append(chains, chain)
		}
	}
	slices.SortStableFunc(chains[1:], func(a, b []*node) int { return cmp.Compare(wanted(b), wanted(a)) })
	return slices.Concat(chains...)
}

// next moves an edge to a node that is not placed to the end and returns that
// node; the other nodes that the edges lead to have to wait.
func (n *node) next(placed map[*node]bool, waiting []*node) (*node, []*node) {
	var next *node
	for i := len(n.edges) - 1; i >= 0; i-- {
		to := n.edges[i].to
		to.wants++
		switch {
		case len(to.edges) == 0 || placed[to]:
		case next == nil:
			next = to
			e := n.edges[i]
			n.edges = append(slices.Delete(n.edges, i, i+1), e)
		default:
			waiting = append(waiting, to)
		}
	}
	return next, waiting
}

// wanted is how many edges lead to a node of a chain, by its size.
func wanted(chain []*node) float64 {
	sum, size := 0, 0
	for _, n := range chain {
		sum += n.wants
		size += len(n.edges)
	}
	return float64(sum) / float64(size)
}

// place sets the offsets of nodes. They depend on how long the addresses are,
// and these on the offsets, so it begins with the longest and goes on until
// nothing moves.
func place(order []*node) {
	for _, n := range order {
		n.at = 1 << 20
	}
	for moved := true; moved; {
		moved = false
		at := 0
		for i, n := range order {
			if n.at != at {
				n.at, moved = at, true
			}
			at += len(n.bytes(following(order, i)))
		}
	}
}

func following(order []*node, i int) *node {
	if i+1 < len(order) {
		return order[i+1]
	}
	return nil
}

// The states of an edge, as in internal/commonwords.
const (
	address = iota
	wordAddress
	wordEnd
	lastNext
	lastWordNext
	lastAddress
	lastWordAddress
	lastWordEnd
)

// bytes returns the edges of a node, which stands before the node next.
func (n *node) bytes(next *node) []byte {
	var out []byte
	for i, e := range n.edges {
		last := i == len(n.edges)-1
		state := e.state(last, next)
		out = append(out, state<<5|(e.letter-'a'))
		if state == address || state == wordAddress || state == lastAddress || state == lastWordAddress {
			out = binary.AppendUvarint(out, uint64(e.to.at))
		}
	}
	return out
}

func (e edge) state(last bool, next *node) byte {
	var state byte
	switch {
	case len(e.to.edges) == 0:
		state = wordEnd
		if last {
			state = lastWordEnd
		}
		return state
	case last && e.to == next:
		state = lastNext
	case last:
		state = lastAddress
	default:
		state = address
	}
	if e.word {
		state++
	}
	return state
}
