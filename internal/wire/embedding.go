package wire

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/agmemcli"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/embed"
	"github.com/agmem/agmem/internal/embed/bert"
	"github.com/agmem/agmem/internal/embed/static"
	"github.com/agmem/agmem/internal/handover"
	"github.com/agmem/agmem/internal/paths"
)

// embeddingPart is what the light build lacks, in messages.
const embeddingPart = "an embedding service"

// chooser returns what chooses an embedder, by the configuration and by what this
// build can make vectors with.
func (s *settings) chooser() (*embed.Chooser, error) {
	c, err := s.config()
	if err != nil {
		return nil, err
	}
	return s.chooserBy(c), nil
}

// chooserBy is chooser by another configuration than that of the file.
func (s *settings) chooserBy(c *config.Config) *embed.Chooser {
	cache, _ := paths.CacheDir(s.env.Getenv) // without one, nothing is remembered
	return &embed.Chooser{
		Settings: embed.SettingsOf(c, s.env.Getenv),
		Makers: embed.Makers{
			Local:     func(folder string) (agmem.Embedder, error) { return localModel(folder, cache) },
			Static:    tableOfTokens,
			Network:   s.parts.Embeddings,
			Elsewhere: s.hasFullBuild,
		},
		Cache: cache,
		Now:   s.env.Now,
	}
}

func localModel(folder, cache string) (agmem.Embedder, error) {
	model, err := bert.Open(folder, cache)
	if err != nil {
		return nil, err // not the nil *Embedder, which would be an embedder
	}
	return model, nil
}

func tableOfTokens() (agmem.Embedder, error) {
	table, err := static.Open()
	if err != nil {
		return nil, err
	}
	return table, nil
}

// embedding is how the rooms come by the embedder of a process.
func embedding(process func() (*embed.Process, error)) agmem.Embedding {
	return agmem.Embedding{
		Open: func(ctx context.Context) (agmem.Embedder, error) {
			e, err := process()
			if err != nil {
				return nil, err
			}
			return e.Open(ctx)
		},
		InWrites: func(ctx context.Context) agmem.Embedder {
			e, err := process()
			if err != nil {
				return nil // the command embed says what is wrong
			}
			return e.InWrites(ctx)
		},
	}
}

// ofQuestions returns what opens the embedder of a process for a question.
func ofQuestions(process func() (*embed.Process, error)) func(context.Context) (agmem.Embedder, error) {
	return func(ctx context.Context) (agmem.Embedder, error) {
		e, err := process()
		if err != nil {
			return nil, err
		}
		return e.ForQuestion(ctx)
	}
}

// chosen returns what the configuration chooses. It asks nobody but an Ollama on this
// machine, for 50 ms at most.
func (s *settings) chosen(ctx context.Context) (embed.Choice, error) {
	e, err := s.embedder()
	if err != nil {
		return embed.Choice{}, err
	}
	return e.Choice(ctx)
}

// hasFullBuild says whether this process can hand its command over.
func (s *settings) hasFullBuild() bool {
	if _, received := handover.Received(s.env.Getenv); received {
		return false
	}
	_, found := handover.Find(s.env.Called)
	return found
}

// readyEmbedder hands the command over to the full build where the embedder needs
// it. A search does without where that is not installed or the service failed a
// moment ago; a command that must have vectors does not.
func (s *settings) readyEmbedder(ctx context.Context, must bool) error {
	if s.parts.Embeddings != nil {
		return s.need(true, embeddingPart)
	}
	choice, err := s.chosen(ctx)
	if err != nil || !choice.Provider.IsNetwork() {
		return nil // what opens the embedder says what is wrong
	}
	if must {
		return s.need(false, embeddingPart)
	}
	if choice.Rests || !s.hasFullBuild() {
		return nil
	}
	err = s.need(false, embeddingPart)
	if answered, ok := errors.AsType[*cli.Answered](err); ok {
		return answered
	}
	return nil // it could not be started
}

// embedderState says which embedder is used. A service is asked for a vector.
func (s *settings) embedderState(ctx context.Context) agmemcli.EmbedderState {
	const patience = 20 * time.Second // a service may have to load its model
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	choice, err := s.chosen(ctx)
	state := agmemcli.EmbedderState{Provider: string(choice.Provider), Err: err}
	if err != nil {
		c, failed := s.config()
		if failed == nil {
			state.Provider = c.Chosen(config.EmbeddingProvider)
		}
		return state
	}
	if choice.Provider.IsNetwork() {
		return s.serviceState(ctx, choice)
	}
	e, err := s.embedder()
	if err != nil {
		state.Err = err
		return state
	}
	opened, err := e.Open(ctx)
	if state.Err = err; opened != nil {
		state.Text, state.Model = opened.Model(), opened.Model()
	}
	return state
}

func (s *settings) serviceState(ctx context.Context, choice embed.Choice) agmemcli.EmbedderState {
	state := agmemcli.EmbedderState{Provider: string(choice.Provider)}
	if s.parts.Embeddings == nil {
		state.Err = agmem.Errorf(agmem.Unavailable, "%s needs %s, which is neither in the folder of agmem nor in $PATH: searches go by words alone", choice.Provider, handover.Full).
			WithHint(installHint, cli.Version)
		return state
	}
	c, err := s.chooser()
	if err != nil {
		state.Err = err
		return state
	}
	found, err := c.Ask(ctx, choice.Service)
	state.Err = err
	state.Text = fmt.Sprintf("%s at %s, %d dimensions", found.Model, found.URL, found.Dimensions)
	return state
}
