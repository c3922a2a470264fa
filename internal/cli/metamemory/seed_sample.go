package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

func seedSample() command {
	return command{
		name:   "seed-sample",
		short:  "Write one record of each kind, to try the ledger out. A second run returns the same records.",
		input:  with(scope()),
		output: ledger.Sample{},
		parse: func(in *input) action {
			scope := in.scope()
			return func(ctx context.Context, l *ledger.Ledger) (any, error) { return l.Seed(ctx, scope) }
		},
	}
}
