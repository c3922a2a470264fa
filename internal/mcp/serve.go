package mcp

import (
	"context"
	"io"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem"
)

// Server is what a client gets to see: a name, when to use which tool, and the
// tools.
type Server struct {
	Name    string
	Title   string
	Version string
	// Instructions tell an agent when to use which tool. Hosts cut them at
	// 2 KB.
	Instructions string
	// Tools are shown to clients in this order.
	Tools []Tool
	// Resources may be nil.
	Resources Resources
}

// Serve answers one client until in ends, then what is still being worked on,
// or until ctx is cancelled; neither is an error. It reads a line of in for each
// message and writes lines to out, and closes neither. No tool is called before
// the client asks for it. An error has the kind Unavailable: a stream broke.
//
// When ctx is cancelled the calls are, too; one that goes on is left behind.
func (s Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ended := make(chan error, 1)
	go func() { ended <- s.server(ctx).Run(ctx, newStdio(in, out)) }()
	select {
	case err := <-ended:
		if err == nil || ctx.Err() != nil {
			return nil
		}
		return agmem.Errorf(agmem.Unavailable, "the connection to the client broke: %w", err)
	case <-ctx.Done():
	}
	select {
	case <-ended:
	case <-time.After(patience):
	}
	return nil
}

// patience is how long a server that is told to end waits for its calls.
const patience = 500 * time.Millisecond

// server returns the server of the SDK. Its calls are cancelled with ctx.
func (s Server) server(ctx context.Context) *sdk.Server {
	can := &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}} // the tools never change
	if s.Resources != nil {
		can.Resources = &sdk.ResourceCapabilities{} // no client is told of their changes
	}
	server := sdk.NewServer(
		&sdk.Implementation{Name: s.Name, Title: s.Title, Version: s.Version},
		&sdk.ServerOptions{Instructions: s.Instructions, Capabilities: can})
	names := make([]string, len(s.Tools))
	for i, t := range s.Tools {
		names[i] = t.Name
		server.AddTool(t.described(), endingWith(ctx, t.handler()))
	}
	server.AddReceivingMiddleware(listedAs(names))
	if s.Resources != nil {
		server.AddReceivingMiddleware(answering(s.Resources))
	}
	return server
}

// endingWith returns a handler whose calls end with ctx, too: the SDK cancels
// none when a server ends, and waits for all.
func endingWith(ctx context.Context, handler sdk.ToolHandler) sdk.ToolHandler {
	return func(call context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		call, cancel := context.WithCancel(call)
		defer cancel()
		defer context.AfterFunc(ctx, cancel)()
		return handler(call, req)
	}
}

// listedAs puts the tools of a listing, which the SDK sorts by name, in order.
func listedAs(names []string) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			result, err := next(ctx, method, req)
			if list, ok := result.(*sdk.ListToolsResult); ok && err == nil {
				slices.SortFunc(list.Tools, func(a, b *sdk.Tool) int {
					return slices.Index(names, a.Name) - slices.Index(names, b.Name)
				})
			}
			return result, err
		}
	}
}
