package bert

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// The files of a model in its folder. Only the configuration, the weights and
// the tokenizer have to be there.
const (
	configFile  = "config.json"
	weightsFile = "model.safetensors"
	modulesFile = "modules.json"
	poolingFile = "1_Pooling/config.json"
	lengthFile  = "sentence_bert_config.json"
	promptsFile = "config_sentence_transformers.json"
)

// maxSettings is larger than any of the small files of a model.
const maxSettings = 1 << 20

// longest is the largest number of tokens of a text that is read, also where a
// model takes more: the time grows with the square.
const longest = 2048

// config is the shape of a model.
type config struct {
	rotary    bool // positions turn queries and keys, the inner layer is gated, nothing has a bias
	hidden    int
	layers    int
	heads     int
	inner     int
	positions int
	types     int
	vocab     int
	epsilon   float64
	base      float64 // of the rotation

	first     bool // the vector is that of [CLS] rather than the mean of all
	maxTokens int
	prompts   prompts
}

// settings is what config.json says, in the words of BERT and of nomic-bert.
type settings struct {
	Name         string  `json:"_name_or_path"`
	Type         string  `json:"model_type"`
	Activation   string  `json:"hidden_act"`
	Hidden       int     `json:"hidden_size"`
	Layers       int     `json:"num_hidden_layers"`
	Heads        int     `json:"num_attention_heads"`
	Inner        int     `json:"intermediate_size"`
	Positions    int     `json:"max_position_embeddings"`
	Types        int     `json:"type_vocab_size"`
	Vocab        int     `json:"vocab_size"`
	Epsilon      float64 `json:"layer_norm_eps"`
	PositionType string  `json:"position_embedding_type"`

	NomicActivation string   `json:"activation_function"`
	NomicHidden     int      `json:"n_embd"`
	NomicLayers     int      `json:"n_layer"`
	NomicHeads      int      `json:"n_head"`
	NomicInner      int      `json:"n_inner"`
	NomicPositions  int      `json:"n_positions"`
	NomicEpsilon    float64  `json:"layer_norm_epsilon"`
	Base            float64  `json:"rotary_emb_base"`
	Fraction        *float64 `json:"rotary_emb_fraction"`
	Interleaved     bool     `json:"rotary_emb_interleaved"`
	NormFirst       bool     `json:"prenorm"`
	Parallel        bool     `json:"parallel_block"`
	RootMeanSquare  bool     `json:"use_rms_norm"`
	AttentionBias   bool     `json:"qkv_proj_bias"`
	InnerBias       bool     `json:"mlp_fc1_bias"`
	OuterBias       bool     `json:"mlp_fc2_bias"`
}

// readConfig reads what a folder says about its model.
func readConfig(folder string) (config, error) {
	var s settings
	if err := readSettings(folder, configFile, &s); err != nil {
		return config{}, err
	}
	var c config
	switch s.Type {
	case "bert":
		if s.Activation != "gelu" || s.PositionType != "" && s.PositionType != "absolute" {
			return config{}, unsupported("the activation %q and the positions %q", s.Activation, s.PositionType)
		}
		c = config{hidden: s.Hidden, layers: s.Layers, heads: s.Heads, inner: s.Inner, positions: s.Positions, epsilon: s.Epsilon}
	case "nomic_bert":
		whole := s.Fraction == nil || *s.Fraction == 1
		if s.NomicActivation != "swiglu" || !whole || s.Interleaved || s.NormFirst || s.Parallel ||
			s.RootMeanSquare || s.AttentionBias || s.InnerBias || s.OuterBias || s.Base < 1 {
			return config{}, unsupported("this variant of nomic-bert")
		}
		c = config{rotary: true, hidden: s.NomicHidden, layers: s.NomicLayers, heads: s.NomicHeads, inner: s.NomicInner,
			positions: s.NomicPositions, epsilon: s.NomicEpsilon, base: s.Base}
	default:
		return config{}, unsupported("the kind %q", s.Type)
	}
	c.types, c.vocab = s.Types, s.Vocab
	if c.epsilon == 0 {
		c.epsilon = 1e-12
	}
	if err := c.check(); err != nil {
		return config{}, err
	}
	name := s.Name + "/" + filepath.Base(folder)
	return c, errors.Join(c.readModules(folder, name), c.readLength(folder), c.readPrompts(folder, name, s.Type))
}

// check refuses what no model of this kind has, so that no size that follows
// is out of bounds.
func (c *config) check() error {
	within := func(n, from, to int) bool { return from <= n && n <= to }
	if !within(c.hidden, 8, 1<<13) || !within(c.layers, 1, 256) || !within(c.heads, 1, 256) || !within(c.inner, 8, 1<<15) ||
		!within(c.positions, 3, 1<<20) || !within(c.types, 0, 64) || !within(c.vocab, 4, 1<<20) ||
		c.hidden%c.heads != 0 || c.hidden/c.heads < weights || c.rotary && c.hidden/c.heads%2 != 0 ||
		!(c.epsilon > 0 && c.epsilon < 1) {
		return unsupported("these sizes")
	}
	return nil
}

// readModules says how the vectors of tokens become that of a text.
func (c *config) readModules(folder, name string) error {
	var modules []struct{ Type string }
	if err := readSettings(folder, modulesFile, &modules); err != nil && agmem.KindOf(err) != agmem.NotFound {
		return err
	}
	known := []string{"Transformer", "Pooling", "Normalize"}
	for _, m := range modules {
		if !slices.Contains(known, m.Type[strings.LastIndexByte(m.Type, '.')+1:]) {
			return unsupported("the module %q", m.Type)
		}
	}
	var pooling struct {
		First bool `json:"pooling_mode_cls_token"`
		Mean  bool `json:"pooling_mode_mean_tokens"`
	}
	err := readSettings(folder, poolingFile, &pooling)
	switch {
	case agmem.KindOf(err) == agmem.NotFound:
		c.first = strings.Contains(name, "bge-")
	case err != nil:
		return err
	case pooling.First == pooling.Mean:
		return unsupported("a vector that is neither that of the first token nor the mean of all")
	default:
		c.first = pooling.First
	}
	return nil
}

// readLength says how many tokens of a text count.
func (c *config) readLength(folder string) error {
	var length struct {
		Max int `json:"max_seq_length"`
	}
	if err := readSettings(folder, lengthFile, &length); err != nil && agmem.KindOf(err) != agmem.NotFound {
		return err
	}
	c.maxTokens = min(c.positions, longest)
	if length.Max >= 3 {
		c.maxTokens = min(c.maxTokens, length.Max)
	}
	return nil
}

// readSettings decodes a small JSON file of a model. One that is missing is
// NotFound, one that is not what it should be Corrupt.
func readSettings(folder, name string, into any) error {
	path := filepath.Join(folder, filepath.FromSlash(name))
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return agmem.Errorf(agmem.NotFound, "there is no %s in the folder of the model: %w", name, err)
	case err != nil:
		return agmem.Errorf(agmem.Unavailable, "the model cannot be read: %w", err)
	case !info.Mode().IsRegular() || info.Size() > maxSettings:
		return agmem.Errorf(agmem.Corrupt, "%s of the model is not a file of settings", name)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return agmem.Errorf(agmem.Unavailable, "the model cannot be read: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return agmem.Errorf(agmem.Corrupt, "%s of the model cannot be read: %w", name, err)
	}
	return nil
}

func unsupported(format string, args ...any) error {
	return agmem.Errorf(agmem.Invalid, "the model cannot be used: "+format+" is not supported", args...)
}
