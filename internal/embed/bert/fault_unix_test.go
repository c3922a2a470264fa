//go:build unix

package bert_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem"
)

func TestWeightsThatBecomeShorterAreAnError(t *testing.T) {
	folder := copyOf(t, "bert")
	e := open(t, folder)
	if err := os.Truncate(filepath.Join(folder, "model.safetensors"), 4096); err != nil {
		t.Fatal(err)
	}
	if _, err := e.EmbedQuery(t.Context(), "the quick brown fox"); agmem.KindOf(err) != agmem.Corrupt {
		t.Errorf("%v", err)
	}
}
