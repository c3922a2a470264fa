package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type probed struct {
	Relations []ledger.Relation `json:"relations"`
}

func probeRelations() command {
	return command{
		name:  "probe-relations",
		short: "List the relations of an item in a scope, newest first.",
		input: with(required("targetId", "the id of the item, at either end"),
			oneOf("relation", "", ledger.RelationKinds(), "only these"), limit(20), scope()),
		output: probed{},
		parse: func(in *input) action {
			r := ledger.ProbeRequest{
				TargetID: in.text("targetId"), Relation: choice(in, "relation", ledger.RelationKind("")),
				Scope: in.scope(), Limit: in.positive("limit", 20),
			}
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				relations, err := l.Relations(ctx, r)
				return probed{relations}, err
			}
		},
	}
}
