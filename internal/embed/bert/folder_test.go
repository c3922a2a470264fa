package bert_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed/bert"
)

// copyOf returns a folder with the files of a made model.
func copyOf(t testing.TB, name string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "model")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	return folder
}

// edit changes a file of a model.
func edit(t testing.TB, folder, name string, change func([]byte) []byte) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func setting(name string, value any) func([]byte) []byte {
	return func(text []byte) []byte {
		var all map[string]any
		if err := json.Unmarshal(text, &all); err != nil {
			panic(err)
		}
		all[name] = value
		text, err := json.Marshal(all)
		if err != nil {
			panic(err)
		}
		return text
	}
}

func TestOtherModelsAreRefused(t *testing.T) {
	for _, test := range []struct {
		model, file, name string
		value             any
		want              agmem.Kind
	}{
		{"bert", "config.json", "model_type", "roberta", agmem.Invalid},
		{"bert", "config.json", "hidden_act", "relu", agmem.Invalid},
		{"bert", "config.json", "position_embedding_type", "relative_key", agmem.Invalid},
		{"bert", "config.json", "hidden_size", 1 << 30, agmem.Invalid},
		{"bert", "config.json", "hidden_size", -32, agmem.Invalid},
		{"bert", "config.json", "num_hidden_layers", int64(1) << 40, agmem.Invalid},
		{"bert", "config.json", "num_hidden_layers", 3, agmem.Corrupt},
		{"bert", "config.json", "num_attention_heads", 0, agmem.Invalid},
		{"bert", "config.json", "num_attention_heads", 3, agmem.Invalid},
		{"bert", "config.json", "intermediate_size", 72, agmem.Corrupt},
		{"bert", "config.json", "vocab_size", 77, agmem.Corrupt},
		{"bert", "config.json", "layer_norm_eps", -1, agmem.Invalid},
		{"bert", "config.json", "hidden_size", "32", agmem.Corrupt},
		{"bert", "1_Pooling/config.json", "pooling_mode_mean_tokens", true, agmem.Invalid},
		{"nomic", "config.json", "prenorm", true, agmem.Invalid},
		{"nomic", "config.json", "qkv_proj_bias", true, agmem.Invalid},
		{"nomic", "config.json", "rotary_emb_fraction", 0.5, agmem.Invalid},
		{"nomic", "config.json", "activation_function", "gelu", agmem.Invalid},
	} {
		folder := copyOf(t, test.model)
		edit(t, folder, test.file, setting(test.name, test.value))
		if _, err := bert.Open(folder, ""); agmem.KindOf(err) != test.want {
			t.Errorf("%s of %s is %v: %v, want the kind %v", test.name, test.model, test.value, err, test.want)
		}
	}
}

