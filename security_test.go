package agmem_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityPageNamesWhatExists looks for each test and each file that
// SECURITY.md rests a sentence on.
func TestSecurityPageNamesWhatExists(t *testing.T) {
	page, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	declared := testNames(t)
	names := regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w*)`").FindAllStringSubmatch(string(page), -1)
	if len(names) < 30 {
		t.Errorf("the page names only %d tests", len(names))
	}
	for _, name := range names {
		if !declared[name[1]] {
			t.Errorf("SECURITY.md names the test %s, which does not exist", name[1])
		}
	}
	files := regexp.MustCompile("`((?:internal|scripts|cmd|docs)/[\\w/.-]+|\\w+\\.go|go\\.(?:mod|sum))`").FindAllStringSubmatch(string(page), -1)
	if len(files) < 6 {
		t.Errorf("the page names only %d files", len(files))
	}
	for _, file := range files {
		if _, err := os.Stat(file[1]); err != nil {
			t.Errorf("SECURITY.md names a file that does not exist: %v", err)
		}
	}
}

// testNames returns the tests of all packages and platforms.
func testNames(t *testing.T) map[string]bool {
	declared := make(map[string]bool)
	walkFiles(t, func(name string) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				declared[f.Name.Name] = true
			}
		}
	})
	return declared
}

// TestOneServerListens holds what SECURITY.md says about what leaves the machine.
// A part that needs the network has to change both.
func TestOneServerListens(t *testing.T) {
	const (
		listens = "internal/mcp"
		asks    = "internal/embed internal/embed/fetch internal/embed/remote"
	)
	src := readSource(t)
	src.each(func(p *sourcePackage, f *ast.File, n ast.Node) {
		if matchesAny(asks, p.path) {
			return
		}
		switch n := n.(type) {
		case *ast.ImportSpec:
			imported := strings.Trim(n.Path.Value, `"`)
			network := imported == "net" || strings.HasPrefix(imported, "net/") || strings.HasPrefix(imported, "crypto/tls") ||
				strings.HasPrefix(imported, "golang.org/x/net")
			if network && imported != "net/url" && p.path != listens {
				t.Errorf("%s imports %s, and SECURITY.md says that only %s and %s use the network", src.at(n), imported, listens, asks)
			}
		case *ast.SelectorExpr:
			if from, ok := n.X.(*ast.Ident); ok && (from.Name == "net" || from.Name == "http") && reachesOut(n.Sel.Name) {
				t.Errorf("%s uses %s.%s, and SECURITY.md says that only %s open a connection", src.at(n), from.Name, n.Sel.Name, asks)
			}
		}
	})
}

// TestNoEmbedderListens holds the other half: what asks a network serves none.
func TestNoEmbedderListens(t *testing.T) {
	src := readSource(t)
	src.each(func(p *sourcePackage, f *ast.File, n ast.Node) {
		call, ok := n.(*ast.SelectorExpr)
		if ok && p.within("internal/embed") && strings.HasPrefix(call.Sel.Name, "Listen") {
			t.Errorf("%s listens, and SECURITY.md says that only the MCP server does", src.at(n))
		}
	})
}

// reachesOut says whether a name of net or net/http is for making connections.
func reachesOut(name string) bool {
	for _, part := range []string{"Dial", "Client", "Transport", "Lookup", "Resolve", "NewRequest", "Post", "Head"} {
		if strings.HasPrefix(name, part) || strings.HasPrefix(name, "Default"+part) {
			return name != "Header"
		}
	}
	return name == "Get"
}
