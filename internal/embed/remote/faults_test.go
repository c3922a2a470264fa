package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

func TestAnswersThatCannotBeUsed(t *testing.T) {
	for _, c := range []struct {
		name     string
		provider embed.Provider
		answer   string
		says     string
	}{
		{"cut off", embed.Ollama, `{"embeddings":[[0.1,0.2`, "ends too early"},
		{"empty", embed.Ollama, ``, "ends too early"},
		{"a page", embed.Ollama, "\n<!DOCTYPE html><html>Log in</html>", "web page"},
		{"not JSON", embed.OpenAI, "hello", "not JSON"},
		{"another form", embed.OpenAI, `[1,2]`, "expected form"},
		{"a vector too few", embed.Ollama, `{"embeddings":[[1,0,0]]}`, "1 vectors for 2 texts"},
		{"a vector too many", embed.Gemini, `{"embeddings":[{"values":[1,0,0]},{"values":[1,0,0]},{"values":[1,0,0]}]}`, "3 vectors for 2 texts"},
		{"none", embed.OpenAI, `{"data":[]}`, "0 vectors for 2 texts"},
		{"the same number twice", embed.OpenAI, `{"data":[{"index":0,"embedding":[1,0,0]},{"index":0,"embedding":[1,0,0]}]}`, "each once"},
		{"a number beyond", embed.OpenAI, `{"data":[{"index":0,"embedding":[1,0,0]},{"index":7,"embedding":[1,0,0]}]}`, "each once"},
		{"too few dimensions", embed.Ollama, `{"embeddings":[[1,0],[1,0]]}`, "2 dimensions where 3"},
		{"unlike dimensions", embed.Gemini, `{"embeddings":[{"values":[1,0,0]},{"values":[1,0,0,0]}]}`, "4 dimensions where 3"},
		{"no vector", embed.Gemini, `{"embeddings":[{"values":[1,0,0]},{}]}`, "0 dimensions where 3"},
		{"zeros", embed.Ollama, `{"embeddings":[[1,0,0],[0,0,0]]}`, "without a direction"},
		{"NaN", embed.Ollama, `{"embeddings":[[1,0,0],[NaN,0,0]]}`, "not JSON"},
		{"NaN as null", embed.Ollama, `{"embeddings":[[1,0,0],[null,0,1]]}`, "not a number"},
		{"null for a vector", embed.OpenAI, `{"data":[{"embedding":null},{"embedding":[1,0,0]}]}`, "not a number"},
		{"infinite", embed.Ollama, `{"embeddings":[[1,0,0],[1e39,0,0]]}`, "expected form"},
		{"text for a vector", embed.OpenAI, `{"data":[{"embedding":"AACAPw=="},{"embedding":"AACAPw=="}]}`, "expected form"},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := serve(t, says(http.StatusOK, c.answer))
			s := service(c.provider, srv.URL)
			s.Dimensions = 3
			cl, _ := client()
			got, err := cl.Embedder(s).EmbedDocuments(t.Context(), []string{"a", "b"})
			if got != nil || agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, %v; want an error with %q", got, err, c.says)
			}
		})
	}
}

func TestHugeAnswersAreNotRead(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		piece := []byte(strings.Repeat("[0.1,", 1<<16))
		for range 64 { // 20 MB, more than a vector has
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	})
	cl, _ := client()
	_, err := cl.Embedder(service(embed.OpenAI, srv.URL)).EmbedQuery(t.Context(), "a")
	if agmem.KindOf(err) != agmem.TooLarge {
		t.Errorf("%v, want too large", err)
	}
}

