package metamemory

import (
	"context"

	"github.com/agmem/agmem/internal/ledger"
)

func upsertResource() command {
	const file = ledger.ResourceKind("file")
	return command{
		name:  "upsert-resource",
		short: "Set a resource of a workspace. An audit event is added in the same transaction.",
		input: writing(required("uri", "what it is called everywhere"), required("title", "what people call it"), content(),
			oneOf("kind", file, ledger.ResourceKinds(), "what it is"), optional("parentUri", "the resource above it; omitted for a root"),
			scope(), sourceEventIDs()),
		output: ledger.ResourceSet{},
		parse: func(in *input) action {
			s := ledger.SetResource{URI: in.text("uri"), Title: in.text("title"), Content: in.text("content")}
			scope := in.scope()
			s.Kind, s.ParentURI = choice(in, "kind", file), in.optionalText("parentUri")
			s.Origin = in.origin(scope)
			return func(ctx context.Context, l *ledger.Ledger) (any, error) { return l.SetResource(ctx, s) }
		},
	}
}
