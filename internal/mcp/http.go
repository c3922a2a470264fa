package mcp

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem"
)

// Path is where a server answers over HTTP.
const Path = "/mcp"

// Limits of a server over HTTP. A client that keeps to the protocol meets none.
const (
	maxBody        = 8 << 20 // bytes of a request: content of 1 MiB, escaped
	maxSessions    = 64
	maxRequests    = 32 // that are read or worked on at the same time
	maxHeader      = 32 << 10
	headerPatience = 10 * time.Second
	bodyPatience   = time.Minute // until a request is read, and until its answer is
	idlePatience   = 2 * time.Minute
	sessionLife    = 30 * time.Minute // without a request
)

// HTTPOptions say who may ask a server over HTTP.
type HTTPOptions struct {
	// Token is what every request must bear.
	Token string
	// Hosts are names, beside localhost and addresses of IP, by which the server may
	// be called.
	Hosts []string
}

// ServeHTTP answers clients over streamable HTTP until ctx is cancelled, which is
// not an error. It closes the listener. An error has the kind Unavailable: the
// listener broke.
func (s Server) ServeHTTP(ctx context.Context, listener net.Listener, opts HTTPOptions) error {
	server := s.server(ctx)
	requests := make(chan struct{}, maxRequests)
	quiet := slog.New(slog.DiscardHandler)
	front := http.Server{
		Handler:           guard(listener.Addr(), opts, limit(requests, sessions(server, verbatim(streamable(server, quiet))))),
		ReadHeaderTimeout: headerPatience,
		IdleTimeout:       idlePatience,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(quiet.Handler(), slog.LevelError),
	}
	ended := make(chan error, 1)
	go func() { ended <- front.Serve(listener) }()
	select {
	case err := <-ended:
		return agmem.Errorf(agmem.Unavailable, "the server does not listen any more: %w", err)
	case <-ctx.Done():
	}
	shutDown(&front, server)
	return nil
}

func streamable(server *sdk.Server, log *slog.Logger) http.Handler {
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		JSONResponse:               true, // a call has one answer and nothing to stream
		SessionTimeout:             sessionLife,
		MaxRequestBodyBytes:        maxBody,
		DisableLocalhostProtection: true, // guard is stricter, and knows the names that are allowed
		Logger:                     log,
	})
}

// shutDown lets calls end, and then closes what is still open.
func shutDown(front *http.Server, server *sdk.Server) {
	for session := range server.Sessions() {
		go func() { _ = session.Close() }() // ends streams that wait for news; others wait for their calls
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if front.Shutdown(ctx) != nil {
		_ = front.Close()
	}
}

// limit bounds the requests that are worked on at the same time, and how long
// one may be read and its answer written. A GET is a stream that waits for news,
// as long as its session lives.
func limit(requests chan struct{}, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodGet {
			next.ServeHTTP(w, req)
			return
		}
		select {
		case requests <- struct{}{}:
			defer func() { <-requests }()
		default:
			busy(w)
			return
		}
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(time.Now().Add(bodyPatience)) // what cannot have one is not of a network
		body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
		_ = control.SetReadDeadline(time.Time{})
		if err != nil {
			refuseBody(w, err)
			return
		}
		req.Body = readAgain(body)
		next.ServeHTTP(w, req)
	})
}

func refuseBody(w http.ResponseWriter, err error) {
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		http.Error(w, "the request is longer than 8 MiB", http.StatusRequestEntityTooLarge)
		return
	}
	http.Error(w, "the request could not be read", http.StatusBadRequest)
}

func busy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, "too many requests at the same time", http.StatusServiceUnavailable)
}
