package fetch

import "strings"

// Home is where models are published, which is asked where a request names nothing
// else. What comes from there is compared with the hashes below.
const Home = "https://huggingface.co"

// file is one file of a model.
type file struct {
	path     string // with slashes
	size     int64  // 0: unknown
	sha256   string // empty: unknown
	optional bool   // not every model has it
}

// model is where a model is published, and which files of it are needed.
type model struct {
	home  string
	files []file
}

// published are the models whose place is known, by the names they have in the
// configuration. Of those without hashes nobody has compared the files yet.
var published = []struct {
	name string
	model
}{
	{"all-MiniLM-L6-v2", model{"sentence-transformers/all-MiniLM-L6-v2", []file{
		{path: "config.json", size: 612, sha256: "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"},
		{path: "tokenizer.json", size: 466247, sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"},
		{path: "modules.json", size: 349, sha256: "84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf", optional: true},
		{path: "sentence_bert_config.json", size: 53, sha256: "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7", optional: true},
		{path: "1_Pooling/config.json", size: 190, sha256: "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23", optional: true},
		{path: "model.safetensors", size: 90868376, sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
	}}},
	{"bge-small-en-v1.5", model{"BAAI/bge-small-en-v1.5", nil}},
}

// unknownFiles are those of a model that nobody has compared.
func unknownFiles() []file {
	return []file{
		{path: "config.json"},
		{path: "tokenizer.json"},
		{path: "modules.json", optional: true},
		{path: "sentence_bert_config.json", optional: true},
		{path: "1_Pooling/config.json", optional: true},
		{path: weights},
	}
}

const weights = "model.safetensors"

// modelOf returns the model of a name. One that is not in the list is looked for
// under its own name, which then is OWNER/NAME.
func modelOf(name string) model {
	for _, known := range published {
		if strings.EqualFold(known.name, name) || strings.EqualFold(known.home, name) {
			m := known.model
			if m.files == nil {
				m.files = unknownFiles()
			}
			return m
		}
	}
	return model{home: name, files: unknownFiles()}
}

// limit is how large a file may be.
func (f file) limit() int64 {
	switch {
	case f.size > 0:
		return f.size
	case f.path == weights:
		return 4 << 30
	}
	return 64 << 20
}
