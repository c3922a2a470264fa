package memorytools_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/mcp/memorytools"
	"github.com/agmem/agmem/internal/tokens"
)

// TestEveryToolOverBothTransports: what one tool stores the others find.
func TestEveryToolOverBothTransports(t *testing.T) {
	for name, connect := range map[string]func(*house, ...string) *client{"stdio": (*house).client, "http": (*house).overHTTP} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.card("jwt", "---\ntitle: Pitfalls of JWT\ntags: [auth]\n---\nRevocation is hard.\n")
			everyTool(connect(h, "memories", "connectors"))
		})
	}
}

func everyTool(c *client) {
	t := c.t
	var added struct {
		ID        string
		Created   bool
		ExpiresAt agmem.Instant
	}
	c.ok("remember", `{"content":"useEffect cleanup must handle races","tags":["react"," hooks"],"digest":"cleanup races","expires":"90d"}`, &added)
	if added.ID == "" || !added.Created || added.ExpiresAt == 0 {
		t.Errorf("remember answers %+v", added)
	}
	var found struct {
		Results []struct {
			ID, Digest, Source string
			Score              float64
			Tags               []string
		}
	}
	c.ok("recall", `{"query":"cleanup of a race","tags":["hooks"],"after":"7d"}`, &found)
	if len(found.Results) != 1 || found.Results[0].ID != added.ID || found.Results[0].Source != "local" ||
		found.Results[0].Digest != "cleanup races" || found.Results[0].Score <= 0 || !slices.Equal(found.Results[0].Tags, []string{"react", "hooks"}) {
		t.Errorf("recall answers %+v", found)
	}
	c.ok("recall", `{"query":"revocation"}`, &found)
	if len(found.Results) != 1 || found.Results[0].ID != "cards:jwt" {
		t.Errorf("recall finds no card: %+v", found)
	}
	var revised struct {
		ID        string
		ExpiresAt agmem.Instant
	}
	c.ok("revise", `{"id":"`+added.ID+`","content":"useEffect cleanup must cancel requests","add_tags":["network"],"remove_tags":["hooks"],"expires":"never"}`, &revised)
	if revised.ID != added.ID || revised.ExpiresAt != 0 {
		t.Errorf("revise answers %+v", revised)
	}
	var got struct {
		Memories []struct {
			ID, Content string
			Tags        []string
			Origin      agmem.Origin
		}
		Errors []failure
	}
	c.ok("get", `{"ids":["`+added.ID+`","cards:jwt","gone-id"]}`, &got)
	if len(got.Memories) != 2 || got.Memories[0].Content != "useEffect cleanup must cancel requests" || got.Memories[0].Origin.Author != "tester" ||
		!slices.Equal(got.Memories[0].Tags, []string{"react", "network"}) || !strings.Contains(got.Memories[1].Content, "Revocation") {
		t.Errorf("get answers %+v", got)
	}
	if len(got.Errors) != 1 || got.Errors[0].Code != "not_found" {
		t.Errorf("get says %+v", got.Errors)
	}
	var listed struct {
		Memories []struct{ ID string }
		Total    *int64
	}
	c.ok("list", `{"sort":"access"}`, &listed)
	if len(listed.Memories) != 1 || listed.Memories[0].ID != added.ID || listed.Total == nil || *listed.Total != 1 {
		t.Errorf("list answers %+v", listed)
	}
	c.ok("list", `{"source":"cards"}`, &listed)
	if len(listed.Memories) != 1 || listed.Memories[0].ID != "cards:jwt" {
		t.Errorf("list of the cards answers %+v", listed)
	}
	connectorTools(c, added.ID)
	var forgotten struct{ Forgotten []string }
	c.ok("forget", `{"ids":["`+added.ID+`"]}`, &forgotten)
	if !slices.Equal(forgotten.Forgotten, []string{added.ID}) {
		t.Errorf("forget answers %+v", forgotten)
	}
	if text := c.ok("recall", `{"query":"cleanup"}`, &found); len(found.Results) != 0 || text != `{"results":[]}` {
		t.Errorf("after it is forgotten recall answers %s", text)
	}
}

func connectorTools(c *client, id string) {
	var answer struct {
		Results []struct{ ID, Title, URL string }
	}
	text := c.ok("search", `{"query":"cancel requests"}`, &answer)
	if len(answer.Results) != 1 || answer.Results[0].ID != id || answer.Results[0].Title != "cleanup races" || answer.Results[0].URL != "memory://local/"+id {
		c.t.Errorf("search answers %+v", answer)
	}
	if !json.Valid([]byte(text)) {
		c.t.Errorf("the text of search is no JSON: %s", text)
	}
	var document struct {
		ID, Title, Text, URL string
		Metadata             struct{ Notice string }
	}
	text = c.ok("fetch", `{"id":"cards:jwt"}`, &document)
	if document.Title != "Pitfalls of JWT" || !strings.Contains(document.Text, "Revocation") || document.URL != "memory://cards/jwt" ||
		document.Metadata.Notice != mcp.Notice || !json.Valid([]byte(text)) {
		c.t.Errorf("fetch answers %s", text)
	}
}

