package embed

import (
	"context"
	"time"

	"github.com/agmem/agmem"
)

// Chooser chooses an embedder.
type Chooser struct {
	Settings Settings
	Makers   Makers
	// Cache is agmem's cache folder, empty where it is unknown.
	Cache string
	Now   func() time.Time
}

// Choice is what was chosen, before it is opened.
type Choice struct {
	Provider Provider
	Model    string
	// Service is where a provider over a network is, and Rests says that it failed
	// a moment ago, so that no question should wait for it now.
	Service Service
	Rests   bool
	folder  string // of a local model
}

// Choose chooses by the configuration. It opens nothing. Only auto asks anybody,
// an Ollama on this machine, and that for 50 ms at most. A provider that was named
// and cannot be used is an error; auto then goes on to the next.
func (c *Chooser) Choose(ctx context.Context) (Choice, error) {
	switch p := c.Settings.Provider; p {
	case None:
		return Choice{Provider: None}, nil
	case Static:
		if c.Makers.Static == nil {
			return Choice{}, agmem.Errorf(agmem.Unavailable, "this program brings no static model along").
				WithHint("choose another provider").WithStep(agmem.ActionConfigure, "embedding.provider auto")
		}
		return Choice{Provider: Static, Model: "static"}, nil
	case Local:
		return c.local()
	case Ollama, OpenAI, Gemini:
		return c.network(p)
	default:
		return c.auto(ctx), nil
	}
}

func (c *Chooser) auto(ctx context.Context) Choice {
	if choice, err := c.local(); err == nil {
		return choice
	}
	if choice, err := c.network(Ollama); err == nil && c.answers(ctx, choice.Service) {
		return choice
	}
	if c.Makers.Static != nil {
		return Choice{Provider: Static, Model: "static"}
	}
	return Choice{Provider: None}
}

func (c *Chooser) local() (Choice, error) {
	if c.Makers.Local == nil {
		return Choice{}, agmem.Errorf(agmem.Unavailable, "this program cannot run local models").
			WithHint("choose another provider").WithStep(agmem.ActionConfigure, "embedding.provider auto")
	}
	name := c.Settings.Model
	if name == "" {
		name = DefaultLocal
	}
	folder, err := ModelFolder(c.Cache, name)
	if err != nil {
		return Choice{}, err
	}
	if !IsInstalled(folder, name) {
		return Choice{}, agmem.Errorf(agmem.NotFound, "the model %s is not on this machine", name).
			WithHint("fetch it").WithStep(agmem.ActionRun, "init")
	}
	return Choice{Provider: Local, Model: name, folder: folder}, nil
}

func (c *Chooser) network(p Provider) (Choice, error) {
	s, err := c.Settings.service(p)
	if err != nil {
		return Choice{}, err
	}
	m := c.memory()
	return Choice{Provider: p, Model: s.Model, Service: s, Rests: m.rests(m.of(s))}, nil
}

func (c *Chooser) memory() memory { return newMemory(c.Cache, c.Now) }

// OpenForQuestion opens a choice to ask one question, within the time that the
// configuration gives it. It is nil for none, and while a service rests.
func (c *Chooser) OpenForQuestion(ctx context.Context, choice Choice) (agmem.Embedder, error) {
	if choice.Rests {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, c.Settings.Timeout)
	defer cancel()
	return c.Open(ctx, choice)
}

// Open opens a choice: nil for none. The first time that a service is used, it is
// asked for a vector, because its fingerprint has to say how many dimensions those
// have; after that the answer is remembered.
func (c *Chooser) Open(ctx context.Context, choice Choice) (agmem.Embedder, error) {
	switch choice.Provider {
	case None:
		return nil, nil
	case Static:
		return c.Makers.Static()
	case Local:
		return c.Makers.Local(choice.folder)
	}
	return c.connect(ctx, choice.Service)
}
