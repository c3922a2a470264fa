package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type browsed struct {
	Resources []ledger.Resource `json:"resources"`
}

func browseResources() command {
	return command{
		name:   "browse-resources",
		short:  "List the resources right below another, by title, then URI.",
		input:  with(optional("parentUri", "the resource above them; omitted for the roots"), limit(50), scope()),
		output: browsed{},
		parse: func(in *input) action {
			r := ledger.BrowseRequest{Scope: in.scope(), ParentURI: in.optionalText("parentUri"), Limit: in.positive("limit", 50)}
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				resources, err := l.Resources(ctx, r)
				return browsed{resources}, err
			}
		},
	}
}
