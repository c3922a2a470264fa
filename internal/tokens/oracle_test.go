package tokens_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// oracleVersion is the release of js-tiktoken that counts.
const oracleVersion = "1.0.21"

// count asks the real tokenizer.
func count(t *testing.T, texts []string) []int {
	t.Helper()
	modules := os.Getenv("AGMEM_NODE_MODULES")
	node, err := exec.LookPath("node")
	if _, missing := os.Stat(filepath.Join(modules, "js-tiktoken")); modules == "" || err != nil || missing != nil {
		t.Skipf("NOT TESTED: no estimate was compared with o200k itself (the table of counts was). Install node, run "+
			"npm install js-tiktoken@%s, and set AGMEM_NODE_MODULES to that node_modules folder.", oracleVersion)
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "testdata/count.mjs", modules)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var counts []int
	if err := json.Unmarshal(out, &counts); err != nil || len(counts) != len(texts) {
		t.Fatalf("%v, %d counts of %d texts", err, len(counts), len(texts))
	}
	return counts
}

// The counts of the table are those of o200k.
func TestTheTableIsTrue(t *testing.T) {
	rows := table(t)
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = r.Text
	}
	for i, n := range count(t, texts) {
		if n != rows[i].Tokens {
			t.Errorf("%.40q has %d tokens, the table says %d", rows[i].Text, n, rows[i].Tokens)
		}
	}
}

// The files of this repository, and the public data, are estimated as well as
// the table is.
func TestManyTexts(t *testing.T) {
	rows := repositoryTexts(t)
	if data := os.Getenv("AGMEM_TESTDATA"); data != "" {
		for name, kind := range map[string]string{"locomo": "chat", "cisi": "abstracts", "cosqa": "python", "memdaily-zh": "chinese"} {
			rows = append(rows, corpusTexts(t, filepath.Join(data, "eval", name, "corpus.jsonl.gz"), kind)...)
		}
	} else {
		t.Log("AGMEM_TESTDATA IS NOT SET: only the files of this repository are estimated")
	}
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = r.Text
	}
	for i, n := range count(t, texts) {
		rows[i].Tokens = n
	}
	checkKinds(t, rows, allowed)
}

// repositoryTexts returns some files of this repository.
func repositoryTexts(t *testing.T) []counted {
	t.Helper()
	kinds := map[string]string{".go": "go", ".md": "markdown", ".json": "json", ".txtar": "sessions"}
	var rows []counted
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (strings.HasPrefix(d.Name(), ".git") || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if kind := kinds[filepath.Ext(path)]; err == nil && d.Type().IsRegular() && kind != "" && len(rows) < 900 {
			text, err := os.ReadFile(path)
			rows = append(rows, counted{Kind: kind, Text: string(text[:min(len(text), 20_000)])})
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// corpusTexts returns the first texts of a corpus.
func corpusTexts(t *testing.T, path, kind string) []counted {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rows []counted
	for dec := json.NewDecoder(z); len(rows) < 800; {
		r := counted{Kind: kind}
		if err := dec.Decode(&r); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		r.Kind = kind
		rows = append(rows, r)
	}
	return rows
}
