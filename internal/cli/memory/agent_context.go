package memory

import (
	_ "embed"
	"strings"

	"github.com/agmem/agmem/internal/cli"
)

//go:embed guide.md
var guideText string

// guide is the result of --agent-context.
type guide struct {
	Guide string `json:"guide"`
}

func (a *app) printGuide() error {
	text := guideText
	if a.Program != Name {
		text = strings.ReplaceAll(text, "    "+Name+" ", "    "+a.Program+" ")
	}
	return a.Print(guide{text})
}

func (v guide) JSON() any { return v }

func (v guide) Human(p *cli.Page) { p.WriteString(v.Guide) }

func (v guide) Markdown(p *cli.Page) { p.WriteString(v.Guide) }
