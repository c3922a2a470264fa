package embed_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/embed"
)

// fake is an embedder, and a network with it.
type fake struct {
	model      string
	dimensions int
	digest     string
	missing    bool
	err        error
	found      int // how often it was asked for its model
	questions  int
	documents  int
}

func (f *fake) Model() string { return f.model }

func (f *fake) Find(context.Context, embed.Service) (string, bool, error) {
	f.found++
	return f.digest, !f.missing && f.err == nil, f.err
}

func (f *fake) Embedder(s embed.Service) agmem.Embedder {
	f.model = s.Fingerprint()
	return &bound{f, s.Fingerprint()}
}

// bound is the embedder of one service.
type bound struct {
	*fake
	fingerprint string
}

func (b *bound) Model() string { return b.fingerprint }

func (f *fake) EmbedQuery(context.Context, string) ([]float32, error) {
	f.questions++
	return make([]float32, f.dimensions), f.err
}

func (f *fake) EmbedDocuments(_ context.Context, texts []string) ([][]float32, error) {
	f.documents++
	all := make([][]float32, len(texts))
	for i := range all {
		all[i] = make([]float32, f.dimensions)
	}
	return all, f.err
}

// place is a machine: its configuration, environment, cache and clock.
type place struct {
	t      *testing.T
	keys   map[string]string
	env    map[string]string
	cache  string
	now    time.Time
	makers embed.Makers
}

func newPlace(t *testing.T) *place {
	return &place{
		t: t, keys: map[string]string{}, cache: t.TempDir(), now: time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC),
		env: map[string]string{"OLLAMA_HOST": unused(t)},
	}
}

func (p *place) chooser() *embed.Chooser {
	p.t.Helper()
	var c config.Config
	for key, value := range p.keys {
		if err := c.Set(config.Global, key, value); err != nil {
			p.t.Fatal(err)
		}
	}
	return &embed.Chooser{
		Settings: embed.SettingsOf(&c, func(name string) string { return p.env[name] }),
		Makers:   p.makers, Cache: p.cache, Now: func() time.Time { return p.now },
	}
}

func (p *place) choose() (embed.Choice, error) {
	p.t.Helper()
	return p.chooser().Choose(p.t.Context())
}

func (p *place) open() (agmem.Embedder, error) {
	p.t.Helper()
	choice, err := p.choose()
	if err != nil {
		p.t.Fatal(err)
	}
	return p.chooser().Open(p.t.Context(), choice)
}

// install makes a model that counts as fetched.
func (p *place) install(name string) {
	p.t.Helper()
	folder := filepath.Join(p.cache, "models", name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, embed.Manifest), []byte("{}"), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func static(f *fake) func() (agmem.Embedder, error) {
	return func() (agmem.Embedder, error) { return f, nil }
}

func local(f *fake) func(string) (agmem.Embedder, error) {
	return func(string) (agmem.Embedder, error) { return f, nil }
}

// unused returns an address where nobody listens.
func unused(t *testing.T) string {
	t.Helper()
	l := listen(t)
	address := l.Addr().String()
	_ = l.Close()
	return address
}

// listen accepts connections and says nothing.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}
