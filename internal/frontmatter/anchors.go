package frontmatter

import "github.com/goccy/go-yaml/ast"

// shares says whether another field has an alias of an anchor in field i.
func (d *document) shares(i int) bool {
	anchors := map[string]bool{}
	walk(d.nodes[i], func(node ast.Node) {
		if a, ok := node.(*ast.AnchorNode); ok {
			anchors[a.Name.GetToken().Value] = true
		}
	})
	shared := false
	for j := range d.nodes {
		if j == i || len(anchors) == 0 {
			continue
		}
		walk(d.nodes[j], func(node ast.Node) {
			if a, ok := node.(*ast.AliasNode); ok && anchors[a.Value.GetToken().Value] {
				shared = true
			}
		})
	}
	return shared
}

// visitor calls itself for a node and all that is in it.
type visitor func(ast.Node)

// Visit is what [ast.Walk] calls.
func (v visitor) Visit(node ast.Node) ast.Visitor {
	v(node)
	return v
}

func walk(node ast.Node, visit func(ast.Node)) { ast.Walk(visitor(visit), node) }
