package mcp

import (
	"context"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem/internal/library"
)

// TestAPanicIsAnAnswer and not the end of the server.
func TestAPanicIsAnAnswer(t *testing.T) {
	broken := tool{name: "broken", schema: `{"type":"object"}`,
		call: func(context.Context, *library.Banks, arguments) (answer, error) { panic("a hole in the floor") }}
	result, err := broken.handler(nil)(t.Context(), &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}})
	if err != nil || !result.IsError {
		t.Fatalf("%v, %+v", err, result)
	}
	text := result.Content[0].(*sdk.TextContent).Text
	if !strings.Contains(text, `"INTERNAL_ERROR"`) || !strings.Contains(text, "a hole in the floor") {
		t.Errorf("it answers %s", text)
	}
}
