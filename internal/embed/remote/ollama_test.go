package remote

import (
	"net/http"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

const tagsAnswer = `{"models":[
	{"name":"nomic-embed-text:latest","model":"nomic-embed-text:latest","modified_at":"2026-01-01T00:00:00Z","size":274302450,
	 "digest":"0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f","details":{"format":"gguf","family":"nomic-bert"}},
	{"name":"mxbai-embed-large:335m","digest":"468836162de7"}]}`

func TestFindAsksOllamaForItsModels(t *testing.T) {
	srv := serve(t, says(http.StatusOK, tagsAnswer))
	cl, _ := client()
	for model, want := range map[string]string{
		"nomic-embed-text": "0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f", "nomic-embed-text:latest": "0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f",
		"mxbai-embed-large:335m": "468836162de7", "mxbai-embed-large": "", "none": "",
	} {
		s := service(embed.Ollama, srv.URL)
		s.Model = model
		digest, found, err := cl.Find(t.Context(), s)
		if digest != want || found != (want != "") || err != nil {
			t.Errorf("%s: %q, %v, %v", model, digest, found, err)
		}
	}
	if r := srv.requests()[0]; r.method != http.MethodGet || r.path != "/api/tags" {
		t.Errorf("asked %s %s", r.method, r.path)
	}
	for _, answer := range []http.HandlerFunc{says(http.StatusOK, "<html>"), says(http.StatusOK, "{"), says(http.StatusBadGateway, "")} {
		if _, found, err := cl.Find(t.Context(), service(embed.Ollama, serve(t, answer).URL)); found || agmem.KindOf(err) != agmem.Unavailable {
			t.Errorf("found %v, %v", found, err)
		}
	}
}

func TestPullShowsWhatOllamaFetches(t *testing.T) {
	lines := strings.Join([]string{
		`{"status":"pulling manifest"}`,
		`{"status":"pulling 970aa74c0a90","digest":"sha256:970aa74c0a90","total":200,"completed":50}`,
		`{"status":"pulling c71d239df917","digest":"sha256:c71d239df917","total":100}`,
		`{"status":"pulling 970aa74c0a90","digest":"sha256:970aa74c0a90","total":200,"completed":200}`,
		`{"status":"verifying sha256 digest"}`, `{"status":"writing manifest"}`, `{"status":"success"}`,
	}, "\n")
	srv := serve(t, says(http.StatusOK, lines))
	cl, _ := client()
	var shown [][2]int64
	err := cl.Pull(t.Context(), service(embed.Ollama, srv.URL), func(done, total int64) { shown = append(shown, [2]int64{done, total}) })
	if err != nil || len(shown) != 3 || shown[2] != [2]int64{200, 300} {
		t.Errorf("%v, %v", shown, err)
	}
	sameJSON(t, srv.requests()[0].body, `{"model":"made-model","stream":true}`)
}

func TestPullThatFails(t *testing.T) {
	for answer, want := range map[string]string{
		`{"status":"pulling manifest"}` + "\n" + `{"error":"pull model manifest: file does not exist"}`: "file does not exist",
		`{"status":"pulling manifest"}`: "stopped before",
		`{"status":"pull`:               "stopped before",
	} {
		cl, _ := client()
		err := cl.Pull(t.Context(), service(embed.Ollama, serve(t, says(http.StatusOK, answer)).URL), func(int64, int64) {})
		if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
