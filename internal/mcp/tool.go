package mcp

import (
	"context"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

// tool is a tool of the server.
type tool struct {
	name        string
	title       string
	description string
	effect      effect
	// schema is the JSON Schema of the arguments. Clients get this very text;
	// [inputSchema] is as much of JSON Schema as it may use.
	schema string
	// call does the work. It may be called many times at once.
	call func(ctx context.Context, banks *library.Banks, in arguments) (answer, error)
}

// effect is what calling a tool does to the banks. Hosts decide by it what
// they ask the user before a call.
type effect int

const (
	readsOnly effect = iota
	// replaces: what was there may be gone; calling again changes nothing more.
	replaces
	// transforms: what was there may be gone, and each call changes more.
	transforms
)

func (t tool) described() *sdk.Tool {
	yes, no := true, false
	destroys := &no
	if t.effect != readsOnly {
		destroys = &yes
	}
	return &sdk.Tool{
		Name:        t.name,
		Description: t.description,
		InputSchema: json.RawMessage(t.schema),
		Annotations: &sdk.ToolAnnotations{
			Title:           t.title,
			ReadOnlyHint:    t.effect == readsOnly,
			DestructiveHint: destroys,
			IdempotentHint:  t.effect != transforms,
			OpenWorldHint:   &no,
		},
	}
}

// handler returns what answers the calls of the tool. It returns no error: for
// a client that would be one of the protocol, which no model gets to see. Nor
// does it let a panic through, which would end the server for all calls.
func (t tool) handler(banks *library.Banks) sdk.ToolHandler {
	schema := parseSchema(t.schema)
	return func(ctx context.Context, req *sdk.CallToolRequest) (result *sdk.CallToolResult, _ error) {
		defer func() {
			if r := recover(); r != nil {
				result = failure(agmem.Errorf(agmem.Internal, "%v", r))
			}
		}()
		in, err := schema.read(t.name, req.Params.Arguments)
		if err != nil {
			return failure(err), nil
		}
		out, err := t.call(ctx, banks, in)
		if err != nil {
			return failure(err, out.texts...), nil
		}
		return out.result(), nil
	}
}
