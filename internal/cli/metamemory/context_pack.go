package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type packed struct {
	ContextPack ledger.Pack `json:"contextPack"`
}

func contextPack() command {
	const budget = 1200
	return command{
		name: "context-pack",
		short: "Fill a budget of tokens with what belongs into the context of a query, and say what speaks against it. " +
			"Risky items stay in items.",
		input: with(query(), whole("budgetTokens", budget, "how many tokens the items may have, estimated"), policy(),
			optional("workspacePath", "the folder that the git and file facts in metadata are compared with"), scope(), includeAudit()),
		output: packed{},
		parse: func(in *input) action {
			r := ledger.PackRequest{
				Query: in.text(queryField), Scope: in.scope(), BudgetTokens: in.positive("budgetTokens", budget),
				Policy: choice(in, "policy", ledger.Auto), WorkspacePath: in.optionalText("workspacePath"), IncludeAudit: in.flag("includeAudit"),
			}
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				pack, err := l.ContextPack(ctx, r)
				return packed{pack}, err
			}
		},
	}
}
