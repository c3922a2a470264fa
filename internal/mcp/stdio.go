package mcp

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// newStdio returns the transport over two streams that it does not own.
func newStdio(in io.Reader, out io.Writer) sdk.Transport {
	shared := &lockedWriter{w: out}
	calls := newCalls()
	return &stdio{sdk.IOTransport{
		Reader:        io.NopCloser(newMessageReader(in, shared, calls)),
		Writer:        answerWriter{shared, calls},
		MaxLineLength: -1, // the message reader has a limit
	}}
}

type stdio struct{ lines sdk.IOTransport }

// Connect begins the one session that two streams can have.
func (s *stdio) Connect(ctx context.Context) (sdk.Connection, error) {
	conn, err := s.lines.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{
		Connection: conn,
		open:       make(map[jsonrpc.ID]bool),
		closed:     make(chan struct{}),
	}, nil
}

// connection holds the end of the input back until every call has its answer.
// The SDK would cancel what is being worked on, so that `printf … | memory-cli
// mcp` would end without answers.
type connection struct {
	sdk.Connection
	once   sync.Once
	closed chan struct{} // or broken

	mu   sync.Mutex
	open map[jsonrpc.ID]bool // calls without an answer
	idle chan struct{}       // made when the input ends, closed when nothing is open
}

func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	msg, err := c.Connection.Read(ctx)
	if errors.Is(err, io.EOF) {
		c.drain(ctx)
	}
	if call, ok := msg.(*jsonrpc.Request); ok && err == nil && call.IsCall() {
		c.mu.Lock()
		c.open[call.ID] = true
		c.mu.Unlock()
	}
	return msg, err
}

// drain waits until every call is answered, which never takes long: the waits of a
// tool, for a lock or a filter, are limited.
func (c *connection) drain(ctx context.Context) {
	c.mu.Lock()
	if len(c.open) == 0 {
		c.mu.Unlock()
		return
	}
	c.idle = make(chan struct{})
	c.mu.Unlock()
	select {
	case <-c.idle:
	case <-c.closed:
	case <-ctx.Done():
	}
}

func (c *connection) Write(ctx context.Context, msg jsonrpc.Message) error {
	err := c.Connection.Write(ctx, msg)
	if err != nil {
		c.end() // nobody is left to answer
	}
	if answer, ok := msg.(*jsonrpc.Response); ok {
		c.answered(answer.ID)
	}
	return err
}

func (c *connection) answered(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.open[id] {
		return
	}
	delete(c.open, id)
	if c.idle != nil && len(c.open) == 0 {
		close(c.idle)
	}
}

func (c *connection) Close() error {
	c.end()
	return c.Connection.Close()
}

func (c *connection) end() { c.once.Do(func() { close(c.closed) }) }

// answerWriter gets the lines of the SDK.
type answerWriter struct {
	*lockedWriter
	calls *calls
}

func (w answerWriter) Write(line []byte) (int, error) {
	if shown := w.calls.answered(line); shown != nil {
		if _, err := w.lockedWriter.Write(shown); err != nil {
			return 0, err
		}
	}
	return len(line), nil
}

// lockedWriter lets answers and refusals each have their line.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func (l *lockedWriter) Close() error { return nil }
