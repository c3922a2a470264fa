package embed_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

func TestAutoGoesThroughWhatIsThere(t *testing.T) {
	p := newPlace(t)
	steps := []struct {
		what string
		add  func()
		want embed.Provider
	}{
		{"nothing", func() {}, embed.None},
		{"keys of services that nobody named", func() { p.env["OPENAI_API_KEY"], p.env["GEMINI_API_KEY"], p.env["AGMEM_EMBEDDING_KEY"] = "a", "b", "c" }, embed.None},
		{"a table", func() { p.makers.Static = static(&fake{}) }, embed.Static},
		{"a network, and nobody listens", func() { p.makers.Network = &fake{dimensions: 3} }, embed.Static},
		{"an Ollama", func() { p.env["OLLAMA_HOST"] = listen(t).Addr().String() }, embed.Ollama},
		{"a model that cannot be run", func() { p.install(embed.DefaultLocal) }, embed.Ollama},
		{"a model", func() { p.makers.Local = local(&fake{}) }, embed.Local},
		{"another name", func() { p.keys["embedding.model"] = "other" }, embed.Ollama},
	}
	for _, s := range steps {
		s.add()
		if got, err := p.choose(); got.Provider != s.want || err != nil {
			t.Errorf("after %s: %v, %v; want %v", s.what, got.Provider, err, s.want)
		}
	}
}

func TestAutoAsksNoOtherMachine(t *testing.T) {
	p := newPlace(t)
	network := &fake{dimensions: 3}
	p.makers.Network = network
	for _, host := range []string{"http://192.0.2.1:11434", "ollama.example", "https://ollama.example"} {
		p.env["OLLAMA_HOST"] = host
		if got, err := p.choose(); got.Provider != embed.None || err != nil || network.found != 0 {
			t.Errorf("%s: %v, %v, asked %d times", host, got.Provider, err, network.found)
		}
	}
}

