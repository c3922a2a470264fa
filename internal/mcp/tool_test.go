package mcp

import (
	"context"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestAPanicIsAnAnswer and not the end of the server.
func TestAPanicIsAnAnswer(t *testing.T) {
	broken := Tool{Name: "broken", Schema: `{"type":"object"}`,
		Call:     func(context.Context, Arguments) (Answer, error) { panic("a hole in the floor") },
		Describe: func(err error) any { return agmem.KindOf(err).String() + ": " + err.Error() }}
	result, err := broken.handler()(t.Context(), &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}})
	if err != nil || !result.IsError {
		t.Fatalf("%v, %+v", err, result)
	}
	text := result.Content[0].(*sdk.TextContent).Text
	if !strings.Contains(text, "internal") || !strings.Contains(text, "a hole in the floor") {
		t.Errorf("it answers %s", text)
	}
}
