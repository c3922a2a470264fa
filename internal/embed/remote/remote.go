// Package remote makes vectors with services over HTTP: Ollama, anything that
// speaks as OpenAI does, and Gemini. It trusts no answer: a service can be slow,
// damaged, misconfigured or another one than was meant. A key goes to the service
// that it was given for, and into no message.
package remote

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

// Client asks services. It can be used by many goroutines, and keeps connections
// open from one call to the next.
type Client struct {
	http *http.Client
	// patience is how long one request with documents may take, and pause is
	// between two attempts.
	patience time.Duration
	pause    func(ctx context.Context, d time.Duration) error
}

// New returns a client. It goes through the proxies that the environment of the
// process names, but not to services on this machine.
func New() *Client {
	return &Client{
		http: &http.Client{
			Transport: &http.Transport{
				Proxy:                 http.ProxyFromEnvironment,
				DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
				ForceAttemptHTTP2:     true,
				TLSHandshakeTimeout:   10 * time.Second,
				IdleConnTimeout:       90 * time.Second,
				MaxIdleConnsPerHost:   2,
				ExpectContinueTimeout: time.Second,
			},
			CheckRedirect: sameHostOnly,
		},
		patience: 5 * time.Minute,
		pause:    pause,
	}
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Embedder returns the embedder of a service.
func (c *Client) Embedder(s embed.Service) agmem.Embedder {
	return &embedder{client: c, service: s, protocol: protocolOf(s)}
}

// Find says whether the service has its model. Only Ollama is asked: the others
// say it when they are first used, and asking them costs as much.
func (c *Client) Find(ctx context.Context, s embed.Service) (digest string, found bool, err error) {
	if s.Provider != embed.Ollama {
		return "", true, nil
	}
	return c.findOllama(ctx, s)
}

// purpose is what a text is embedded for.
type purpose int

const (
	document purpose = iota
	question
)

// protocol is how a service is spoken to.
type protocol interface {
	// path is what follows the URL of the service.
	path() string
	// header returns a header with the key, if the service has one.
	header() (name, value string)
	// body is the request for texts, to be written as JSON.
	body(texts []string, use purpose) any
	// vectors reads the answer to a request for n texts, in their order.
	vectors(answer []byte, n int) ([]vector, error)
	// most is how many texts and bytes one request may have.
	most() (texts, bytes int)
}

func protocolOf(s embed.Service) protocol {
	switch s.Provider {
	case embed.Ollama:
		return ollama{s}
	case embed.Gemini:
		return gemini{s}
	default:
		return openAI{s}
	}
}