// TestToolsSayWhatTheyDo: hosts ask the user by the hints, and models read the
// descriptions and the schemas.
func TestToolsSayWhatTheyDo(t *testing.T) {
	want := map[string][3]bool{ // reads only, destroys, may be repeated
		"remember": {false, false, true},
		"recall":   {true, false, true},
		"context":  {true, false, true},
		"get":      {true, false, true},
		"revise":   {false, true, true},
		"forget":   {false, true, true},
		"list":     {true, false, true},
		"search":   {true, false, true},
		"fetch":    {true, false, true},
	}
	list, err := newHouse(t).client("memories", "connectors").session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != len(want) {
		t.Errorf("%d tools, want %d", len(list.Tools), len(want))
	}
	for _, tool := range list.Tools {
		a := tool.Annotations
		if a == nil || a.Title == "" || a.DestructiveHint == nil || a.OpenWorldHint == nil || tool.Description == "" || tool.OutputSchema == nil {
			t.Errorf("%s leaves something open: %+v", tool.Name, tool)
			continue
		}
		if got := [3]bool{a.ReadOnlyHint, *a.DestructiveHint, a.IdempotentHint}; got != want[tool.Name] || *a.OpenWorldHint {
			t.Errorf("%s says %v of itself, want %v, and open world %v", tool.Name, got, want[tool.Name], *a.OpenWorldHint)
		}
	}
}

// TestToolsCostFewTokens: each session pays for them.
func TestToolsCostFewTokens(t *testing.T) {
	c := newHouse(t).client()
	list, err := c.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) > 12 {
		t.Errorf("%d tools by default", len(list.Tools))
	}
	if n := tokens.Estimate(string(text)); n >= 2500 {
		t.Errorf("the tools take about %d tokens", n)
	}
}

// TestInstructions are short, whatever is offered, and name the tools.
func TestInstructions(t *testing.T) {
	h := newHouse(t)
	group := memorytools.Group{Name: "banks", Tools: []mcp.Tool{{Name: "memory_read"}}}
	server, err := memorytools.Server(h.services(), []string{"banks"}, []memorytools.Group{group}, version)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(server.Instructions); n >= 2048 {
		t.Errorf("the instructions have %d bytes, hosts cut them at 2048", n)
	}
	for _, tool := range append(server.Tools, mcp.Tool{Name: "never an instruction"}) {
		name, _, _ := strings.Cut(tool.Name, "_read")
		if !strings.Contains(server.Instructions, name) {
			t.Errorf("the instructions do not say %q", name)
		}
	}
	if strings.Contains(h.server().Instructions, "memory_") {
		t.Error("the instructions are about tools that are not offered")
	}
}

// TestTheGreetingOpensNothing, and neither do the lists.
func TestTheGreetingOpensNothing(t *testing.T) {
	server, err := memorytools.Server(closed(t), nil, nil, version)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	in := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"resources/templates/list"}
{"jsonrpc":"2.0","id":4,"method":"ping"}
`
	if err := server.Serve(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), `"result"`); got != 4 {
		t.Errorf("%d answers: %s", got, out.String())
	}
}

func TestChoose(t *testing.T) {
	group := func(name string, tools ...string) memorytools.Group {
		g := memorytools.Group{Name: name}
		for _, tool := range tools {
			g.Tools = append(g.Tools, mcp.Tool{Name: tool})
		}
		return g
	}
	groups := []memorytools.Group{group("memories", "remember", "recall"), group("connectors", "search"), group("banks", "memory_read", "memory_list")}
	for names, want := range map[string]string{
		"":                         "remember recall",
		"memories":                 "remember recall",
		"banks":                    "remember recall memory_read memory_list",
		"connectors,banks":         "remember recall search memory_read memory_list",
		"recall":                   "recall",
		"memory_list,recall":       "recall memory_list",
		"recall,banks":             "recall memory_read memory_list",
		"recall,memories,memories": "remember recall",
	} {
		var asked []string
		if names != "" {
			asked = strings.Split(names, ",")
		}
		chosen, err := memorytools.Choose(asked, groups)
		var got []string
		for _, tool := range chosen {
			got = append(got, tool.Name)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q offers %q, want %q, %v", names, got, want, err)
		}
	}
	if _, err := memorytools.Choose([]string{"Recall"}, groups); agmem.KindOf(err) != agmem.Usage {
		t.Errorf("an unknown name: %v", err)
	}
}

// TestWhatOthersWroteIsThere: a server keeps nothing from one call to the next.
func TestWhatOthersWroteIsThere(t *testing.T) {
	h := newHouse(t)
	reader, writer := h.client(), h.overHTTP()
	id := writer.remember("the staging database is read-only on Mondays")
	text := reader.ok("recall", `{"query":"staging"}`, nil)
	if !strings.Contains(text, id) {
		t.Errorf("recall answers %s", text)
	}
	h.card("late", "# A heron\n\nIt came later.\n")
	if text := reader.ok("recall", `{"query":"heron"}`, nil); !strings.Contains(text, "cards:late") {
		t.Errorf("recall answers %s", text)
	}
}

// TestManyCallsAtOnce: none is lost.
func TestManyCallsAtOnce(t *testing.T) {
	c := newHouse(t).overHTTP()
	done := make(chan error)
	const count = 12
	for i := range count {
		go func() {
			_, err := c.session.CallTool(t.Context(), &sdk.CallToolParams{Name: "remember",
				Arguments: map[string]any{"content": strings.Repeat("x", i+1)}})
			done <- err
		}()
	}
	for range count {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	var listed struct{ Total int }
	c.ok("list", `{}`, &listed)
	if listed.Total != count {
		t.Errorf("%d memories are stored", listed.Total)
	}
}
