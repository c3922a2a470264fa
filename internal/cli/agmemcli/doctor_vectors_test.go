package agmemcli_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// The doctor and embed say which model the vectors have where another one is
// configured, which a search would not say, and how many vectors are missing.
func TestVectorsOfAnotherModel(t *testing.T) {
	h := newHome(t)
	model, err := filepath.Abs("../../embed/bert/testdata/bert")
	if err != nil {
		t.Fatal(err)
	}
	h.Must(t, "config", "set", "embedding.provider", "none")
	h.Must(t, "add", "the first, without an embedder")
	h.Must(t, "config", "set", "embedding.provider", "static")
	said := func(want string) {
		t.Helper()
		if out := h.Must(t, "doctor"); strings.Count(out, "embedder,vectors") != min(1, len(want)) || !strings.Contains(out, want) {
			t.Errorf("the doctor does not say %q:\n%s", want, out)
		}
	}
	said(`embedder,vectors,note,"missing for 1 of 1 memory: searches go by words there",agmem run embed` + "\n")
	h.Must(t, "run", "embed")
	said("")
	h.Must(t, "config", "set", "embedding.provider", "local")
	h.Must(t, "config", "set", "embedding.model", model)
	said(`configured: searches go by words until all are embedded again",agmem run embed-rebuild`)
	_, stderr, code := h.Run(t, "", "run", "embed")
	if code != 1 || !strings.Contains(stderr, "agmem: the vectors are of the model static-") || !strings.Contains(stderr, ", and bert-") ||
		!strings.Contains(stderr, "hint: embed all again: agmem run embed-rebuild\n") {
		t.Errorf("embed ends with %d: %s", code, stderr)
	}
	h.Must(t, "run", "embed-rebuild")
	said("")
}
