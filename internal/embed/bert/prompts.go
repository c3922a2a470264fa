package bert

import (
	"strings"

	"github.com/agmem/agmem"
)

// prompts are what a model wants before a text: many were trained so, and are
// worse without.
type prompts struct{ query, document string }

// knownPrompts are those of families of models whose folder does not say it,
// by a part of their name.
var knownPrompts = [...]struct {
	part string
	prompts
}{
	{"nomic-embed", prompts{"search_query: ", "search_document: "}},
	{"e5-", prompts{"query: ", "passage: "}},
	{"-zh", prompts{query: "为这个句子生成表示以用于检索相关文章："}},
	{"bge-", prompts{query: "Represent this sentence for searching relevant passages: "}},
}

// readPrompts takes the prompts from the folder, else from what is known about
// models of this name and kind.
func (c *config) readPrompts(folder, name, kind string) error {
	var file struct{ Prompts map[string]string }
	if err := readSettings(folder, promptsFile, &file); err != nil && agmem.KindOf(err) != agmem.NotFound {
		return err
	}
	if len(file.Prompts) > 0 {
		c.prompts = prompts{file.Prompts["query"], firstOf(file.Prompts, "document", "passage")}
		return nil
	}
	if kind == "nomic_bert" {
		name += "/nomic-embed"
	}
	for _, known := range knownPrompts {
		isZh := known.part == "-zh"
		if strings.Contains(name, known.part) && (!isZh || strings.Contains(name, "bge-")) {
			c.prompts = known.prompts
			return nil
		}
	}
	return nil
}

func firstOf(m map[string]string, names ...string) string {
	for _, name := range names {
		if value, ok := m[name]; ok {
			return value
		}
	}
	return ""
}
