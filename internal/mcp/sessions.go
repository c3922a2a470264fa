package mcp

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agmem/agmem/internal/rawjson"
)

// sessionHeader names the session of a request; one without begins a session.
const sessionHeader = "Mcp-Session-Id"

// sessions bounds the sessions that are open at the same time.
func sessions(server *sdk.Server, next http.Handler) http.Handler {
	var mu sync.Mutex
	beginning := 0 // requests that may have no session yet
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method != http.MethodPost || req.Header.Get(sessionHeader) != "" {
			next.ServeHTTP(w, req)
			return
		}
		mu.Lock()
		open := beginning
		for range server.Sessions() {
			open++
		}
		if open >= maxSessions {
			mu.Unlock()
			w.Header().Set("Retry-After", "60")
			http.Error(w, "too many sessions are open", http.StatusServiceUnavailable)
			return
		}
		beginning++
		mu.Unlock()
		defer func() {
			mu.Lock()
			defer mu.Unlock()
			beginning--
		}()
		next.ServeHTTP(w, req)
	})
}

// verbatim hides ids from the SDK that it would change, as over stdio, and
// answers what is not a message.
func verbatim(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method != http.MethodPost {
			next.ServeHTTP(w, req)
			return
		}
		body, err := io.ReadAll(req.Body)
		if err != nil {
			refuseBody(w, err)
			return
		}
		line := compacted(body)
		fault := check(line)
		if fault == nil {
			fault = repeated(line)
		}
		if fault != nil {
			writeJSON(w, http.StatusBadRequest, fault.refusal())
			return
		}
		hidden := hideIDs(line)
		req.Body, req.ContentLength = readAgain(hidden), int64(len(hidden))
		answer := &held{ResponseWriter: w}
		next.ServeHTTP(answer, req)
		answer.release()
	})
}

// compacted returns JSON without white space around its parts, on one line;
// what is not JSON as it is, and nothing as a space.
func compacted(body []byte) []byte {
	start, end, err := rawjson.Trim(body)
	if err != nil {
		return append(bytes.TrimSpace(body), ' ')
	}
	return rawjson.AppendCompact(nil, body[start:end])
}

// repeated refuses a batch that has an id twice.
func repeated(line []byte) *fault {
	var found *fault
	seen := make(map[string]bool)
	eachMessage(line, func(at int) {
		end, _ := rawjson.Value(line, at) // the line was checked
		id := requestID(hideIDs(line[at:end:end]))
		if id == nil {
			return
		}
		if seen[key(id)] {
			found = usedTwice(id)
		}
		seen[key(id)] = true
	})
	return found
}

func readAgain(body []byte) io.ReadCloser { return io.NopCloser(bytes.NewReader(body)) }

func writeJSON(w http.ResponseWriter, status int, line []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(line)
}

// held keeps an answer until it is whole: it has the ids of clients as they were.
type held struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *held) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

func (h *held) Write(p []byte) (int, error) { return h.body.Write(p) }

// release writes the answer. Its deadline must not hold for what follows on the
// same connection.
func (h *held) release() {
	body := h.body.Bytes()
	if rawjson.Check(body) == nil {
		body = showIDs(bytes.TrimSpace(body))
	}
	control := http.NewResponseController(h.ResponseWriter)
	_ = control.SetWriteDeadline(time.Now().Add(bodyPatience)) // what cannot have one is not of a network
	if len(body) > 0 {
		h.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	if h.status != 0 {
		h.ResponseWriter.WriteHeader(h.status)
	}
	_, _ = h.ResponseWriter.Write(body) // nobody is left to be told
	_ = control.Flush()
	_ = control.SetWriteDeadline(time.Time{})
}
