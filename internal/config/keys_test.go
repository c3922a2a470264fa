package config_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/config"
)

func TestKnownKeysAreSound(t *testing.T) {
	keys := config.Known()
	if !slices.IsSortedFunc(keys, func(a, b config.Key) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the known keys are not sorted")
	}
	for _, k := range keys {
		if k.Help == "" || strings.Contains(k.Help, "\n") {
			t.Errorf("the help of %s is %q, want one line", k.Name, k.Help)
		}
		if k.Default == "" {
			continue
		}
		var c config.Config
		if err := c.Set(config.Global, k.Name, k.Default); err != nil {
			t.Errorf("the default of %s is refused: %v", k.Name, err)
		}
	}
}

func TestSetChecks(t *testing.T) {
	for _, c := range []struct{ scope, key, value, stored, hint string }{
		{"", "default_source", "team-gist", "team-gist", ""},
		{"", "default_source", "Team Gist", "", "lower-case"},
		{"", "origin.git", "Off", "false", ""},
		{"", "origin.git", "1", "true", ""},
		{"", "origin.git", "maybe", "", ""},
		{"", "origin.gti", "true", "", "did you mean origin.git?"},
		{"", "embedding.modle", "x", "", "did you mean embedding.model?"},
		{"", "embedding.provdier", "x", "", "did you mean embedding.provider?"},
		{"", "embedding.somethingelse", "x", "", "every known key"},
		{"", "embedding.model", "nomic-embed-text", "nomic-embed-text", ""},
		{"", "embedding.provider", "ollama", "ollama", ""},
		{"", "embedding.provider", "olama", "", ""},
		{"", "embedding.dimensions", "0256", "256", ""},
		{"", "embedding.dimensions", "0", "", ""},
		{"", "embedding.dimensions", "many", "", ""},
		{"", "embedding.timeout", "800ms", "800ms", ""},
		{"", "embedding.timeout", "1", "", ""},
		{"", "embedding.timeout", "-1s", "", ""},
		{"", "embedding.url", "http://localhost:11434", "http://localhost:11434", ""},
		{"", "embedding.url", "localhost:11434", "", ""},
		{"", "embedding.url", "file:///etc/passwd", "", ""},
		{"", "embedding.url", "https://me:secret@example.org/v1", "", "setting of its own"},
		{"", "embedding.url", "https://example.org/v1?key=secret", "", "setting of its own"},
		{"", "api_token", "ghp_xxxx", "ghp_xxxx", ""},
		{"", "my.own.key", "", "", ""},
		{"team-gist", "embedding.modle", "x", "x", ""},
		{"team-gist", "api_token", "x\ny", "x\ny", ""},
		{"", "", "x", "", "such as"},
		{"", ".a", "x", "", "such as"},
		{"", "a.", "x", "", "such as"},
		{"", "a..b", "x", "", "such as"},
		{"", "a b", "x", "", "such as"},
		{"", "ключ", "x", "", "such as"},
		{"", strings.Repeat("k", 101), "x", "", "such as"},
		{"Team", "a", "x", "", "such as team-gist"},
		{"-team", "a", "x", "", "such as team-gist"},
		{"a/b", "a", "x", "", "such as team-gist"},
		{"", "a", "\xff", "", ""},
	} {
		var conf config.Config
		err := conf.Set(c.scope, c.key, c.value)
		got, ok := conf.Get(c.scope, c.key)
		if c.stored != "" || c.key == "my.own.key" {
			if err != nil || got != c.stored {
				t.Errorf("Set(%q, %q, %q): %q, %v; want %q", c.scope, c.key, c.value, got, err, c.stored)
			}
			continue
		}
		problem, _ := errors.AsType[*agmem.Error](err)
		if problem == nil || problem.Kind != agmem.Usage || !strings.Contains(problem.Hint, c.hint) {
			t.Errorf("Set(%q, %q, %q): %v, want a usage error with the hint %q", c.scope, c.key, c.value, err, c.hint)
		}
		if ok {
			t.Errorf("Set(%q, %q, %q) failed and stored %q", c.scope, c.key, c.value, got)
		}
	}
}

