package agmemcli

import (
	"strings"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/toon"
)

// contextPack is the result of context.
type contextPack struct {
	*library.ContextPack
	toon bool // what is not JSON is TOON instead of Markdown
}

// JSON is the pack without digits of scores that only show the floating point.
func (v contextPack) JSON() any {
	pack := *v.ContextPack
	pack.Items = make([]library.ContextItem, len(v.Items))
	for i, item := range v.Items {
		item.Score = round(item.Score, jsonDecimals)
		pack.Items[i] = item
	}
	return pack
}

func (v contextPack) TOON() any {
	if !v.toon {
		return raw(strings.TrimSuffix(v.Markdown(), "\n"))
	}
	rows := make([]toon.Object, len(v.Items))
	for i, item := range v.Items {
		against := make([]string, len(item.Against))
		for k, o := range item.Against {
			against[k] = string(o.Kind) + ": " + o.Text
		}
		rows[i] = toon.Object{
			{Key: "address", Value: shown(item.Address, item.Short)},
			{Key: "why", Value: string(item.Why)},
			{Key: "score", Value: round(item.Score, readDecimals)},
			{Key: "age", Value: item.Age},
			{Key: "project", Value: item.Project},
			{Key: "author", Value: item.Author},
			{Key: "also", Value: strings.Join(item.Also, "|")},
			{Key: "cut", Value: item.Cut},
			{Key: "against", Value: strings.Join(against, "|")},
			{Key: "text", Value: item.Text},
		}
	}
	return toon.Object{
		{Key: "notice", Value: v.Notice},
		{Key: "budget", Value: v.Budget},
		{Key: "estimatedTokens", Value: v.EstimatedTokens},
		{Key: "items", Value: rows},
		{Key: "leftOut", Value: toon.Object{
			{Key: "budget", Value: v.LeftOut.Budget}, {Key: "weak", Value: v.LeftOut.Weak},
			{Key: "otherProjects", Value: v.LeftOut.OtherProjects},
		}},
	}
}

func (v contextPack) Human(p *cli.Page) { p.WriteString(v.Markdown()) }
