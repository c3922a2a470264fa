package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

func addFact() command {
	return command{
		name:  "add-fact",
		short: "Add a fact that evidence supports. An audit event is added in the same transaction.",
		input: writing(required("subject", "what the fact is about"), required("predicate", "what it says of the subject"),
			required("object", "with regard to what"), optional("id", "an id that no fact of the scope has; omitted for a new one"),
			fraction("confidence", 1, 1, "how sure it is"), validFrom(), validUntil(), sourceEventIDs(), scope()),
		output: ledger.FactAdded{},
		parse: func(in *input) action {
			n := ledger.NewFact{
				Subject: in.text("subject"), Predicate: in.text("predicate"), Object: in.text("object"), ID: in.optionalText("id"),
				Confidence: in.number("confidence", 1), ValidFrom: in.optionalText("validFrom"), ValidUntil: in.optionalText("validUntil"),
			}
			n.Origin = in.origin(in.scope())
			in.fail(n.Validate())
			return func(ctx context.Context, l *ledger.Ledger) (any, error) { return l.AddFact(ctx, n) }
		},
	}
}
