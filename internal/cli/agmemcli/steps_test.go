package agmemcli_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	face "github.com/agmem/agmem/internal/cli/agmemcli"
)

// Whatever the next step after an error is, agmem says what to type for it.
func TestEveryActionHasACommand(t *testing.T) {
	for _, action := range actions(t) {
		e := agmem.Errorf(agmem.Invalid, "no").WithHint("do it").WithStep(action, "this")
		got := face.Hint(e)
		if got == "do it" || strings.Contains(got, "{}") {
			t.Errorf("the hint for %q is %q", action, got)
		}
	}
}

// actions returns the actions that the root declares.
func actions(t *testing.T) []agmem.Action {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../../step.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []agmem.Action
	ast.Inspect(file, func(n ast.Node) bool {
		if value, ok := n.(*ast.ValueSpec); ok {
			for _, v := range value.Values {
				if name, err := strconv.Unquote(v.(*ast.BasicLit).Value); err == nil {
					all = append(all, agmem.Action(name))
				}
			}
		}
		return true
	})
	if len(all) == 0 {
		t.Fatal("no action was found")
	}
	return all
}

func TestHints(t *testing.T) {
	plain := agmem.Errorf(agmem.Invalid, "no")
	for want, e := range map[string]*agmem.Error{
		"":                                   plain,
		"wait":                               plain.WithHint("wait"),
		"undo that first: agmem undo --id 7": plain.WithHint("undo that first").WithStep(agmem.ActionUndo, "7"),
		"agmem get 7":                        plain.WithStep(agmem.ActionGet, "7"),
		"agmem config set author VALUE":      plain.WithHint("set it").WithStep(agmem.ActionConfigure, "author VALUE"),
		"list them: agmem config list --source team": plain.WithHint("list them").WithStep(agmem.ActionShowSettings, "team"),
		"what is set: agmem config list; what can be set: agmem config list --known": plain.WithHint("list them").
			WithStep(agmem.ActionShowSettings, ""),
	} {
		if got := face.Hint(e); got != want {
			t.Errorf("hint %q, want %q", got, want)
		}
	}
}
