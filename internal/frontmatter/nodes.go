package frontmatter

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// mapping returns the entries of a mapping, none for an empty document, and
// false for another node.
func mapping(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := node.(type) {
	case nil:
		return nil, true
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}

// add takes one entry of the mapping in.
func (d *document) add(v *ast.MappingValueNode) error {
	name, ok := keyText(v.Key)
	at := v.Key.GetToken()
	if !ok {
		return malformed(at, "a name is not a text")
	}
	if d.fields.Has(name) {
		return malformed(at, fmt.Sprintf("the name %q occurs twice", name))
	}
	field := Field{Name: name}
	if at.Position != nil {
		field.Line = at.Position.Line + 1
	}
	field.take(v.Value)
	d.fields = append(d.fields, field)
	d.nodes = append(d.nodes, v.Value)
	return nil
}

// take reads the value of a field.
func (f *Field) take(node ast.Node) {
	node = bare(node)
	f.Kind = kindOf(node)
	switch n := node.(type) {
	case *ast.SequenceNode:
		for _, item := range n.Values {
			item = bare(item)
			switch kindOf(item) {
			case Scalar:
				f.List = append(f.List, scalarText(item))
			case Null:
			default:
				f.Odd++
			}
		}
	default:
		f.Text = scalarText(n)
	}
}

// bare takes anchors and tags off a value.
func bare(node ast.Node) ast.Node {
	for {
		switch n := node.(type) {
		case *ast.AnchorNode:
			node = n.Value
		case *ast.TagNode:
			node = n.Value
		default:
			return node
		}
	}
}

func kindOf(node ast.Node) Kind {
	switch node.(type) {
	case nil, *ast.NullNode:
		return Null
	case *ast.SequenceNode:
		return List
	case *ast.MappingNode, *ast.MappingValueNode:
		return Mapping
	case *ast.AliasNode:
		return Alias
	}
	return Scalar
}

// scalarText returns the text of a scalar, empty for another node.
func scalarText(node ast.Node) string {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value
	}
	return ""
}

// isWords says whether a value is a text without quotes, anchor or tag.
func isWords(node ast.Node) bool {
	n, ok := node.(*ast.StringNode)
	return ok && n.Token.Type == token.StringType
}

// keyText returns a name; numbers, true and null are names as they are written.
func keyText(key ast.MapKeyNode) (string, bool) {
	var node ast.Node = key
	if k, ok := key.(*ast.MappingKeyNode); ok {
		node = bare(k.Value)
	}
	switch n := bare(node).(type) {
	case *ast.NullNode, *ast.MergeKeyNode:
		return n.GetToken().Value, true
	case nil:
		return "", false
	default:
		return scalarText(n), kindOf(n) == Scalar
	}
}
