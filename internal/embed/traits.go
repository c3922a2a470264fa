package embed

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
)

// Traits are what a model wants to be asked with.
type Traits struct {
	// Question and Document come before a text. A model that was trained with
	// them finds much worse without.
	Question, Document string
	// MaxTokens is how much of a text the model reads; the rest is cut off.
	MaxTokens int
}

// trained has the traits of families of models, by what their names have in
// common. The first row that fits holds.
var trained = []struct {
	in     string
	traits Traits
}{
	{"nomic-embed", Traits{Question: "search_query: ", Document: "search_document: ", MaxTokens: 2048}},
	{"bge-m3", Traits{MaxTokens: 8192}},
	{"bge-", Traits{Question: toSearch, MaxTokens: 512}},
	{"mxbai-embed", Traits{Question: toSearch, MaxTokens: 512}},
	{"snowflake-arctic-embed2", Traits{Question: "query: ", MaxTokens: 8192}},
	{"snowflake-arctic-embed", Traits{Question: toSearch, MaxTokens: 512}},
	{"e5-", Traits{Question: "query: ", Document: "passage: ", MaxTokens: 512}},
	{"embeddinggemma", Traits{Question: "task: search result | query: ", Document: "title: none | text: ", MaxTokens: 2048}},
	{"qwen3-embedding", Traits{Question: "Instruct: Given a question, retrieve the texts that answer it\nQuery: ", MaxTokens: 8192}},
	{"minilm", Traits{MaxTokens: 256}},
	{"text-embedding-", Traits{MaxTokens: 8191}},
	{"gemini-embedding", Traits{MaxTokens: 2048}},
}

const toSearch = "Represent this sentence for searching relevant passages: "

// TraitsOf returns the traits of a model by its name. One that nobody knows gets
// its texts as they are, and as much of them as nearly every model reads.
func TraitsOf(model string) Traits {
	name := strings.ToLower(path.Base(strings.ReplaceAll(model, `\`, "/")))
	for _, row := range trained {
		if strings.Contains(name, row.in) {
			return row.traits
		}
	}
	return Traits{MaxTokens: 2048}
}

// version changes when what is put before the texts does: vectors with and
// without are not comparable.
func (t Traits) version() string {
	if t.Question == "" && t.Document == "" {
		return "plain"
	}
	sum := sha256.Sum256([]byte(t.Question + "\x00" + t.Document))
	return hex.EncodeToString(sum[:3])
}
