package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type listed struct {
	Events []ledger.Event `json:"events"`
}

func listEvents() command {
	return command{
		name:   "list-events",
		short:  "List the latest events of a scope, newest first.",
		input:  with(oneOf("kind", "", ledger.EventKinds(), "only these"), limit(50), scope(), includeAudit()),
		output: listed{},
		parse: func(in *input) action {
			r := ledger.EventsRequest{
				Kind: choice(in, "kind", ledger.EventKind("")), Limit: in.positive("limit", 50), Scope: in.scope(),
				IncludeAudit: in.flag("includeAudit"),
			}
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				events, err := l.Events(ctx, r)
				return listed{events}, err
			}
		},
	}
}
