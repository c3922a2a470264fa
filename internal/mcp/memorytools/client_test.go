package memorytools_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards/cardsource"
	"github.com/agmem/agmem/internal/cards/vault"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/mcp/memorytools"
	"github.com/agmem/agmem/internal/memories"
)

const (
	version = "1.2.3"
	token   = "a-token-of-the-test"
)

// house is a store of memories and a folder of cards.
type house struct {
	t          *testing.T
	dir, cards string

	mu     sync.Mutex
	opened int // how often the library was
}

func newHouse(t *testing.T) *house {
	dir := t.TempDir()
	return &house{t: t, dir: dir, cards: filepath.Join(dir, "home", "cards")}
}

func clock() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC) }

func (h *house) services() memorytools.Services {
	return memorytools.Services{Library: h.library, Now: clock, Origin: func(client string) (agmem.Origin, error) {
		return agmem.Origin{Author: client, Repository: "example.org/project"}, nil
	}}
}

func (h *house) library() (*library.Library, func() error, error) {
	h.mu.Lock()
	h.opened++
	h.mu.Unlock()
	lib := library.New([]library.Registration{
		{
			Name: "local", Type: "sqlite", Location: func() string { return h.dir }, Active: func() bool { return true },
			Open: func(ctx context.Context) (agmem.Source, error) {
				return memories.Open(ctx, filepath.Join(h.dir, "agmem.db"), memories.Options{Name: "local", Now: clock})
			},
		},
		{
			Name: "cards", Type: "cards", ReadOnly: true, Location: func() string { return h.cards },
			Active: func() bool { _, err := os.Stat(h.cards); return err == nil },
			Open: func(context.Context) (agmem.Source, error) {
				return cardsource.New(vault.Open(filepath.Dir(h.cards), vault.Options{Now: clock, CacheDir: filepath.Join(h.dir, "cache")}), nil), nil
			},
		},
	}, library.Options{Memories: "local"})
	return lib, lib.Close, nil
}

// card writes a card.
func (h *house) card(name, text string) {
	h.t.Helper()
	if err := os.MkdirAll(h.cards, 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.cards, name+".md"), []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) server(names ...string) mcp.Server {
	h.t.Helper()
	server, err := memorytools.Server(h.services(), names, nil, version)
	if err != nil {
		h.t.Fatal(err)
	}
	return server
}

// client is the SDK's own client.
type client struct {
	t       *testing.T
	session *sdk.ClientSession
}

func connect(t *testing.T, transport sdk.Transport) *client {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "tester", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return &client{t, session}
}

// client is connected over two streams.
func (h *house) client(names ...string) *client {
	h.t.Helper()
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	served := make(chan error, 1)
	server := h.server(names...)
	go func() {
		served <- server.Serve(context.Background(), serverIn, serverOut)
		serverOut.Close()
	}()
	h.t.Cleanup(func() {
		clientOut.Close()
		if err := <-served; err != nil {
			h.t.Errorf("the server ended with %v when the client went", err)
		}
	})
	return connect(h.t, &sdk.IOTransport{Reader: clientIn, Writer: clientOut})
}

// bearer adds the token to requests.
type bearer struct{}

func (bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+token)
	return http.DefaultTransport.RoundTrip(req)
}

// overHTTP is connected over HTTP.
func (h *house) overHTTP(names ...string) *client {
	h.t.Helper()
	listener, err := mcp.Listen("127.0.0.1:0", false)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	server := h.server(names...)
	go func() { served <- server.ServeHTTP(ctx, listener, mcp.HTTPOptions{Token: token}) }()
	h.t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			h.t.Errorf("the server ended with %v", err)
		}
	})
	return connect(h.t, &sdk.StreamableClientTransport{Endpoint: "http://" + listener.Addr().String() + mcp.Path,
		HTTPClient: &http.Client{Transport: bearer{}}})
}

// call returns the text and the structured content of an answer.
func (c *client) call(tool, arguments string) (text string, result *sdk.CallToolResult) {
	c.t.Helper()
	result, err := c.session.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		c.t.Fatalf("%s %.200s: %v", tool, arguments, err)
	}
	if len(result.Content) != 1 {
		c.t.Fatalf("%s %.200s: %d texts", tool, arguments, len(result.Content))
	}
	return result.Content[0].(*sdk.TextContent).Text, result
}

// ok decodes the structured content of an answer that must be no error, and
// returns its text.
func (c *client) ok(tool, arguments string, into any) string {
	c.t.Helper()
	text, result := c.call(tool, arguments)
	if result.IsError {
		c.t.Fatalf("%s %.200s: %s", tool, arguments, text)
	}
	structured, err := json.Marshal(result.StructuredContent)
	if err != nil {
		c.t.Fatal(err)
	}
	if into != nil {
		decode(c.t, string(structured), into)
	}
	return text
}

// failure is the form of an error.
type failure struct{ Code, Message, Hint, Notice string }

// fails returns the error that an answer must be.
func (c *client) fails(tool, arguments string) failure {
	c.t.Helper()
	text, result := c.call(tool, arguments)
	if !result.IsError || result.StructuredContent != nil {
		c.t.Fatalf("%s %.200s is to fail: %s", tool, arguments, text)
	}
	var answer struct{ Error failure }
	decode(c.t, text, &answer)
	return answer.Error
}

// remember stores a text and returns its id.
func (c *client) remember(content string, tags ...string) string {
	c.t.Helper()
	arguments, err := json.Marshal(map[string]any{"content": content, "tags": append([]string{}, tags...)})
	if err != nil {
		c.t.Fatal(err)
	}
	var answer struct{ ID string }
	c.ok("remember", string(arguments), &answer)
	return answer.ID
}

func decode(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
}

var errClosed = errors.New("nothing may be opened")

// closed are services that must not be used.
func closed(t *testing.T) memorytools.Services {
	return memorytools.Services{
		Library: func() (*library.Library, func() error, error) {
			t.Error("the library is opened")
			return nil, nil, errClosed
		},
		Origin: func(string) (agmem.Origin, error) {
			t.Error("the origin is asked for")
			return agmem.Origin{}, errClosed
		},
		Now: clock,
	}
}
