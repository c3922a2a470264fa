package remote

import (
	"encoding/json"
	"math"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/embed"
)

// The answers are those of the documentation of each service, with shorter vectors.
const (
	ollamaAnswer = `{"model":"all-minilm","embeddings":[[0.6,-0.8,0],[0,3,4]],"total_duration":14143917,"load_duration":1019500,"prompt_eval_count":8}`
	openAIAnswer = `{"object":"list","data":[
		{"object":"embedding","index":1,"embedding":[0,3,4]},
		{"object":"embedding","index":0,"embedding":[0.6,-0.8,0]}],
		"model":"text-embedding-3-small","usage":{"prompt_tokens":8,"total_tokens":8}}`
	geminiAnswer = `{"embeddings":[{"values":[0.6,-0.8,0]},{"values":[0,3,4]}]}`
)

func TestProtocolsAreSpokenAsDocumented(t *testing.T) {
	for _, c := range []struct {
		provider             embed.Provider
		base, path, answer   string
		header, value        string
		documents, questions string
	}{
		{embed.Ollama, "", "/api/embed", ollamaAnswer, "Authorization", "Bearer " + secretKey,
			`{"model":"made-model","input":["doc: a","doc: b"],"truncate":true}`,
			`{"model":"made-model","input":["ask: a"],"truncate":true}`},
		{embed.OpenAI, "", "/v1/embeddings", openAIAnswer, "Authorization", "Bearer " + secretKey,
			`{"model":"made-model","input":["doc: a","doc: b"],"encoding_format":"float"}`,
			`{"model":"made-model","input":["ask: a"],"encoding_format":"float"}`},
		{embed.OpenAI, "/openai/v1", "/openai/v1/embeddings", openAIAnswer, "Authorization", "Bearer " + secretKey, "", ""},
		{embed.OpenAI, "/x/embeddings", "/x/embeddings", openAIAnswer, "Authorization", "Bearer " + secretKey, "", ""},
		{embed.Gemini, "", "/v1beta/models/made-model:batchEmbedContents", geminiAnswer, "X-Goog-Api-Key", secretKey,
			`{"requests":[{"model":"models/made-model","content":{"parts":[{"text":"doc: a"}]},"taskType":"RETRIEVAL_DOCUMENT"},` +
				`{"model":"models/made-model","content":{"parts":[{"text":"doc: b"}]},"taskType":"RETRIEVAL_DOCUMENT"}]}`,
			`{"requests":[{"model":"models/made-model","content":{"parts":[{"text":"ask: a"}]},"taskType":"RETRIEVAL_QUERY"}]}`},
	} {
		t.Run(string(c.provider)+c.base, func(t *testing.T) {
			srv := serve(t, says(http.StatusOK, c.answer))
			s := service(c.provider, srv.URL+c.base)
			s.Question, s.Document = "ask: ", "doc: "
			cl, _ := client()
			got, err := cl.Embedder(s).EmbedDocuments(t.Context(), []string{"a", "b"})
			want := [][]float32{{0.6, -0.8, 0}, {0, 0.6, 0.8}}
			if err != nil || !closeTo(got, want) {
				t.Fatalf("vectors %v, %v; want %v", got, err, want)
			}
			r := srv.requests()[0]
			if r.method != http.MethodPost || r.path != c.path || r.header.Get(c.header) != c.value || r.header.Get("Content-Type") != "application/json" {
				t.Errorf("asked %s %s with %v", r.method, r.path, r.header)
			}
			sameJSON(t, r.body, c.documents)
			_, _ = cl.Embedder(s).EmbedQuery(t.Context(), "a") // the answer has a vector too many
			sameJSON(t, srv.requests()[1].body, c.questions)
		})
	}
}

func TestDimensionsAreAskedForWhereConfigured(t *testing.T) {
	for provider, name := range map[embed.Provider]string{embed.Ollama: `"dimensions":256`, embed.OpenAI: `"dimensions":256`, embed.Gemini: `"outputDimensionality":256`} {
		srv := serve(t, says(http.StatusOK, "{}"))
		s := service(provider, srv.URL)
		s.Asked, s.Dimensions = 256, 256
		cl, _ := client()
		_, _ = cl.Embedder(s).EmbedQuery(t.Context(), "a")
		text, _ := json.Marshal(srv.requests()[0].body)
		if !strings.Contains(string(text), name) {
			t.Errorf("%s was asked %s, want %s in it", provider, text, name)
		}
	}
}

func sameJSON(t *testing.T, got map[string]any, want string) {
	t.Helper()
	if want == "" {
		return
	}
	var wanted map[string]any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, wanted) {
		text, _ := json.Marshal(got)
		t.Errorf("asked %s\nwant  %s", text, want)
	}
}

func closeTo(got, want [][]float32) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range want {
		if len(got[i]) != len(want[i]) {
			return false
		}
		for k := range want[i] {
			if math.Abs(float64(got[i][k]-want[i][k])) > 1e-6 {
				return false
			}
		}
	}
	return true
}