func TestNamedProviders(t *testing.T) {
	for _, c := range []struct {
		provider string
		env      map[string]string
		keys     map[string]string
		install  bool
		kind     agmem.Kind
		model    string
		url, key string
	}{
		{provider: "none"},
		{provider: "static", model: "static"},
		{provider: "local", kind: agmem.NotFound},
		{provider: "local", install: true, model: embed.DefaultLocal},
		{provider: "local", keys: map[string]string{"embedding.model": "../x"}, kind: agmem.Usage},
		{provider: "ollama", model: "nomic-embed-text", url: "http://127.0.0.1:11434"},
		{provider: "ollama", env: map[string]string{"OLLAMA_HOST": "0.0.0.0"}, model: "nomic-embed-text", url: "http://127.0.0.1:11434"},
		{provider: "ollama", env: map[string]string{"OLLAMA_HOST": ":5000"}, model: "nomic-embed-text", url: "http://127.0.0.1:5000"},
		{provider: "ollama", env: map[string]string{"OLLAMA_HOST": "https://o.example/x/"}, model: "nomic-embed-text", url: "https://o.example:443/x"},
		{provider: "ollama", keys: map[string]string{"embedding.url": "http://gpu.example:11434/"}, env: map[string]string{"OLLAMA_HOST": "x"}, model: "nomic-embed-text", url: "http://gpu.example:11434"},
		{provider: "openai", kind: agmem.Denied},
		{provider: "openai", env: map[string]string{"OPENAI_API_KEY": "o"}, model: "text-embedding-3-small", url: "https://api.openai.com/v1", key: "o"},
		{provider: "openai", env: map[string]string{"OPENAI_API_KEY": "o", "AGMEM_EMBEDDING_KEY": "a"}, keys: map[string]string{"embedding.key": "k"}, model: "text-embedding-3-small", url: "https://api.openai.com/v1", key: "a"},
		{provider: "openai", env: map[string]string{"OPENAI_API_KEY": "o"}, keys: map[string]string{"embedding.key": "k"}, model: "text-embedding-3-small", url: "https://api.openai.com/v1", key: "k"},
		// The key for OpenAI goes to OpenAI and to this machine.
		{provider: "openai", env: map[string]string{"OPENAI_API_KEY": "o"}, keys: map[string]string{"embedding.url": "https://other.example/v1", "embedding.model": "m"}, model: "m", url: "https://other.example/v1"},
		{provider: "openai", env: map[string]string{"OPENAI_API_KEY": "o"}, keys: map[string]string{"embedding.url": "http://api.openai.com/v1", "embedding.model": "m"}, model: "m", url: "http://api.openai.com/v1"},
		{provider: "openai", env: map[string]string{"OPENAI_API_KEY": "o"}, keys: map[string]string{"embedding.url": "http://localhost:8080", "embedding.model": "m"}, model: "m", url: "http://localhost:8080", key: "o"},
		{provider: "openai", env: map[string]string{"AGMEM_EMBEDDING_KEY": "a"}, keys: map[string]string{"embedding.url": "https://other.example/v1"}, model: "text-embedding-3-small", url: "https://other.example/v1", key: "a"},
		{provider: "gemini", kind: agmem.Denied},
		{provider: "gemini", env: map[string]string{"OPENAI_API_KEY": "o", "GEMINI_API_KEY": "g"}, model: "gemini-embedding-001", url: "https://generativelanguage.googleapis.com", key: "g"},
	} {
		p := newPlace(t)
		delete(p.env, "OLLAMA_HOST")
		for name, value := range c.env {
			p.env[name] = value
		}
		for key, value := range c.keys {
			p.keys[key] = value
		}
		p.keys["embedding.provider"] = c.provider
		p.makers = embed.Makers{Local: local(&fake{}), Static: static(&fake{}), Network: &fake{}}
		if c.install {
			p.install(embed.DefaultLocal)
		}
		got, err := p.choose()
		if c.kind != agmem.Internal {
			if agmem.KindOf(err) != c.kind {
				t.Errorf("%+v: %v (%v), want %v", c, err, agmem.KindOf(err), c.kind)
			}
			continue
		}
		s := got.Service
		if err != nil || got.Provider != embed.Provider(c.provider) || got.Model != c.model || s.URL != c.url || s.Key.Reveal() != c.key {
			t.Errorf("%+v: %+v with the key %q, %v", c, got, s.Key.Reveal(), err)
		}
	}
}

func TestWhatTheProgramLacksIsSaid(t *testing.T) {
	for _, provider := range []string{"static", "local"} {
		p := newPlace(t)
		p.keys["embedding.provider"] = provider
		if _, err := p.choose(); agmem.KindOf(err) != agmem.Unavailable {
			t.Errorf("%s: %v", provider, err)
		}
	}
}

func TestOnlyWhatNeedsNoNetworkEmbedsInWrites(t *testing.T) {
	for provider, want := range map[string]bool{"static": true, "local": true, "ollama": false, "openai": false, "gemini": false} {
		p := newPlace(t)
		p.install(embed.DefaultLocal)
		p.env["AGMEM_EMBEDDING_KEY"] = "k"
		p.keys["embedding.provider"] = provider
		p.makers = embed.Makers{Local: local(&fake{}), Static: static(&fake{}), Network: &fake{dimensions: 3}}
		process := embed.NewProcess(p.chooser())
		if inWrites := process.InWrites(t.Context()); (inWrites != nil) != want {
			t.Errorf("%s in a write: %v", provider, inWrites)
		}
		first, err := process.Open(t.Context())
		second, again := process.ForQuestion(t.Context())
		if err != nil || again != nil || first == nil || first != second {
			t.Errorf("%s is opened twice: %v, %v", provider, err, again)
		}
	}
	p := newPlace(t)
	p.keys["embedding.provider"] = "none"
	if got, err := p.open(); got != nil || err != nil {
		t.Errorf("none: %v, %v", got, err)
	}
	process := embed.NewProcess(p.chooser())
	if got, err := process.Open(t.Context()); got != nil || err != nil || process.InWrites(t.Context()) != nil {
		t.Errorf("none: %v, %v", got, err)
	}
}

