package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

type verified struct {
	Verification ledger.Verification `json:"verification"`
}

func verify() command {
	return command{
		name:  "verify",
		short: "Record the result of checking an item. The last one counts; unless it is passed, packs with the item warn.",
		input: writing(required("targetId", "the id of the item"), required("message", "what was found"),
			oneOf("status", ledger.Unknown, ledger.Verdicts(), "the result")),
		output: verified{},
		parse: func(in *input) action {
			n := ledger.NewVerification{
				TargetID: in.text("targetId"), Status: choice(in, "status", ledger.Unknown), Message: in.text("message"), Metadata: in.metadata(),
			}
			return func(ctx context.Context, l *ledger.Ledger) (any, error) {
				v, err := l.Verify(ctx, n)
				return verified{v}, err
			}
		},
	}
}
