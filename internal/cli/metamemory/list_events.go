package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type listed struct {
	Events     []ledger.Event `json:"events"`
	NextOffset int            `json:"nextOffset,omitempty"`
}

func listEvents() command {
	return command{
		name:   "list-events",
		short:  "List the latest events of a scope, newest first.",
		input:  with(limit(50), offset(), oneOf("kind", "", ledger.EventKinds(), "only these"), scope(), includeAudit()),
		output: listed{},
		parse: func(in *input) action {
			r := ledger.EventsRequest{
				Kind: choice(in, "kind", ledger.EventKind("")), Scope: in.scope(), IncludeAudit: in.flag("includeAudit"),
			}
			s := in.span(50)
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				events, next, err := cut(s, func(offset, limit int) ([]ledger.Event, error) {
					r.Offset, r.Limit = offset, limit
					return l.Events(ctx, r)
				})
				return listed{events, next}, err
			}
		},
	}
}