func TestDeleteOfAnUnsetKey(t *testing.T) {
	for scope, next := range map[string]agmem.Step{
		"":      {Action: agmem.ActionConfigure, On: "default_source VALUE"},
		"local": {Action: agmem.ActionShowSettings, On: "local"},
	} {
		var c config.Config
		err := c.Delete(scope, "default_source")
		problem, _ := errors.AsType[*agmem.Error](err)
		if problem == nil || problem.Kind != agmem.NotFound || problem.Next != next {
			t.Errorf("Delete in %q: %v, want not found with the next step %q", scope, err, next)
		}
	}
}

func TestSuggest(t *testing.T) {
	for key, want := range map[string]string{
		"defualt_source": "default_source", "default-source": "default_source", "autor": "author",
		"origin.gti": "origin.git", "default_source": "", "api_token": "", "x": "", "": "", "color": "",
	} {
		if got, ok := config.Suggest(key); got != want && ok || ok != (want != "") {
			t.Errorf("Suggest(%q) = %q, %v; want %q", key, got, ok, want)
		}
	}
}

func TestMask(t *testing.T) {
	for _, key := range []string{
		"token", "api_token", "API-TOKEN", "apiKey", "api.key", "embedding.api_key", "key", "keys", "clientSecret",
		"db.password", "accessTokens", "authtoken", "openai_apikey", "s3.secret-access", "KEY2",
	} {
		if got := config.Mask(key, "ghp_xxxx"); strings.Contains(got, "ghp") {
			t.Errorf("the value of %s is shown: %q", key, got)
		}
		if config.Mask(key, "short") != config.Mask(key, strings.Repeat("long", 99)) {
			t.Errorf("the mask of %s tells the length", key)
		}
	}
	for _, key := range []string{"monkey", "keyboard", "default_source", "tokenizer", "secretary", "hockey_team"} {
		if got := config.Mask(key, "value"); got != "value" {
			t.Errorf("the value of %s is masked: %q", key, got)
		}
	}
	if got := config.Mask("token", ""); got != "" {
		t.Errorf("an empty secret is shown as %q", got)
	}
}

func FuzzSet(f *testing.F) {
	f.Add("", "origin.git", "true")
	f.Add("team-gist", "api_token", "ghp_xxxx")
	f.Add("a/b", "x.", "\xff")
	f.Fuzz(func(t *testing.T, scope, key, value string) {
		var c config.Config
		if err := c.Set(scope, key, value); err != nil {
			if agmem.KindOf(err) != agmem.Usage {
				t.Errorf("Set(%q, %q, %q): %v (%v)", scope, key, value, err, agmem.KindOf(err))
			}
			return
		}
		if _, ok := c.Get(scope, key); !ok {
			t.Errorf("Set(%q, %q) stored nothing", scope, key)
		}
		config.Mask(key, value)
		config.Suggest(key)
	})
}

func TestValuesOfTheWrongTypeCountAsTheDefault(t *testing.T) {
	c := load(t, file(t, `{"global": {"embedding.provider": "perhaps", "embedding.timeout": "soon"}}`))
	if got := c.Chosen(config.EmbeddingProvider); got != "auto" {
		t.Errorf("the provider is %q", got)
	}
	if got := c.Duration(config.EmbeddingTimeout); got != time.Second {
		t.Errorf("the time-out is %v", got)
	}
	c = load(t, file(t, `{"global": {"embedding.provider": "none", "embedding.timeout": "2s"}}`))
	if c.Chosen(config.EmbeddingProvider) != "none" || c.Duration(config.EmbeddingTimeout) != 2*time.Second {
		t.Error("valid values are not used")
	}
}

func TestKeysOfServicesAreMasked(t *testing.T) {
	if got := config.Mask(config.EmbeddingKey, "sk-1"); got != "********" {
		t.Errorf("the key is shown: %s", got)
	}
	var c config.Config
	if err := c.Set(config.Global, config.EmbeddingURL, "https://me:hunter2@example.org"); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}
