package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

func addRelation() command {
	return command{
		name:  "add-relation",
		short: "Say what one item is to another. An audit event is added in the same transaction.",
		input: writing(required("fromId", "the item that the relation begins at"), required("toId", "the item that it leads to"),
			oneOf("relation", "", ledger.RelationKinds(), "what fromId does to toId").needed(), validFrom(), validUntil(), sourceEventIDs(), scope()),
		output: ledger.RelationAdded{},
		parse: func(in *input) action {
			n := ledger.NewRelation{FromID: in.text("fromId"), ToID: in.text("toId"), Relation: relationOf(in)}
			scope := in.scope()
			n.ValidFrom, n.ValidUntil, n.Origin = in.optionalText("validFrom"), in.optionalText("validUntil"), in.origin(scope)
			return func(ctx context.Context, l *ledger.Ledger) (any, error) { return l.AddRelation(ctx, n) }
		},
	}
}

// relationOf reads the relation, which is required.
func relationOf(in *input) ledger.RelationKind {
	kind := choice(in, "relation", ledger.RelationKind(""))
	if err := kind.Validate(); err != nil {
		in.fail(err)
	}
	return kind
}
