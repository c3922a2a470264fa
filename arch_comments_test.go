package agmem_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

func TestEveryPackageHasOneComment(t *testing.T) {
	src := readSource(t)
	for _, p := range src.packages {
		var places []string
		for _, f := range p.files {
			if f.Doc.Text() == "" {
				continue
			}
			places = append(places, src.at(f.Doc))
			if want := packageOpening(f.Name.Name, p.path); !strings.HasPrefix(f.Doc.Text(), want) {
				t.Errorf("%s: the comment of a package begins with %q", src.at(f.Doc), want)
			}
		}
		switch len(places) {
		case 0:
			t.Errorf("%s has no package comment: what is it for, and where does a reader begin?", p.path)
		case 1:
		default:
			t.Errorf("%s has %d package comments, which godoc runs together: %s", p.path, len(places), strings.Join(places, ", "))
		}
	}
}

func packageOpening(name, path string) string {
	if name == "main" {
		return "Command " + path[strings.LastIndexByte(path, '/')+1:] + " "
	}
	return "Package " + name + " "
}

func TestExportedNamesAreDocumented(t *testing.T) {
	src := readSource(t)
	for _, p := range src.packages {
		if p.within("bench") {
			continue
		}
		for _, f := range p.files {
			for _, d := range f.Decls {
				for _, m := range undocumented(d) {
					t.Errorf("%s: %s has no comment that begins with its name: say what it promises, in which units, and how it fails",
						src.at(m), m.Name)
				}
			}
		}
	}
}

// undocumented returns the exported names of a declaration that no comment
// introduces. The comment above a group is enough for its constants and
// variables, one at the end of a line for that line.
func undocumented(d ast.Decl) []*ast.Ident {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() || !receiverExported(d) || statedElsewhere(d) || introduces(d.Doc, d.Name) {
			return nil
		}
		return []*ast.Ident{d.Name}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return nil
		}
		var missing []*ast.Ident
		for _, spec := range d.Specs {
			missing = append(missing, undocumentedSpec(d, spec)...)
		}
		return missing
	}
	return nil
}

func undocumentedSpec(d *ast.GenDecl, spec ast.Spec) []*ast.Ident {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		doc := spec.Doc
		if !d.Lparen.IsValid() {
			doc = d.Doc
		}
		if spec.Name.IsExported() && !introduces(doc, spec.Name) {
			return []*ast.Ident{spec.Name}
		}
	case *ast.ValueSpec:
		if d.Lparen.IsValid() && (d.Doc.Text() != "" || spec.Comment.Text() != "") {
			return nil
		}
		doc := spec.Doc
		if !d.Lparen.IsValid() {
			doc = d.Doc
		}
		var missing []*ast.Ident
		for i, name := range spec.Names {
			// One comment introduces a list of names by its first.
			if name.IsExported() && !introduces(doc, spec.Names[0]) && !introduces(doc, spec.Names[i]) {
				missing = append(missing, name)
			}
		}
		return missing
	}
	return nil
}

// introduces reports a comment that begins with the name, an article before it
// allowed.
func introduces(doc *ast.CommentGroup, name *ast.Ident) bool {
	words := strings.Fields(doc.Text())
	if len(words) > 1 && (words[0] == "A" || words[0] == "An" || words[0] == "The") {
		words = words[1:]
	}
	return len(words) > 0 && strings.TrimRight(words[0], ",.:;") == name.Name
}

// statedElsewhere reports a method whose contract is the standard library's.
func statedElsewhere(d *ast.FuncDecl) bool {
	return d.Recv != nil && (d.Name.Name == "String" || d.Name.Name == "Error" || d.Name.Name == "Unwrap")
}

// receiverExported reports a function or a method that godoc shows.
func receiverExported(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.IsExported()
		default:
			return true
		}
	}
}
