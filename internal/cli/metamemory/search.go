package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type found struct {
	Results    []ledger.Result `json:"results"`
	NextOffset int             `json:"nextOffset,omitempty"`
	// LeftOut is how many more items have words of a query whose operators leave
	// fewer than the limit.
	LeftOut int `json:"leftOutByOperators,omitempty"`
}

func search() command {
	return command{
		name:   "search",
		short:  "Find evidence, facts, session states and resources of a scope, best first. Core blocks are in context packs.",
		input:  with(query(), limit(10), offset(), scope(), includeAudit()),
		output: found{},
		parse: func(in *input) action {
			r := ledger.SearchRequest{
				Query: in.text(queryField), Limit: in.positive("limit", 10), Scope: in.scope(), IncludeAudit: in.flag("includeAudit"),
			}
			s := in.span(10)
			if s.offset >= s.limit {
				in.fail(ledger.Expected("offset", `less than "limit"`))
			}
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				results, err := l.Search(ctx, r)
				if err != nil {
					return nil, err
				}
				shown, next := pageOf(s, results)
				leftOut, err := l.LeftOutByOperators(ctx, r, results)
				return found{shown, next, leftOut}, err
			}
		},
	}
}

// pageOf returns as many of the results behind an offset as an answer has room for.
// All pages are of the same search, of the best up to the limit: how the ones that
// come next are ranked depends on how many are asked for.
func pageOf(s span, results []ledger.Result) (shown []ledger.Result, next int) {
	shown = results[min(s.offset, len(results)):]
	if n := room(shown); n < len(shown) {
		return shown[:n], s.offset + n
	}
	return shown, 0
}
