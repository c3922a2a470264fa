package wordpiece_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed/wordpiece"
)

// made is the tokenizer with a small vocabulary that bench/embed/golden_ids.py
// wrote, with other options.
func made(t testing.TB, options any) *wordpiece.Tokenizer {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", wordpiece.File))
	if err != nil {
		t.Fatal(err)
	}
	if options != nil {
		text = changed(t, text, func(f map[string]any) {
			normalizer := map[string]any{"type": "BertNormalizer"}
			for name, value := range options.(map[string]any) {
				normalizer[name] = value
			}
			f["normalizer"] = normalizer
		})
	}
	tok, err := wordpiece.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func changed(t testing.TB, text []byte, change func(map[string]any)) []byte {
	t.Helper()
	var f map[string]any
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	change(f)
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// recorded is a line of what the `tokenizers` library said.
type recorded struct {
	Options map[string]any
	Text    string
	IDs     []int32
}

func readRecorded(t testing.TB, name string) []recorded {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []recorded
	for d := json.NewDecoder(bufio.NewReader(f)); d.More(); {
		var r recorded
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func TestIDsAreThoseOfTheLibrary(t *testing.T) {
	for _, r := range readRecorded(t, "testdata/ids.jsonl") {
		if got := made(t, r.Options).Encode(r.Text, 1000); !slices.Equal(got, r.IDs) {
			t.Errorf("%v %q:\n%v, the library has\n%v", r.Options, r.Text, got, r.IDs)
		}
	}
}

// TestIDsOfARealModel compares with a file that bench/embed/oracle_ids.py
// wrote for the tokenizer of a real model.
func TestIDsOfARealModel(t *testing.T) {
	folder, ids := os.Getenv("AGMEM_MODEL"), os.Getenv("AGMEM_MODEL_IDS")
	if folder == "" || ids == "" {
		t.Skip("AGMEM_MODEL and AGMEM_MODEL_IDS are not set: the ids of a real model (bench/embed) are not tested")
	}
	tok, err := wordpiece.Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	all := readRecorded(t, ids)
	for _, r := range all {
		if got := tok.Encode(r.Text, 1<<20); !slices.Equal(got, r.IDs) {
			t.Errorf("%q:\n%v, the library has\n%v", r.Text, got, r.IDs)
		}
	}
	t.Logf("%d texts", len(all))
}

func TestATextIsCutAtTheLimit(t *testing.T) {
	tok := made(t, nil)
	whole := tok.Pieces("the quick brown fox unbelievable", 100)
	if len(whole) != 7 {
		t.Fatalf("%v has not 7 pieces", whole)
	}
	for limit := range 9 {
		want := whole[:min(limit, len(whole))]
		if got := tok.Pieces("the quick brown fox unbelievable", limit); !slices.Equal(got, want) {
			t.Errorf("%d pieces: %v, want %v", limit, got, want)
		}
		got := tok.Encode("the quick brown fox unbelievable", limit)
		if len(got) != min(max(limit, 2), len(whole)+2) || got[0] != 2 || got[len(got)-1] != 3 {
			t.Errorf("%d ids with both ends: %v", limit, got)
		}
	}
}

func TestAnIndexIsReadBack(t *testing.T) {
	text, err := os.ReadFile("testdata/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	index, err := wordpiece.Index(text)
	if err != nil {
		t.Fatal(err)
	}
	tok, err := wordpiece.New(strings.Clone(index))
	if err != nil {
		t.Fatal(err)
	}
	const sentence = "The quick [SEP] éclair 中文"
	if got, want := tok.Encode(sentence, 99), made(t, nil).Encode(sentence, 99); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for size := range len(index) {
		if _, err := wordpiece.New(index[:size]); agmem.KindOf(err) != agmem.Corrupt {
			t.Fatalf("the first %d bytes of an index: %v", size, err)
		}
	}
}

func TestOtherTokenizersAreRefused(t *testing.T) {
	text, err := os.ReadFile("testdata/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	part := func(f map[string]any, name string) map[string]any { return f[name].(map[string]any) }
	for name, change := range map[string]func(map[string]any){
		"another model":         func(f map[string]any) { part(f, "model")["type"] = "BPE" },
		"a list of words":       func(f map[string]any) { part(f, "model")["vocab"] = []any{[]any{"a", 1}} },
		"no vocabulary":         func(f map[string]any) { delete(part(f, "model"), "vocab") },
		"another prefix":        func(f map[string]any) { part(f, "model")["continuing_subword_prefix"] = "@@" },
		"no word is too long":   func(f map[string]any) { part(f, "model")["max_input_chars_per_word"] = 1e9 },
		"an id of millions":     func(f map[string]any) { part(f, "model")["vocab"].(map[string]any)["z"] = 4_000_000_000 },
		"no unknown":            func(f map[string]any) { part(f, "model")["unk_token"] = "<unk>" },
		"another normalizer":    func(f map[string]any) { part(f, "normalizer")["type"] = "NFKC" },
		"no normalizer":         func(f map[string]any) { f["normalizer"] = nil },
		"another pre-tokenizer": func(f map[string]any) { part(f, "pre_tokenizer")["type"] = "Metaspace" },
		"other ends":            func(f map[string]any) { part(f, "post_processor")["single"] = []any{} },
		"a word that is added":  func(f map[string]any) { f["added_tokens"].([]any)[0].(map[string]any)["single_word"] = true },
		"an id of an addition":  func(f map[string]any) { f["added_tokens"].([]any)[0].(map[string]any)["id"] = 77 },
	} {
		if _, err := wordpiece.Parse(changed(t, text, change)); agmem.KindOf(err) != agmem.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDamagedTokenizersAreRefused(t *testing.T) {
	text, err := os.ReadFile("testdata/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.TrimSpace(text)
	for size := 0; size < len(text); size += 7 {
		if _, err := wordpiece.Parse(text[:size]); agmem.KindOf(err) != agmem.Corrupt {
			t.Fatalf("the first %d bytes: %v", size, err)
		}
	}
	if _, err := wordpiece.Load(t.TempDir()); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("a folder without a tokenizer: %v", err)
	}
}

// TestAHostileIndexEnds changes bytes of an index: whatever is read then, it
// ends, and says no id that the vocabulary does not have.
func TestAHostileIndexEnds(t *testing.T) {
	text, err := os.ReadFile("testdata/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	index, err := wordpiece.Index(text)
	if err != nil {
		t.Fatal(err)
	}
	for at := range len(index) {
		for _, c := range []byte{0, 1, 0x7f, 0xff} {
			b := []byte(index)
			b[at] = c
			tok, err := wordpiece.New(string(b))
			if err != nil {
				continue
			}
			for _, id := range tok.Encode("the unbelievable [SEP] fox", 40) {
				if id < 0 || int(id) >= tok.Len() {
					t.Fatalf("byte %d is %d: the id %d", at, c, id)
				}
			}
		}
	}
}

func FuzzEncode(f *testing.F) {
	for _, r := range readRecorded(f, "testdata/ids.jsonl") {
		f.Add(r.Text, 64)
	}
	tok := made(f, nil)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = 2 + (limit & 0xffff)
		ids := tok.Encode(text, limit)
		if len(ids) < 2 || len(ids) > limit {
			t.Fatalf("%d ids of at most %d", len(ids), limit)
		}
		// A space between two texts is the end of a word.
		twice := tok.Pieces(text+" "+text, 1<<30)
		once := tok.Pieces(text, 1<<30)
		if !slices.Equal(twice, append(slices.Clone(once), once...)) {
			t.Fatalf("%q: %v alone, %v twice", text, once, twice)
		}
	})
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/tokenizer.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		tok, err := wordpiece.Parse(text)
		if err != nil {
			if kind := agmem.KindOf(err); kind != agmem.Invalid && kind != agmem.Corrupt {
				t.Fatal(err)
			}
			return
		}
		for _, id := range tok.Encode("The unbelievable, éclair", 50) {
			if id < 0 || int(id) >= tok.Len() {
				t.Fatalf("the id %d of %d", id, tok.Len())
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	folder := os.Getenv("AGMEM_MODEL")
	if folder == "" {
		b.Skip("AGMEM_MODEL is not set: there is no model to load")
	}
	for b.Loop() {
		if _, err := wordpiece.Load(folder); err != nil {
			b.Fatal(err)
		}
	}
}
