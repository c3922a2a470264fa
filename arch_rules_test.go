package agmem_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestOnlyMainsEndTheProcess(t *testing.T) {
	src := readSource(t)
	src.each(func(p *sourcePackage, f *ast.File, n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || p.within("cmd") || p.within("scripts") {
			return
		}
		switch name := calledName(f, call); {
		case name == "os.Exit" || strings.HasPrefix(name, "log.Fatal"):
			t.Errorf("%s: %s outside cmd: deferred work is lost and no test can go on", src.at(n), name)
		case strings.HasPrefix(name, "fmt.Print"), name == "print", name == "println":
			t.Errorf("%s: %s writes to the stream of the process: write to the stream that the caller gave", src.at(n), name)
		}
	})
}

// calledName returns a called function as "package.Name" with the last part of
// the package's path, or as "name" where it is not a selector.
func calledName(f *ast.File, call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		qualifier, ok := fun.X.(*ast.Ident)
		if !ok {
			return ""
		}
		for _, std := range []string{"os", "log", "fmt", "errors", "regexp", "sync", "strings"} {
			if importName(f, std) == qualifier.Name {
				return std + "." + fun.Sel.Name
			}
		}
	}
	return ""
}

func TestErrorsAreToldApartByKind(t *testing.T) {
	src := readSource(t)
	src.each(func(p *sourcePackage, f *ast.File, n ast.Node) {
		if !p.within("internal/storetest") && comparesErrorText(f, n) {
			t.Errorf("%s: the text of an error is for people and may change: use agmem.KindOf, errors.Is or errors.AsType", src.at(n))
		}
	})
}

func comparesErrorText(f *ast.File, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return (n.Op == token.EQL || n.Op == token.NEQ) && (isErrorText(n.X) || isErrorText(n.Y))
	case *ast.SwitchStmt:
		return n.Tag != nil && isErrorText(n.Tag)
	case *ast.CallExpr:
		switch calledName(f, n) {
		case "strings.Contains", "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold", "strings.Index":
			return slices.ContainsFunc(n.Args, isErrorText)
		}
	}
	return false
}

func isErrorText(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && method.Sel.Name == "Error"
}

// A hint below a face is read by the users of every face.
func TestHintsBelowAFaceNameNoCommand(t *testing.T) {
	src := readSource(t)
	src.each(func(p *sourcePackage, f *ast.File, n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || p.within("internal/cli") || p.within("internal/wire") || p.within("bench") {
			return
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || method.Sel.Name != "WithHint" {
			return
		}
		text, ok := call.Args[0].(*ast.BasicLit)
		if !ok {
			return
		}
		if found := commandLine().FindString(text.Value); found != "" {
			t.Errorf("%s: the hint %s names %q, which other faces do not have: say it in general, and the action with WithStep",
				src.at(n), text.Value, found)
		}
	})
}

// commandLine matches a program with a command behind it, and a long flag.
func commandLine() *regexp.Regexp {
	return regexp.MustCompile(`(?:agmem|memory-cli|memex) (?:add|archive|config|delete|doctor|export|gc|get|import|list|organize|read|repair|run|search|undo|update|write)\b|--[a-z][a-z-]*`)
}

// vagueNames say nothing about what a package holds, so it ends up holding
// everything.
const vagueNames = " util utils common helper helpers misc base lib shared types models "

func TestPackageNamesSaySomething(t *testing.T) {
	src := readSource(t)
	for _, p := range src.packages {
		for _, f := range p.files {
			if strings.Contains(vagueNames, " "+f.Name.Name+" ") {
				t.Errorf("%s: a package called %s is about nothing: name it for what it does", src.at(f.Name), f.Name.Name)
			}
		}
	}
}

func TestNoCodeRunsAtStart(t *testing.T) {
	src := readSource(t)
	src.each(func(_ *sourcePackage, _ *ast.File, n ast.Node) {
		if f, ok := n.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			t.Errorf("%s: every command pays for an init function, and no caller can see it", src.at(n))
		}
	})
}

func TestPackagesKeepNoState(t *testing.T) {
	src := readSource(t)
	for _, p := range src.packages {
		if p.within("bench") {
			continue
		}
		written := writtenNames(p)
		for _, f := range p.files {
			for spec := range packageVariables(f) {
				for i, name := range spec.Names {
					if name.Name != "_" && (!isConstant(f, spec, i) || written[name.Name]) {
						t.Errorf("%s: the variable %s belongs to the whole process: two commands in one test would share it; "+
							"make it a field, a constant or a function", src.at(name), name.Name)
					}
				}
			}
		}
	}
}

// packageVariables yields the var declarations of a file's top level.
func packageVariables(f *ast.File) func(yield func(*ast.ValueSpec) bool) {
	return func(yield func(*ast.ValueSpec) bool) {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			for _, spec := range decl.Specs {
				if !yield(spec.(*ast.ValueSpec)) {
					return
				}
			}
		}
	}
}

// isConstant reports a variable that is one only because Go has no constant of
// its type: embedded files, a known error, a compiled pattern, a value computed
// once on demand, or an unexported table of literals.
func isConstant(f *ast.File, spec *ast.ValueSpec, i int) bool {
	if isEmbedded(f, spec) {
		return true
	}
	if i >= len(spec.Values) {
		return false
	}
	switch value := spec.Values[i].(type) {
	case *ast.CallExpr:
		switch calledName(f, value) {
		case "errors.New", "regexp.MustCompile", "sync.OnceValue", "sync.OnceValues", "strings.NewReplacer":
			return true
		}
	case *ast.CompositeLit:
		return !spec.Names[i].IsExported() && !callsSomething(value)
	}
	return false
}

// isEmbedded reports a variable that go:embed fills: a file system, or a string
// without a value in a file that imports embed for that alone.
func isEmbedded(f *ast.File, spec *ast.ValueSpec) bool {
	if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "string" {
		return len(spec.Values) == 0 && !spec.Names[0].IsExported() && importName(f, "embed") == "_"
	}
	typ, ok := spec.Type.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	qualifier, ok := typ.X.(*ast.Ident)
	return ok && typ.Sel.Name == "FS" && qualifier.Name == importName(f, "embed")
}

func callsSomething(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			found = true
		}
		return !found
	})
	return found
}

// writtenNames returns the names that are on the left of an assignment in a
// package, alone or with an index or a field, or whose address is taken.
func writtenNames(p *sourcePackage) map[string]bool {
	written := make(map[string]bool)
	mark := func(e ast.Expr) { written[rootName(e)] = true }
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						mark(e)
					}
				}
			case *ast.IncDecStmt:
				mark(n.X)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					mark(n.X)
				}
			case *ast.CallExpr:
				if name := calledName(f, n); name == "delete" || name == "clear" {
					mark(n.Args[0])
				}
			}
			return true
		})
	}
	return written
}

func rootName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.IndexExpr:
		return rootName(e.X)
	case *ast.SelectorExpr:
		return rootName(e.X)
	case *ast.StarExpr:
		return rootName(e.X)
	case *ast.ParenExpr:
		return rootName(e.X)
	}
	return ""
}
