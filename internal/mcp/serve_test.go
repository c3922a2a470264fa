package mcp

import (
	"context"
	"io"
	"testing"
	"time"
)

// A server that is told to end does not wait for a call: neither for one that
// listens to its context nor for one that does not.
func TestTheEndDoesNotWaitForCalls(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	for name, wait := range map[string]func(context.Context){
		"a call that listens":    func(ctx context.Context) { <-ctx.Done() },
		"a call that is stuck":   func(context.Context) { <-forever },
		"a call that takes time": func(ctx context.Context) { <-ctx.Done(); time.Sleep(10 * time.Millisecond) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			begun := make(chan struct{})
			server := Server{Name: "test", Version: "1", Tools: []Tool{{Name: "wait", Schema: `{"type":"object"}`,
				Call: func(ctx context.Context, _ Arguments) (Answer, error) {
					close(begun)
					wait(ctx)
					return Answer{}, nil
				}}}}
			in, client := io.Pipe()
			defer client.Close()
			served := make(chan error, 1)
			go func() { served <- server.Serve(ctx, in, io.Discard) }()
			_, err := io.WriteString(client, initialize+`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait","arguments":{}}}`+"\n")
			if err != nil {
				t.Fatal(err)
			}
			<-begun
			cancel()
			select {
			case err := <-served:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(time.Minute):
				t.Error("the server goes on")
			}
		})
	}
}
