package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type found struct {
	Results []ledger.Result `json:"results"`
}

func search() command {
	return command{
		name:   "search",
		short:  "Find evidence, facts, session states and resources of a scope, best first. Core blocks are in context packs.",
		input:  with(query(), limit(10), scope(), includeAudit()),
		output: found{},
		parse: func(in *input) action {
			r := ledger.SearchRequest{
				Query: in.text(queryField), Limit: in.positive("limit", 10), Scope: in.scope(), IncludeAudit: in.flag("includeAudit"),
			}
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				results, err := l.Search(ctx, r)
				return found{results}, err
			}
		},
	}
}
