package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

func setCoreBlock() command {
	const authority = 50
	return command{
		name:  "set-core-block",
		short: "Set a text that belongs into every pack of the scope. An audit event is added in the same transaction.",
		input: writing(required("label", "what the text is"), content(), optional("id", "the block to change; omitted for a new one"),
			fraction("authority", authority, 100, "its weight: the higher, the earlier it is packed"),
			flag("readOnly", "whether it can never be changed again"), scope()),
		output: ledger.BlockSet{},
		parse: func(in *input) action {
			s := ledger.SetBlock{
				Label: in.text("label"), Content: in.text("content"), ID: in.optionalText("id"), Authority: in.number("authority", authority),
				ReadOnly: in.flag("readOnly"), Scope: in.scope(), Metadata: in.metadata(),
			}
			in.fail(s.Validate())
			return func(ctx context.Context, l *ledger.Ledger) (any, error) { return l.SetBlock(ctx, s) }
		},
	}
}
