package mcp

import (
	"context"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem"
)

// Tool is a tool of the server.
type Tool struct {
	Name        string
	Title       string
	Description string
	Effect      Effect
	// Schema is the JSON Schema of the arguments. Clients get this very text;
	// [inputSchema] is as much of JSON Schema as it may use.
	Schema string
	// Output is the JSON Schema of the structured content, empty for a tool that
	// does not say. One that does answers with an object whose numbers floats hold.
	Output string
	// Call does the work. It may be called many times at once.
	Call func(ctx context.Context, in Arguments) (Answer, error)
	// Describe returns an error as clients read it, for encoding/json.
	Describe func(error) any
}

// Effect is what calling a tool does to what is stored. Hosts decide by it what
// they ask the user before a call.
type Effect int

// The effects.
const (
	ReadsOnly Effect = iota
	// Adds: nothing old is lost; calling again adds nothing more.
	Adds
	// Replaces: old data may be lost; calling again changes nothing more.
	Replaces
	// Transforms: old data may be lost, and each call changes more.
	Transforms
)

func (t Tool) described() *sdk.Tool {
	yes, no := true, false
	destroys := &no
	if t.Effect == Replaces || t.Effect == Transforms {
		destroys = &yes
	}
	described := &sdk.Tool{
		Name:        t.Name,
		Description: t.Description,
		InputSchema: json.RawMessage(t.Schema),
		Annotations: &sdk.ToolAnnotations{
			Title:           t.Title,
			ReadOnlyHint:    t.Effect == ReadsOnly,
			DestructiveHint: destroys,
			IdempotentHint:  t.Effect != Transforms,
			OpenWorldHint:   &no,
		},
	}
	if t.Output != "" {
		described.OutputSchema = json.RawMessage(t.Output)
	}
	return described
}

// handler returns what answers the calls of the tool. It returns no error: for
// a client that would be one of the protocol, which no model gets to see. Nor
// does it let a panic through, which would end the server for all calls.
func (t Tool) handler() sdk.ToolHandler {
	schema := parseSchema(t.Schema)
	return func(ctx context.Context, req *sdk.CallToolRequest) (result *sdk.CallToolResult, _ error) {
		defer func() {
			if r := recover(); r != nil {
				result = t.failure(agmem.Errorf(agmem.Internal, "%v", r))
			}
		}()
		in, err := schema.read(t.Name, req.Params.Arguments)
		if err != nil {
			return t.failure(err), nil
		}
		out, err := t.Call(withClient(ctx, req.Session), in)
		if err != nil {
			return t.failure(err, out.Texts...), nil
		}
		return out.result(), nil
	}
}

type clientKey struct{}

func withClient(ctx context.Context, session *sdk.ServerSession) context.Context {
	if session == nil || session.InitializeParams() == nil || session.InitializeParams().ClientInfo == nil {
		return ctx
	}
	return context.WithValue(ctx, clientKey{}, session.InitializeParams().ClientInfo.Name)
}

// ClientOf returns the name that the client of a call gave itself, empty if it
// gave none.
func ClientOf(ctx context.Context) string {
	name, _ := ctx.Value(clientKey{}).(string)
	return name
}