// A fingerprint changes with everything that makes vectors incomparable.
func TestFingerprints(t *testing.T) {
	seen := map[string]string{}
	for name, change := range map[string]func(*embed.Service){
		"as it is":           func(*embed.Service) {},
		"another provider":   func(s *embed.Service) { s.Provider = embed.OpenAI },
		"another model":      func(s *embed.Service) { s.Model = "n" },
		"another dimension":  func(s *embed.Service) { s.Dimensions = 4 },
		"another version":    func(s *embed.Service) { s.Digest = "0123456789abcdef" },
		"another prefix":     func(s *embed.Service) { s.Question = "query: " },
		"prefix of the text": func(s *embed.Service) { s.Document = "query: " },
	} {
		s := embed.Service{Provider: embed.Ollama, Model: "m", Dimensions: 3}
		change(&s)
		if other, twice := seen[s.Fingerprint()]; twice {
			t.Errorf("%s and %s have the fingerprint %s", name, other, s.Fingerprint())
		}
		seen[s.Fingerprint()] = name
	}
	a := embed.Service{Provider: embed.Ollama, Model: "m", Dimensions: 3, URL: "http://a", Key: "x"}
	if strings.Contains(a.Fingerprint(), "http") {
		t.Errorf("a service that moves keeps its vectors: %s", a.Fingerprint())
	}
}

func TestTraits(t *testing.T) {
	for model, want := range map[string]embed.Traits{
		"nomic-embed-text":                       {Question: "search_query: ", Document: "search_document: ", MaxTokens: 2048},
		"hf.co/nomic-ai/nomic-embed-text-v1.5":   {Question: "search_query: ", Document: "search_document: ", MaxTokens: 2048},
		"intfloat/multilingual-e5-small":         {Question: "query: ", Document: "passage: ", MaxTokens: 512},
		"BAAI/bge-small-en-v1.5":                 {Question: "Represent this sentence for searching relevant passages: ", MaxTokens: 512},
		"bge-m3:latest":                          {MaxTokens: 8192},
		"sentence-transformers/all-MiniLM-L6-v2": {MaxTokens: 256},
		"text-embedding-3-small":                 {MaxTokens: 8191},
		"something":                              {MaxTokens: 2048},
	} {
		if got := embed.TraitsOf(model); got != want {
			t.Errorf("%s: %+v, want %+v", model, got, want)
		}
	}
}

func TestFirstUseLearnsTheDimensions(t *testing.T) {
	p := newPlace(t)
	network := &fake{dimensions: 5, digest: "abcdef"}
	p.makers.Network = network
	p.keys["embedding.provider"] = "ollama"
	first, err := p.open()
	if err != nil || first.Model() != "ollama/nomic-embed-text:5:"+versionOf(t)+":abcdef" {
		t.Fatalf("%v, %v", first, err)
	}
	second, err := p.open() // by another process
	if err != nil || second.Model() != first.Model() || network.found != 1 || network.documents != 1 {
		t.Errorf("%v, %v; asked %d and %d times", second, err, network.found, network.documents)
	}
	network.digest, p.now = "fedcba", p.now.Add(11*60e9)
	if third, err := p.open(); err != nil || !strings.HasSuffix(third.Model(), ":fedcba") {
		t.Errorf("a new version: %v, %v", third, err)
	}
	// It is away: what it was is known.
	network.err, p.now = errors.New("away"), p.now.Add(11*60e9)
	if fourth, err := p.open(); err != nil || !strings.HasSuffix(fourth.Model(), ":fedcba") {
		t.Errorf("away: %v, %v", fourth, err)
	}
	network.err, network.missing = nil, true
	if _, err := p.open(); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("the model was removed: %v", err)
	}
}

