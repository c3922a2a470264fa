package remote

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
	"github.com/agmem/agmem/internal/tokens"
)

func TestBatchesByCountAndSize(t *testing.T) {
	srv := serve(t, ollamaEcho)
	cl, _ := client()
	s := service(embed.Ollama, srv.URL)
	s.MaxTokens = 1 << 20
	texts := make([]string, 70)
	for i := range texts {
		texts[i] = strings.Repeat("a", i+1)
	}
	texts[40] = strings.Repeat("b ", 50<<10)
	texts[41] = strings.Repeat("c ", 50<<10)
	got, err := cl.Embedder(s).EmbedDocuments(t.Context(), texts)
	if err != nil || len(got) != len(texts) {
		t.Fatalf("%d vectors, %v", len(got), err)
	}
	for i, v := range got { // the first value of a vector grows with its text
		if i > 0 && i < 40 && v[0] <= got[i-1][0] {
			t.Errorf("vector %d is not that of its text", i)
		}
	}
	var sizes []int
	for _, r := range srv.requests() {
		sizes = append(sizes, len(r.body["input"].([]any)))
	}
	if want := "[32 9 29]"; fmt.Sprint(sizes) != want {
		t.Errorf("the batches have %v texts, want %s", sizes, want)
	}
	if got, err := cl.Embedder(s).EmbedDocuments(t.Context(), nil); len(got) != 0 || err != nil || len(srv.requests()) != 3 {
		t.Errorf("no texts: %v, %v", got, err)
	}
}

func TestLongTextsAreCut(t *testing.T) {
	for _, text := range []string{strings.Repeat("memory ", 9000), strings.Repeat("記憶", 9000), strings.Repeat("🧠", 9000), strings.Repeat("{[(<>)]}", 4000)} {
		got := shorten(text, 500)
		if n := tokens.Estimate(got); n > 500 || n < 250 || !utf8.ValidString(got) || !strings.HasPrefix(text, got) {
			t.Errorf("%.12q: %d bytes, about %d tokens", text, len(got), n)
		}
	}
	if got := shorten("short", 500); got != "short" {
		t.Errorf("a short text became %q", got)
	}
}

// A service whose model reads less than was thought says so.
func TestRefusedLengthsAreHalved(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var q struct{ Input []string }
		_ = json.NewDecoder(r.Body).Decode(&q)
		var data []string
		for i, text := range q.Input {
			if len(text) > 1000 {
				says(http.StatusBadRequest, `{"error":{"message":"This model's maximum context length is 300 tokens, however you requested 900 tokens"}}`)(w, r)
				return
			}
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,1]}`, i, len(text)))
		}
		fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(data, ","))
	})
	cl, _ := client()
	got, err := cl.Embedder(service(embed.OpenAI, srv.URL)).EmbedDocuments(t.Context(), []string{"a", strings.Repeat("b", 1900), "ccc"})
	if err != nil || len(got) != 3 || got[1][0] < 0.99 {
		t.Errorf("%v, %v", got, err)
	}
	srv = serve(t, says(http.StatusRequestEntityTooLarge, ""))
	if _, err = cl.Embedder(service(embed.OpenAI, srv.URL)).EmbedDocuments(t.Context(), []string{"a", "b"}); agmem.KindOf(err) != agmem.Unavailable || len(srv.requests()) > 4 {
		t.Errorf("all is too long: %v after %d requests", err, len(srv.requests()))
	}
}
