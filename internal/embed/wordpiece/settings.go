package wordpiece

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// Index returns the text of a tokenizer.json as an index for [New]. It fails
// with Invalid where the tokenizer is of another kind or has a setting that is
// not supported, and with Corrupt where the text is not what such files hold.
func Index(tokenizerJSON []byte) (string, error) {
	f := file{text: tokenizerJSON}
	at := 0
	for at < len(tokenizerJSON) && tokenizerJSON[at] <= ' ' {
		at++
	}
	if _, err := rawjson.Members(tokenizerJSON, at, f.member); err != nil {
		if _, ok := errors.AsType[*agmem.Error](err); ok {
			return "", err
		}
		return "", agmem.Errorf(agmem.Corrupt, "the tokenizer is damaged: %w", err)
	}
	s, err := f.settings()
	if err != nil {
		return "", err
	}
	return f.tokens.index(s)
}

// settings are the options of a tokenizer with its special tokens by name.
type settings struct {
	options
	unknown, first, last string
	added                []addedToken
}

func (s *settings) flags() int {
	flags := 0
	for i, on := range []bool{s.clean, s.lower, s.strip, s.chinese} {
		if on {
			flags |= 1 << i
		}
	}
	return flags
}

// file is what a tokenizer.json says.
type file struct {
	text   []byte
	tokens tokens

	normalizer struct {
		Type    string
		Clean   *bool `json:"clean_text"`
		Chinese *bool `json:"handle_chinese_chars"`
		Strip   *bool `json:"strip_accents"`
		Lower   *bool `json:"lowercase"`
	}
	preTokenizer  struct{ Type string }
	postProcessor struct {
		Type     string
		Cls, Sep []any
		Single   []struct {
			SpecialToken *struct{ ID string }
			Sequence     *struct{ ID string }
		}
	}
	added []struct {
		ID         int
		Content    string
		SingleWord bool `json:"single_word"`
		LeftStrip  bool `json:"lstrip"`
		RightStrip bool `json:"rstrip"`
		Normalized bool
	}
	model struct {
		Type, Unknown, Prefix string
		MaxChars              int
	}
}

// member reads a member of the whole file. Members that say nothing about
// which ids a text has, such as the decoder, are only checked.
func (f *file) member(name []byte, at int) (int, error) {
	switch string(name) {
	case `"model"`:
		return rawjson.Members(f.text, at, f.modelMember)
	case `"normalizer"`:
		return f.decode(at, &f.normalizer)
	case `"pre_tokenizer"`:
		return f.decode(at, &f.preTokenizer)
	case `"post_processor"`:
		return f.decode(at, &f.postProcessor)
	case `"added_tokens"`:
		return f.decode(at, &f.added)
	}
	return rawjson.Value(f.text, at)
}

func (f *file) modelMember(name []byte, at int) (int, error) {
	switch string(name) {
	case `"type"`:
		return f.decode(at, &f.model.Type)
	case `"unk_token"`:
		return f.decode(at, &f.model.Unknown)
	case `"continuing_subword_prefix"`:
		return f.decode(at, &f.model.Prefix)
	case `"max_input_chars_per_word"`:
		return f.decode(at, &f.model.MaxChars)
	case `"vocab"`:
		if at < len(f.text) && f.text[at] != '{' {
			return 0, agmem.Errorf(agmem.Invalid, "the tokenizer is not of the kind WordPiece: its vocabulary is a list")
		}
		f.tokens = tokens{texts: make([]byte, 0, len(f.text)/2), spans: make([]span, 0, 1<<15)}
		return rawjson.Members(f.text, at, f.token)
	}
	return rawjson.Value(f.text, at)
}

// token reads a member of the vocabulary.
func (f *file) token(name []byte, at int) (int, error) {
	id, end := 0, at
	for end < len(f.text) && '0' <= f.text[end] && f.text[end] <= '9' && id < maxIDs {
		id = 10*id + int(f.text[end]-'0')
		end++
	}
	if end == at {
		return 0, &rawjson.SyntaxError{Offset: at, Message: "the id of a token is expected"}
	}
	return end, f.tokens.add(name, id)
}

func (f *file) decode(at int, into any) (int, error) {
	end, err := rawjson.Value(f.text, at)
	if err != nil {
		return 0, err
	}
	if err := json.Unmarshal(f.text[at:end], into); err != nil {
		return 0, agmem.Errorf(agmem.Invalid, "the tokenizer has a setting of another form than expected: %w", err)
	}
	return end, nil
}

// settings checks that the tokenizer is of the kind that this package knows,
// because another would give other ids without a word.
func (f *file) settings() (settings, error) {
	for _, part := range []struct{ what, have, want string }{
		{"model", f.model.Type, "WordPiece"},
		{"normalizer", f.normalizer.Type, "BertNormalizer"},
		{"pre-tokenizer", f.preTokenizer.Type, "BertPreTokenizer"},
		{"prefix of pieces inside a word", f.model.Prefix, continuing},
	} {
		if part.have != part.want {
			return settings{}, agmem.Errorf(agmem.Invalid, "the %s of the tokenizer is %s; only %s is supported",
				part.what, strconv.Quote(part.have), part.want)
		}
	}
	n := f.normalizer
	s := settings{unknown: f.model.Unknown}
	s.clean, s.chinese, s.lower = isSet(n.Clean), isSet(n.Chinese), isSet(n.Lower)
	if s.strip = s.lower; n.Strip != nil {
		s.strip = *n.Strip
	}
	if s.maxChars = f.model.MaxChars; s.maxChars < 1 || s.maxChars > 1<<16 {
		return settings{}, agmem.Errorf(agmem.Invalid, "the tokenizer takes words of %d characters", s.maxChars)
	}
	if err := f.takeAdded(&s); err != nil {
		return settings{}, err
	}
	return s, f.takeEnds(&s)
}

// isSet reports an option that is on unless the file says otherwise.
func isSet(option *bool) bool { return option == nil || *option }

func (f *file) takeAdded(s *settings) error {
	if len(f.added) > maxAdded {
		return agmem.Errorf(agmem.Invalid, "the tokenizer has more than %d added tokens", maxAdded)
	}
	for _, a := range f.added {
		if a.Content == "" || a.SingleWord || a.LeftStrip || a.RightStrip || a.Normalized {
			return agmem.Errorf(agmem.Invalid, "the tokenizer has the added token %q with options that are not supported", a.Content)
		}
		s.added = append(s.added, addedToken{a.Content, int32(a.ID)})
	}
	return nil
}

// takeEnds finds the tokens that are put around a text.
func (f *file) takeEnds(s *settings) error {
	p := f.postProcessor
	s.first, s.last = "[CLS]", "[SEP]"
	switch p.Type {
	case "": // a tokenizer that adds nothing; a BERT model wants them all the same
		return nil
	case "BertProcessing":
		if first, last := nameOf(p.Cls), nameOf(p.Sep); first != "" && last != "" {
			s.first, s.last = first, last
			return nil
		}
	case "TemplateProcessing":
		if t := p.Single; len(t) == 3 && t[0].SpecialToken != nil && t[1].Sequence != nil && t[2].SpecialToken != nil {
			s.first, s.last = t[0].SpecialToken.ID, t[2].SpecialToken.ID
			return nil
		}
	}
	return agmem.Errorf(agmem.Invalid, "the tokenizer puts tokens around a text in another way than BERT")
}

// nameOf returns the text of a token that is given with its id.
func nameOf(pair []any) string {
	if len(pair) != 2 {
		return ""
	}
	name, _ := pair[0].(string)
	return name
}