func versionOf(t *testing.T) string {
	t.Helper()
	parts := strings.Split(embed.Service{Traits: embed.TraitsOf("nomic-embed-text")}.Fingerprint(), ":")
	return parts[len(parts)-1]
}

// An outage costs one search its time-out, not every one.
func TestAServiceThatFailedRests(t *testing.T) {
	p := newPlace(t)
	network := &fake{dimensions: 3}
	p.makers.Network = network
	p.keys["embedding.provider"] = "ollama"
	opened, err := p.open()
	if err != nil {
		t.Fatal(err)
	}
	network.err = errors.New("away")
	for range 3 {
		if _, err := opened.EmbedQuery(t.Context(), "a"); err == nil {
			t.Fatal("no error")
		}
	}
	if network.questions != 1 {
		t.Errorf("it was asked %d times", network.questions)
	}
	choice, _ := p.choose()
	if got, err := p.chooser().OpenForQuestion(t.Context(), choice); !choice.Rests || got != nil || err != nil {
		t.Errorf("the next process: %+v, %v, %v", choice, got, err)
	}
	network.err = nil
	if _, err := opened.EmbedDocuments(t.Context(), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if choice, _ = p.choose(); choice.Rests {
		t.Error("it rests although it answered")
	}
	network.err = context.Canceled // the caller gave up
	_, _ = opened.EmbedQuery(t.Context(), "a")
	if choice, _ = p.choose(); choice.Rests {
		t.Error("it rests because a caller gave up")
	}
	network.err = errors.New("away")
	_, _ = opened.EmbedQuery(t.Context(), "a")
	p.now = p.now.Add(31e9)
	if choice, _ = p.choose(); choice.Rests {
		t.Error("it rests for longer than half a minute")
	}
}

func TestAutoRemembersWhatAnswers(t *testing.T) {
	p := newPlace(t)
	network := &fake{dimensions: 3}
	p.makers.Network = network
	p.env["OLLAMA_HOST"] = listen(t).Addr().String()
	for range 3 {
		if got, _ := p.choose(); got.Provider != embed.Ollama {
			t.Fatal(got.Provider)
		}
	}
	if network.found != 1 {
		t.Errorf("asked %d times within minutes", network.found)
	}
	p.now = p.now.Add(11 * 60e9)
	network.missing = true
	for range 3 {
		if got, _ := p.choose(); got.Provider != embed.None {
			t.Fatal(got.Provider)
		}
	}
	if network.found != 2 {
		t.Errorf("asked %d times for a model that is not there", network.found-1)
	}
	network.missing, p.now = false, p.now.Add(3*60e9)
	if got, _ := p.choose(); got.Provider != embed.Ollama {
		t.Errorf("a model that was fetched is not found: %v", got.Provider)
	}
}

// The light build only looks whether somebody listens; the full one asks for the model.
func TestAutoWithoutANetwork(t *testing.T) {
	p := newPlace(t)
	elsewhere := false
	p.makers.Elsewhere = func() bool { return elsewhere }
	p.env["OLLAMA_HOST"] = listen(t).Addr().String()
	if got, _ := p.choose(); got.Provider != embed.None {
		t.Errorf("without another build: %v", got.Provider)
	}
	elsewhere = true
	if got, _ := p.choose(); got.Provider != embed.Ollama {
		t.Errorf("with another build: %v", got.Provider)
	}
	p.env["OLLAMA_HOST"] = unused(t)
	if got, _ := p.choose(); got.Provider != embed.None {
		t.Errorf("nobody listens: %v", got.Provider)
	}
}

func TestWithoutACacheNothingIsKept(t *testing.T) {
	p := newPlace(t)
	p.cache = ""
	network := &fake{dimensions: 3}
	p.makers.Network = network
	p.keys["embedding.provider"] = "ollama"
	if _, err := p.open(); err != nil || network.found != 1 {
		t.Errorf("%v, asked %d times", err, network.found)
	}
}
