package agmemcli_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// madeModel writes the files of a model that is none, but looks like one.
func madeModel(t *testing.T, folder string) {
	t.Helper()
	header := `{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`
	weights := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	weights = append(append(weights, header...), 0, 0, 0, 0)
	err := errors.Join(os.MkdirAll(folder, 0o700),
		os.WriteFile(filepath.Join(folder, "config.json"), []byte("{}"), 0o600),
		os.WriteFile(filepath.Join(folder, "tokenizer.json"), []byte("{}"), 0o600),
		os.WriteFile(filepath.Join(folder, "model.safetensors"), weights, 0o600))
	if err != nil {
		t.Fatal(err)
	}
}

func TestInitInstallsAModel(t *testing.T) {
	h := clitest.NewHome(t, "agmem")
	h.Terminal = true
	madeModel(t, h.File("mine"))
	h.Must(t, "config", "set", "embedding.model", "my-model")
	out, errs, code := h.Run(t, "", "run", "init", "--from", h.File("mine"), "--human")
	for _, want := range []string{"provider: local", "model: my-model", "fetched: true", "0 of 3 files could be compared", "next: agmem run embed"} {
		if !strings.Contains(out, want) {
			t.Errorf("standard output has no %q: %s", want, out)
		}
	}
	if code != 0 || !strings.Contains(errs, "init ") || !strings.Contains(errs, "100%") {
		t.Errorf("exit code %d, the bar is %q", code, errs)
	}
	if _, err := os.Stat(h.File(".cache/agmem/models/my-model/agmem-model.json")); err != nil {
		t.Error(err)
	}
	h.Terminal = false
	if out, errs, code := h.Run(t, "", "run", "init", "--json"); code != 0 || errs != "" || !strings.Contains(out, `"fetched":false`) {
		t.Errorf("again: exit code %d, %s%s", code, out, errs)
	}
}

// An Ollama that is on this machine, has no model at first, and fetches one.
func TestInitLetsOllamaFetch(t *testing.T) {
	has := false
	ollama := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/tags":
			if has {
				_, _ = io.WriteString(w, `{"models":[{"name":"nomic-embed-text:latest","digest":"0a109f422b47"}]}`)
				return
			}
			_, _ = io.WriteString(w, `{"models":[]}`)
		case "/api/pull":
			has = true
			fmt.Fprintln(w, `{"status":"pulling","digest":"sha256:1","total":1000000,"completed":500000}`)
			fmt.Fprintln(w, `{"status":"success"}`)
		case "/api/embed":
			_, _ = io.WriteString(w, `{"embeddings":[[0,0,1]]}`)
		}
	}))
	defer ollama.Close()
	h := clitest.NewHome(t, "agmem")
	h.Env = map[string]string{"OLLAMA_HOST": ollama.URL}
	h.Must(t, "config", "set", "embedding.provider", "ollama")
	out, _, code := h.Run(t, "", "doctor")
	if code != 1 || !strings.Contains(out, "embedder,ollama,problem,ollama has no model nomic-embed-text,") || !strings.Contains(out, "agmem run init") {
		t.Errorf("before: exit code %d, %s", code, out)
	}
	h.Terminal = true
	out, errs, code := h.Run(t, "", "run", "init")
	if code != 0 || !strings.Contains(out, "dimensions: 3") || !strings.Contains(errs, " 50%") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	h.Terminal = false
	if out := h.Must(t, "doctor"); !strings.Contains(out, fmt.Sprintf("embedder,ollama,ok,\"nomic-embed-text at %s, 3 dimensions\",", ollama.URL)) {
		t.Errorf("after: %s", out)
	}
	ollama.Close()
	if out, _, code := h.Run(t, "", "doctor"); code != 1 || !strings.Contains(out, "embedder,ollama,problem,") {
		t.Errorf("it is away: exit code %d, %s", code, out)
	}
}

// No page, no log and no error shows a key.
func TestKeysOfServicesAreNotShown(t *testing.T) {
	const key = "sk-very-secret-4711"
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":{"message":"%s"}}`, r.Header.Get("Authorization"))
	}))
	defer service.Close()
	h := clitest.NewHome(t, "agmem")
	for name, value := range map[string]string{"embedding.provider": "openai", "embedding.url": service.URL, "embedding.key": key} {
		if out := h.Must(t, "config", "set", name, value); strings.Contains(out, key) {
			t.Errorf("config set shows it: %s", out)
		}
	}
	for _, line := range []string{"config list", "doctor", "doctor --human", "doctor --json", "run init", "run init --verbose", "run status", "stats", "search x"} {
		out, errs, _ := h.Run(t, "", strings.Fields(line)...)
		if strings.Contains(out+errs, key) {
			t.Errorf("%s shows it: %s%s", line, out, errs)
		}
	}
}
