package banktools_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/banks/jq"
	"github.com/agmem/agmem/internal/mcp/banktools"
)

const version = "1.2.3"

// house is a project and a user with banks, and a clock.
type house struct {
	t             *testing.T
	project, user string // the folders of the banks

	mu  sync.Mutex
	now time.Time
}

func newHouse(t *testing.T) *house {
	dir := t.TempDir()
	return &house{
		t:       t,
		project: filepath.Join(dir, "project", ".slop-mcp", "memory"),
		user:    filepath.Join(dir, "user", "slop-mcp", "memory"),
		now:     time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC),
	}
}

func (h *house) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *house) wait(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

func (h *house) banks() *banks.Banks {
	o := bankfolder.Options{Now: h.clock}
	return banks.New(banks.Options{
		Places: func() banks.Places {
			return banks.Places{
				User:         bankfolder.New(h.user, banks.UserScope, o),
				Project:      bankfolder.New(h.project, banks.ProjectScope, o),
				ProjectFound: true,
			}
		},
		Now:     h.clock,
		Compile: jq.Compile,
	})
}

// put writes the file of a bank of the project.
func (h *house) put(bank, text string) {
	h.t.Helper()
	if err := os.MkdirAll(h.project, 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.project, bank+".json"), []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// bank makes a bank of the project from the text of its entries.
func (h *house) bank(name, entries string) {
	h.t.Helper()
	h.put(name, `{"_meta":{"version":1},"entries":`+entries+`}`)
}

// client is the SDK's own client, connected to a server of the house.
type client struct {
	t       *testing.T
	session *sdk.ClientSession
}

func (h *house) client() *client {
	h.t.Helper()
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- banktools.Server(h.banks(), version).Serve(context.Background(), serverIn, serverOut)
		serverOut.Close()
	}()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(h.t.Context(), &sdk.IOTransport{Reader: clientIn, Writer: clientOut}, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		clientOut.Close()
		if err := <-served; err != nil {
			h.t.Errorf("the server ended with %v when the client went", err)
		}
		session.Close()
	})
	return &client{h.t, session}
}

// call returns the texts that a tool answers with.
func (c *client) call(tool, arguments string) (texts []string, result *sdk.CallToolResult) {
	c.t.Helper()
	params := &sdk.CallToolParams{Name: tool}
	if arguments != "" {
		params.Arguments = json.RawMessage(arguments)
	}
	result, err := c.session.CallTool(context.Background(), params)
	if err != nil {
		c.t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	for _, content := range result.Content {
		texts = append(texts, content.(*sdk.TextContent).Text)
	}
	return texts, result
}

// ok returns the one text of an answer that must be no error.
func (c *client) ok(tool, arguments string) string {
	c.t.Helper()
	texts, result := c.call(tool, arguments)
	if result.IsError || len(texts) != 1 {
		c.t.Fatalf("%s %s: error %v, %q", tool, arguments, result.IsError, texts)
	}
	return texts[0]
}

// bankError is the form of an error.
type bankError struct {
	Code    banks.Code `json:"code"`
	Message string     `json:"message"`
	Hint    string     `json:"hint"`
	Bank    string     `json:"bank"`
	Key     string     `json:"key"`
}

// fails returns the error that the first text of an answer must be.
func (c *client) fails(tool, arguments string) bankError {
	c.t.Helper()
	texts, result := c.call(tool, arguments)
	if !result.IsError || len(texts) == 0 || result.StructuredContent != nil {
		c.t.Fatalf("%s %s is to fail: %q", tool, arguments, texts)
	}
	var answer struct{ Error bankError }
	decode(c.t, texts[0], &answer)
	return answer.Error
}

func decode(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
}
