package agmem_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const modulePath = "github.com/agmem/agmem"

// skippedFolders hold nothing that is written by hand.
const skippedFolders = " .git .cache bin dist node_modules testdata "

// source is what the tests of the architecture look at: every Go file that
// ships, of every platform, as it is parsed. Test files are left out, for a
// test may know more than the code it tests.
type source struct {
	fset     *token.FileSet
	packages []*sourcePackage // by path
}

// sourcePackage is one folder with Go files.
type sourcePackage struct {
	path  string // the folder in the repository, "." for the root
	files []*ast.File
}

// readSource parses the repository. It needs no Go command and no module
// cache.
func readSource(t *testing.T) source {
	t.Helper()
	src := source{fset: token.NewFileSet()}
	walkFiles(t, func(name string) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return
		}
		file, err := parser.ParseFile(src.fset, filepath.FromSlash(name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		src.add(path.Dir(name), file)
	})
	if len(src.packages) < 5 {
		t.Fatalf("only %d packages were found: the tests of the architecture run in the root of the repository", len(src.packages))
	}
	return src
}

func (s *source) add(dir string, file *ast.File) {
	i, found := slices.BinarySearchFunc(s.packages, dir, func(p *sourcePackage, dir string) int {
		return strings.Compare(p.path, dir)
	})
	if !found {
		s.packages = slices.Insert(s.packages, i, &sourcePackage{path: dir})
	}
	s.packages[i].files = append(s.packages[i].files, file)
}

// at returns the place of a node as file:line.
func (s source) at(n ast.Node) string {
	pos := s.fset.Position(n.Pos())
	return filepath.ToSlash(pos.Filename) + ":" + strconv.Itoa(pos.Line)
}

// each calls visit for every node of every package that is not a measurement.
func (s source) each(visit func(p *sourcePackage, f *ast.File, n ast.Node)) {
	for _, p := range s.packages {
		if p.within("bench") {
			continue
		}
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if n != nil {
					visit(p, f, n)
				}
				return true
			})
		}
	}
}

// within reports whether the package is the folder dir or is below it.
func (p *sourcePackage) within(dir string) bool {
	return p.path == dir || strings.HasPrefix(p.path, dir+"/")
}

// imports returns the paths that the package imports, each with one place.
func (p *sourcePackage) imports() map[string]ast.Node {
	all := make(map[string]ast.Node)
	for _, f := range p.files {
		for _, spec := range f.Imports {
			all[importPath(spec)] = spec
		}
	}
	return all
}

// importName returns the name under which a file knows a package, empty where
// it does not import it.
func importName(f *ast.File, importedPath string) string {
	for _, spec := range f.Imports {
		if importPath(spec) != importedPath {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(importedPath)
	}
	return ""
}

func importPath(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		panic(err) // the parser lets only string literals through
	}
	return p
}

// walkFiles calls visit with the path of every file, slashes between its parts.
func walkFiles(t *testing.T, visit func(name string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case os.IsNotExist(err): // gone since the folder was listed
			return nil
		case err != nil:
			return err
		case d.IsDir() && strings.Contains(skippedFolders, " "+d.Name()+" "):
			return fs.SkipDir
		case d.Name() == ".git": // a file in a worktree, which names the folder of the repository
			return nil
		case d.Type().IsRegular():
			visit(filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
