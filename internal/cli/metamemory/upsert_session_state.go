package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

func upsertSessionState() command {
	return command{
		name:  "upsert-session-state",
		short: "Set the state of a task. An audit event is added in the same transaction.",
		input: writing(required("id", "the id of the session, chosen by the caller"), required("currentGoal", "what is to be reached"),
			required("summary", "what is done and what is left"), oneOf("status", ledger.Active, ledger.Statuses(), "how far it is"),
			texts("workingSet", "files and places that matter"), scope(), sourceEventIDs()),
		output: ledger.SessionSet{},
		parse: func(in *input) action {
			s := ledger.SetSession{ID: in.text("id"), CurrentGoal: in.text("currentGoal"), Summary: in.text("summary")}
			scope := in.scope()
			s.Status, s.WorkingSet = choice(in, "status", ledger.Active), in.texts("workingSet")
			s.Origin = in.origin(scope)
			return func(ctx context.Context, l *ledger.Ledger) (any, error) { return l.SetSession(ctx, s) }
		},
	}
}
