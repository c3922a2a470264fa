// Package wordpiece turns text into the token ids of BERT models, as the
// `tokenizers` library does: it cleans the text, lowers its case, strips accents,
// splits at spaces, punctuation and Chinese characters, and cuts each word into
// the longest pieces of a vocabulary.
//
// [Load] reads the tokenizer.json of a model. A program that carries a
// vocabulary keeps the result of [Index] in its binary: [New] does no work that
// grows with the vocabulary.
package wordpiece

import (
	"os"
	"path/filepath"

	"github.com/agmem/agmem"
)

// File is the name of a tokenizer in the folder of a model.
const File = "tokenizer.json"

// maxFile is larger than any tokenizer of this kind.
const maxFile = 64 << 20

// Tokenizer cuts texts into tokens. It can be used by several goroutines.
type Tokenizer struct {
	vocabulary
	options
	added []addedToken
}

// options are what models differ in.
type options struct {
	clean, lower, strip, chinese bool

	maxChars      int // of a word; a longer one is unknown
	unk, cls, sep int32
}

// addedToken is a token that is found in the text as it is, such as [SEP].
type addedToken struct {
	text string
	id   int32
}

// Load reads the tokenizer of the model in a folder. It fails with Invalid if
// the tokenizer is of another kind, and with Corrupt if it cannot be read.
func Load(folder string) (*Tokenizer, error) {
	name := filepath.Join(folder, File)
	info, err := os.Stat(name)
	if err != nil {
		return nil, agmem.Errorf(agmem.NotFound, "the tokenizer cannot be read: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, agmem.Errorf(agmem.Invalid, "%s is not a tokenizer", name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, agmem.Errorf(agmem.Unavailable, "the tokenizer cannot be read: %w", err)
	}
	return Parse(text)
}

// Parse reads the text of a tokenizer.json.
func Parse(tokenizerJSON []byte) (*Tokenizer, error) {
	index, err := Index(tokenizerJSON)
	if err != nil {
		return nil, err
	}
	return New(index)
}

// Len returns how many ids the vocabulary has: every id is less.
func (t *Tokenizer) Len() int { return t.ids }

// Encode returns the ids of a text between those of [CLS] and [SEP], at most
// limit of them: what is too long loses its end. A limit below two is two.
func (t *Tokenizer) Encode(text string, limit int) []int32 {
	pieces := t.append(append(make([]int32, 0, 32), t.cls), text, limit-1)
	return append(pieces, t.sep)
}

// Pieces returns the first ids of a text, at most limit of them.
func (t *Tokenizer) Pieces(text string, limit int) []int32 {
	return t.append(nil, text, limit)
}

// append adds the ids of a text until there are limit of them.
func (t *Tokenizer) append(ids []int32, text string, limit int) []int32 {
	s := splitter{Tokenizer: t, ids: ids, limit: limit}
	s.split(text)
	return s.ids
}