func TestMissingAndDamagedFiles(t *testing.T) {
	for _, name := range []string{"config.json", "model.safetensors", "tokenizer.json"} {
		folder := copyOf(t, "bert")
		edit(t, folder, name, func(text []byte) []byte { return text[:len(text)-9] })
		if _, err := bert.Open(folder, ""); agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("%s without its end: %v", name, err)
		}
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := bert.Open(folder, ""); agmem.KindOf(err) != agmem.NotFound {
			t.Errorf("no %s: %v", name, err)
		}
	}
	folder := copyOf(t, "bert")
	if err := os.WriteFile(filepath.Join(folder, "modules.json"), []byte(`[{"type":"sentence_transformers.models.Dense"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bert.Open(folder, ""); agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("a module that is not known: %v", err)
	}
}

func TestWeightsThatAreNotNumbers(t *testing.T) {
	folder := copyOf(t, "bert")
	edit(t, folder, "model.safetensors", func(text []byte) []byte {
		for i := len(text) - 60_000; i < len(text); i++ {
			text[i] = 0xff
		}
		return text
	})
	e := open(t, folder)
	if v, err := e.EmbedQuery(t.Context(), "the fox"); agmem.KindOf(err) != agmem.Corrupt {
		t.Errorf("%v, %v", v, err)
	}
}

func TestACallerThatGaveUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := open(t, "testdata/bert").EmbedQuery(ctx, "x"); agmem.KindOf(err) != agmem.Cancelled {
		t.Error(err)
	}
}

func TestVectorsDoNotDependOnWhatIsEmbeddedWithThem(t *testing.T) {
	e := open(t, "testdata/nomic")
	texts := []string{"", "the quick brown fox", "中文", "a b c d e f g h i j k l m n o p q r s t u v w x y z", "[SEP]"}
	together, err := e.EmbedDocuments(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		alone, err := e.EmbedDocuments(t.Context(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone[0], together[i]) {
			t.Errorf("%q has another vector beside others: cosine %v", text, cosine(alone[0], together[i]))
		}
	}
	if none, err := e.EmbedDocuments(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("no texts: %v, %v", none, err)
	}
}

// TestTheFingerprint is another one when anything changes that vectors depend on, and
// the same in another folder and without a cache.
func TestTheFingerprint(t *testing.T) {
	base := open(t, "testdata/bert").Model()
	cache := t.TempDir()
	for range 2 {
		e, err := bert.Open(copyOf(t, "bert"), cache)
		if err != nil {
			t.Fatal(err)
		}
		if e.Model() != base {
			t.Errorf("%s in another folder, %s here", e.Model(), base)
		}
		_ = e.Close()
	}
	seen := map[string]string{base: "nothing"}
	for name, change := range map[string]func(folder string){
		"the weights": func(f string) {
			edit(t, f, "model.safetensors", func(b []byte) []byte {
				for i := len(b) - 60_000; i < len(b); i += 4 {
					b[i] ^= 1
				}
				return b
			})
		},
		"the length": func(f string) { edit(t, f, "sentence_bert_config.json", setting("max_seq_length", 60)) },
		"the prompts": func(f string) {
			edit(t, f, "config_sentence_transformers.json", setting("prompts", map[string]string{"query": "q"}))
		},
		"the pooling": func(f string) {
			edit(t, f, "1_Pooling/config.json", func([]byte) []byte { return []byte(`{"pooling_mode_mean_tokens":true}`) })
		},
		"the tokenizer": func(f string) {
			edit(t, f, "tokenizer.json", func(b []byte) []byte { return bytes.Replace(b, []byte(`"fox"`), []byte(`"cat"`), 1) })
		},
	} {
		folder := copyOf(t, "bert")
		first, err := bert.Open(folder, cache) // so that the cache knows the folder
		if err != nil {
			t.Fatal(err)
		}
		_ = first.Close()
		change(folder)
		e, err := bert.Open(folder, cache)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[e.Model()]; ok {
			t.Errorf("the fingerprint is the same after a change of %s as of %s", name, other)
		}
		seen[e.Model()] = name
		_ = e.Close()
	}
}

// TestADamagedCacheIsMadeAgain changes the file that is kept: it is not used
// then, and is whole again after.
func TestADamagedCacheIsMadeAgain(t *testing.T) {
	cache := t.TempDir()
	vector := func() []float32 {
		t.Helper()
		e, err := bert.Open("testdata/bert", cache)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		v, err := e.EmbedQuery(t.Context(), "the quick brown fox")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	want := vector()
	names, err := filepath.Glob(filepath.Join(cache, "*.model"))
	if err != nil || len(names) != 1 {
		t.Fatalf("kept: %v, %v", names, err)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(whole); i += 101 {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x55
		if i%2 == 0 {
			damaged = damaged[:i]
		}
		if err := os.WriteFile(names[0], damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := vector(); !slices.Equal(got, want) {
			t.Fatalf("another vector with a cache that is damaged at %d", i)
		}
		if again, err := os.ReadFile(names[0]); err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("a cache that was damaged at %d is not whole again: %v", i, err)
		}
		i += 300
	}
}
