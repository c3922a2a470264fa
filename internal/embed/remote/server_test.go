package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/embed"
)

const secretKey = "sk-very-secret-4711"

// asked is one request as a server saw it.
type asked struct {
	method, path string
	header       http.Header
	body         map[string]any
}

// server answers every request by a function, and keeps what it was asked.
type server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []asked
}

func serve(t *testing.T, answer http.HandlerFunc) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got := asked{method: r.Method, path: r.URL.EscapedPath(), header: r.Header.Clone()}
		_ = json.Unmarshal(text, &got.body)
		s.mu.Lock()
		s.seen = append(s.seen, got)
		s.mu.Unlock()
		r.Body = io.NopCloser(strings.NewReader(string(text)))
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) requests() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]asked{}, s.seen...)
}

// says always answers the same.
func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// then answers the requests one after the other, the last one again and again.
func then(answers ...http.HandlerFunc) http.HandlerFunc {
	var mu sync.Mutex
	next := 0
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		answer := answers[min(next, len(answers)-1)]
		next++
		mu.Unlock()
		answer(w, r)
	}
}

// ollamaEcho answers as Ollama does: a vector of three for each text, the first of
// its values by the text's length.
func ollamaEcho(w http.ResponseWriter, r *http.Request) {
	var q struct{ Input []string }
	_ = json.NewDecoder(r.Body).Decode(&q)
	vectors := make([]string, len(q.Input))
	for i, text := range q.Input {
		vectors[i] = fmt.Sprintf("[%d,1,0]", len(text))
	}
	fmt.Fprintf(w, `{"model":"m","embeddings":[%s],"total_duration":14143917,"load_duration":1019500,"prompt_eval_count":8}`, strings.Join(vectors, ","))
}

func service(p embed.Provider, url string) embed.Service {
	return embed.Service{Provider: p, Model: "made-model", URL: url, Key: secretKey, Timeout: time.Minute, Traits: embed.Traits{MaxTokens: 1000}}
}

// client does not wait between attempts, and keeps how long it would have.
func client() (*Client, *[]time.Duration) {
	c, waits := New(), new([]time.Duration)
	c.pause = func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}
	return c, waits
}
