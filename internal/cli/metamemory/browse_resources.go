package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type browsed struct {
	Resources  []ledger.Resource `json:"resources"`
	NextOffset int               `json:"nextOffset,omitempty"`
}

func browseResources() command {
	return command{
		name:   "browse-resources",
		short:  "List the resources right below another, by title, then URI.",
		input:  with(limit(50), offset(), optional("parentUri", "the resource above them; omitted for the roots"), scope()),
		output: browsed{},
		parse: func(in *input) action {
			r := ledger.BrowseRequest{Scope: in.scope(), ParentURI: in.optionalText("parentUri")}
			s := in.span(50)
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				resources, next, err := cut(s, func(offset, limit int) ([]ledger.Resource, error) {
					r.Offset, r.Limit = offset, limit
					return l.Resources(ctx, r)
				})
				return browsed{resources, next}, err
			}
		},
	}
}
