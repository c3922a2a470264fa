package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type probed struct {
	Relations  []ledger.Relation `json:"relations"`
	NextOffset int               `json:"nextOffset,omitempty"`
}

func probeRelations() command {
	return command{
		name:  "probe-relations",
		short: "List the relations of an item in a scope, newest first.",
		input: with(required("targetId", "the id of the item, at either end"),
			oneOf("relation", "", ledger.RelationKinds(), "only these"), limit(20), offset(), scope()),
		output: probed{},
		parse: func(in *input) action {
			r := ledger.ProbeRequest{
				TargetID: in.text("targetId"), Relation: choice(in, "relation", ledger.RelationKind("")),
				Scope: in.scope(),
			}
			s := in.span(20)
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				relations, next, err := cut(s, func(offset, limit int) ([]ledger.Relation, error) {
					r.Offset, r.Limit = offset, limit
					return l.Relations(ctx, r)
				})
				return probed{relations, next}, err
			}
		},
	}
}