func TestWhatPassesIsRetried(t *testing.T) {
	hangUp := func(w http.ResponseWriter, _ *http.Request) {
		conn, _, _ := w.(http.Hijacker).Hijack()
		_ = conn.Close()
	}
	half := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"embeddings":`))
	}
	for name, first := range map[string]http.HandlerFunc{
		"429": says(http.StatusTooManyRequests, `{"error":"slow down"}`), "500": says(http.StatusInternalServerError, ""),
		"503": says(http.StatusServiceUnavailable, "<html>busy</html>"), "hung up": hangUp, "half an answer": half,
	} {
		t.Run(name, func(t *testing.T) {
			srv := serve(t, then(first, first, ollamaEcho))
			cl, waits := client()
			if _, err := cl.Embedder(service(embed.Ollama, srv.URL)).EmbedDocuments(t.Context(), []string{"a"}); err != nil {
				t.Fatal(err)
			}
			if len(srv.requests()) != 3 || len(*waits) != 2 {
				t.Fatalf("%d requests, pauses %v", len(srv.requests()), *waits)
			}
			for i, wait := range *waits {
				if most := firstPause << i; wait < most/2 || wait > most {
					t.Errorf("pause %d is %v, want %v to %v", i, wait, most/2, most)
				}
			}
		})
	}
}

func TestWhatStaysIsNotRetried(t *testing.T) {
	for status, kind := range map[int]agmem.Kind{
		http.StatusBadRequest: agmem.Invalid, http.StatusUnauthorized: agmem.Denied, http.StatusForbidden: agmem.Denied, http.StatusNotFound: agmem.NotFound,
	} {
		srv := serve(t, says(status, `{"error":{"message":"your key `+secretKey+` is bad\u001b[31m"}}`))
		cl, _ := client()
		_, err := cl.Embedder(service(embed.OpenAI, srv.URL)).EmbedDocuments(t.Context(), []string{"a"})
		if agmem.KindOf(err) != kind || len(srv.requests()) != 1 {
			t.Errorf("%d: %v (%v) after %d requests, want %v after 1", status, err, agmem.KindOf(err), len(srv.requests()), kind)
		}
	}
}

func TestAttemptsEnd(t *testing.T) {
	srv := serve(t, says(http.StatusBadGateway, ""))
	cl, _ := client()
	e := cl.Embedder(service(embed.OpenAI, srv.URL))
	if _, err := e.EmbedDocuments(t.Context(), []string{"a"}); agmem.KindOf(err) != agmem.Unavailable || len(srv.requests()) != documentAttempts {
		t.Errorf("documents: %v after %d requests", err, len(srv.requests()))
	}
	if _, err := e.EmbedQuery(t.Context(), "a"); agmem.KindOf(err) != agmem.Unavailable || len(srv.requests()) != documentAttempts+questionAttempts {
		t.Errorf("a question: %v after %d requests", err, len(srv.requests())-documentAttempts)
	}
}

func TestRetryAfterIsHonouredWithinReason(t *testing.T) {
	later := func(after string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}
	srv := serve(t, then(later("7"), ollamaEcho))
	cl, waits := client()
	if _, err := cl.Embedder(service(embed.Ollama, srv.URL)).EmbedDocuments(t.Context(), []string{"a"}); err != nil || len(*waits) != 1 || (*waits)[0] != 7*time.Second {
		t.Errorf("%v, pauses %v, want 7 s", err, *waits)
	}
	srv = serve(t, then(later("90"), ollamaEcho))
	cl, waits = client()
	if _, err := cl.Embedder(service(embed.Ollama, srv.URL)).EmbedDocuments(t.Context(), []string{"a"}); agmem.KindOf(err) != agmem.Unavailable || len(*waits) != 0 {
		t.Errorf("longer than a minute: %v, pauses %v, want to fail at once", err, *waits)
	}
	now := time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"5": 5 * time.Second, "-5": 0, "soon": 0, "": 0, "99999999999999999999": 0,
		"Fri, 15 Jan 2027 10:00:09 GMT": 9 * time.Second, "Fri, 15 Jan 2027 09:00:00 GMT": 0,
	} {
		if got := retryAfter(text, now); got != want {
			t.Errorf("Retry-After: %s is %v, want %v", text, got, want)
		}
	}
}

// A slow service costs a question its time-out and no more.
func TestSlowAnswersEndInTime(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	srv := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	s := service(embed.Ollama, srv.URL)
	s.Timeout = 20 * time.Millisecond
	cl, _ := client()
	_, err := cl.Embedder(s).EmbedQuery(t.Context(), "a")
	if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), "in time") {
		t.Errorf("a question: %v", err)
	}
	cl.patience = 20 * time.Millisecond
	if _, err = cl.Embedder(s).EmbedDocuments(t.Context(), []string{"a"}); agmem.KindOf(err) != agmem.Unavailable {
		t.Errorf("documents: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = cl.Embedder(s).EmbedQuery(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who gave up: %v", err)
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	cl, _ := client()
	_, err = cl.Embedder(service(embed.Ollama, "http://"+address)).EmbedQuery(t.Context(), "a")
	problem, _ := errors.AsType[*agmem.Error](err)
	if problem == nil || problem.Kind != agmem.Unavailable || !strings.Contains(problem.Message, address) || problem.Hint == "" {
		t.Errorf("%v", err)
	}
}

// The key and the texts go to no other host.
func TestRedirectsElsewhereAreRefused(t *testing.T) {
	for _, status := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		other := serve(t, ollamaEcho)
		srv := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+"/api/embed", status) })
		cl, _ := client()
		_, err := cl.Embedder(service(embed.Gemini, srv.URL)).EmbedDocuments(t.Context(), []string{"a"})
		if agmem.KindOf(err) != agmem.Denied || !strings.Contains(err.Error(), other.URL) {
			t.Errorf("%d: %v", status, err)
		}
		if n := len(other.requests()); n != 0 {
			t.Errorf("%d: the other host was asked %d times: %v", status, n, other.requests()[0].header)
		}
	}
}

func TestRedirectsWithinTheHostAreFollowed(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/embed" {
			http.Redirect(w, r, "/moved", http.StatusTemporaryRedirect)
			return
		}
		ollamaEcho(w, r)
	})
	cl, _ := client()
	if _, err := cl.Embedder(service(embed.Ollama, srv.URL)).EmbedQuery(t.Context(), "a"); err != nil {
		t.Error(err)
	}
}

// Where nobody answers, the error says what to look at.
func TestNobodyListensHasANextStep(t *testing.T) {
	for _, provider := range []embed.Provider{embed.Ollama, embed.OpenAI, embed.Gemini} {
		cl, _ := client()
		_, err := cl.Embedder(service(provider, "http://127.0.0.1:1")).EmbedDocuments(t.Context(), []string{"a"})
		if e, ok := errors.AsType[*agmem.Error](err); !ok || !strings.Contains(e.Hint, "running?") && !strings.Contains(e.Hint, "embedding.url") {
			t.Errorf("%s: %+v", provider, err)
		}
	}
}

// No error has the key, in its sentence, its hint or its causes.
func TestTheKeyIsNeverPrinted(t *testing.T) {
	answers := map[string]http.HandlerFunc{
		"echoed": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusTeapot)
			fmt.Fprintf(w, "%v", r.Header)
		},
		"as error": says(http.StatusBadRequest, `{"error":"bad key `+secretKey+`"}`),
		"denied":   says(http.StatusUnauthorized, `{"error":{"message":"Incorrect API key provided: sk-very-****4711"}}`),
		"invalid":  says(http.StatusOK, secretKey),
		"busy":     says(http.StatusServiceUnavailable, secretKey),
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://"+secretKey+".example/"+secretKey, http.StatusFound)
		},
	}
	for name, answer := range answers {
		for _, provider := range []embed.Provider{embed.Ollama, embed.OpenAI, embed.Gemini} {
			srv := serve(t, answer)
			cl, _ := client()
			s := service(provider, srv.URL)
			_, err := cl.Embedder(s).EmbedQuery(t.Context(), "a")
			if err == nil {
				t.Fatalf("%s: no error", name)
			}
			text := fmt.Sprintf("%v %+v %#v", s, s, s)
			for e := err; e != nil; e = errors.Unwrap(e) {
				text += fmt.Sprintf("\n%v %+v", e, e)
				if problem, ok := errors.AsType[*agmem.Error](e); ok {
					text += problem.Hint
				}
			}
			if name == "elsewhere" {
				text = strings.ReplaceAll(text, "http://"+secretKey+".example", "") // the name of the host that the server chose
			}
			if strings.Contains(text, "very-") {
				t.Errorf("%s, %s: the key is printed: %s", name, provider, text)
			}
		}
	}
}
