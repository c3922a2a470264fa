package config

import (
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/secrets"
	"github.com/agmem/agmem/internal/typo"
)

// Type is what a value of a known key must be.
type Type string

// The types of known keys.
const (
	String     Type = "string"
	Bool       Type = "bool"     // true or false
	SourceName Type = "source"   // the name of a source
	Choice     Type = "choice"   // one of Values
	Number     Type = "number"   // a whole number, 1 or more
	Duration   Type = "duration" // such as 800ms or 2s, above 0
	URL        Type = "url"      // http or https, without a password in it
)

// Key is a global key that agmem knows.
type Key struct {
	Name    string `json:"name"`
	Type    Type   `json:"type"`
	Default string `json:"default"` // empty for none
	Help    string `json:"help"`    // one line
	// Values are those that a choice has.
	Values []string `json:"values,omitempty"`
}

// The known keys, by the names that Config.Value and Config.Enabled take.
const (
	DefaultSource       = "default_source"
	Author              = "author"
	OriginGit           = "origin.git"
	CompressBanks       = "banks.compress"
	EmbeddingDimensions = "embedding.dimensions"
	EmbeddingKey        = "embedding.key"
	EmbeddingModel      = "embedding.model"
	EmbeddingProvider   = "embedding.provider"
	EmbeddingTimeout    = "embedding.timeout"
	EmbeddingURL        = "embedding.url"
	FollowLinks         = "links.follow"
	LedgerPath          = "ledger.path"
	MatchLabel          = "memex.match_label"
	SearchFusion        = "search.fusion"
	SearchScope         = "search.scope"
	SearchTail          = "search.tail"
	Secrets             = "secrets"
)

// What a search does with the hits that hardly answer.
const (
	TailCut   = "cut"
	TailShown = "show"
)

// Enabled is the key of a source that says whether a search asks it.
const Enabled = "enabled"

// Known returns every key that agmem knows, sorted by name. Other keys are
// free as long as their first part is not that of a known one.
func Known() []Key {
	return []Key{
		{Name: Author, Type: String, Help: "the author of new memories, if no flag, variable or agent sets one"},
		{Name: CompressBanks, Type: Bool, Default: "false", Help: "whether banks over 1 MB are written compressed, which slop-mcp cannot read"},
		{Name: DefaultSource, Type: SourceName, Default: "local", Help: "the source that new memories go to without --source"},
		{Name: EmbeddingDimensions, Type: Number, Help: "how many dimensions the service is asked for (if unset: as many as its model has; gemini: 768)"},
		{Name: EmbeddingKey, Type: String, Help: "the key of the embedding service (AGMEM_EMBEDDING_KEY wins)"},
		{Name: EmbeddingModel, Type: String, Help: "the model that turns memories into vectors (if unset: the usual one of the provider)"},
		{Name: EmbeddingProvider, Type: Choice, Default: "auto", Values: []string{"auto", "static", "local", "ollama", "openai", "gemini", "none"},
			Help: "what turns memories into vectors; auto never sends a text to another machine"},
		{Name: EmbeddingTimeout, Type: Duration, Default: "1s", Help: "how long a search waits for the vector of its question before it goes by words alone"},
		{Name: EmbeddingURL, Type: URL, Help: "where the embedding service is (if unset: the usual place of the provider)"},
		{Name: LedgerPath, Type: String, Help: "the database of the evidence ledger (if unset: that of the memories)"},
		{Name: FollowLinks, Type: Bool, Default: "false", Help: "whether banks and cards are read that a symbolic link leads to out of their folder; nothing is ever written there"},
		{Name: MatchLabel, Type: String, Help: "the label that memex search puts before the matching line (if unset: 匹配行 or match, by the language of the line)"},
		{Name: OriginGit, Type: Bool, Default: "true", Help: "whether repository, branch and commit are stored with each memory, and the current repository is preferred"},
		{Name: SearchFusion, Type: Choice, Default: "value", Values: []string{"value", "rrf"},
			Help: "how a search of several sources orders the hits: by their value, or by their places in the lists of the sources (rrf)"},
		{Name: SearchScope, Type: Choice, Default: "prefer", Values: []string{"prefer", "this", "any"},
			Help: "what search and list do with the projects of memories without --repo: the current repository first (prefer), nothing else (this), or all alike (any)"},
		{Name: SearchTail, Type: Choice, Default: TailCut, Values: []string{TailCut, TailShown},
			Help: "whether a search leaves out the hits that hardly answer (cut) or shows them"},
		{Name: Secrets, Type: Choice, Default: string(secrets.Refuse), Values: secrets.Policies(),
			Help: "what becomes of a write with what looks like a secret: refused, [redacted: RULE] in its place, stored with a warning, or not looked for"},
	}
}

func find(key string) (Key, bool) {
	for _, k := range Known() {
		if k.Name == key {
			return k, true
		}
	}
	return Key{}, false
}

// Suggest returns the known key that a mistyped one probably means. It says
// nothing about a key that is known or like none.
func Suggest(key string) (string, bool) {
	best, distance := "", maxTypos(key)+1
	for _, k := range Known() {
		if d := typo.Distance(key, k.Name); d < distance {
			best, distance = k.Name, d
		}
	}
	return best, best != "" && distance > 0
}

// maxTypos is how many typing errors a key of this length is believed to hold.
func maxTypos(key string) int { return min(3, len(key)/3) }

// checkUnknown refuses an unknown key that looks like one of agmem: one with a
// typing error would be kept and never read.
func checkUnknown(key string) error {
	prefix, _, dotted := strings.Cut(key, ".")
	if !dotted || !isKnownPrefix(prefix) {
		return nil
	}
	err := agmem.Errorf(agmem.Usage, "there is no key %q", key)
	if meant, ok := Suggest(key); ok {
		return err.WithHint("did you mean %s? otherwise list every known key", meant).WithStep(agmem.ActionKnownSettings, "")
	}
	return err.WithHint("list every known key").WithStep(agmem.ActionKnownSettings, "")
}

func isKnownPrefix(prefix string) bool {
	for _, k := range Known() {
		if p, _, dotted := strings.Cut(k.Name, "."); dotted && p == prefix {
			return true
		}
	}
	return false
}
