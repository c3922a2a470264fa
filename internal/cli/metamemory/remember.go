package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type remembered struct {
	Event ledger.Event `json:"event"`
}

func remember() command {
	return command{
		name:   "remember",
		short:  "Append an evidence event. No fact is made of it.",
		input:  writing(content(), eventKind(), actor(), scope()),
		output: remembered{},
		parse: func(in *input) action {
			n := ledger.NewEvent{
				Kind: choice(in, "kind", ledger.ExplicitMemory), Actor: choice(in, "actor", ledger.ByUser),
				Content: in.text("content"), Scope: in.scope(), Metadata: in.metadata(),
			}
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				events, err := l.Remember(ctx, n)
				if err != nil {
					return nil, err
				}
				return remembered{events[0]}, nil
			}
		},
	}
}
