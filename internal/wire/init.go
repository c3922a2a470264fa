package wire

import (
	"context"
	"fmt"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

// initEmbedder prepares what the configuration wants vectors from: it fetches a
// local model, lets Ollama fetch its own, and says of the others that there is
// nothing to do.
func (s *settings) initEmbedder(ctx context.Context, from string, progress func(done, total int64)) (agmem.RunResult, error) {
	c, err := s.chooser()
	if err != nil {
		return nil, err
	}
	p := c.Settings.Provider
	if from != "" && p != embed.Auto && p != embed.Local {
		return nil, agmem.Errorf(agmem.Usage, "the provider %s takes no model from a folder, an archive or a mirror", p).
			WithHint("choose the one that does").WithStep(agmem.ActionConfigure, "embedding.provider local")
	}
	switch p {
	case embed.None:
		return explained(p, "no embedder is wanted; agmem config set embedding.provider auto takes one that is there"), nil
	case embed.Static:
		return explained(p, "nothing to fetch: the model is part of the program"), nil
	case embed.OpenAI, embed.Gemini:
		choice, err := c.Choose(ctx)
		if err != nil {
			return nil, err
		}
		return append(explained(p, "nothing to fetch: "+nextAfterInit+" sends the texts of the memories to the service"),
			agmem.RunField{Name: "model", Value: choice.Model}, agmem.RunField{Name: "url", Value: choice.Service.URL}), nil
	case embed.Ollama:
		return s.pull(ctx, c, progress)
	}
	return s.fetch(ctx, c, from, progress)
}

func explained(p embed.Provider, note string) agmem.RunResult {
	return agmem.RunResult{{Name: "provider", Value: string(p)}, {Name: "note", Value: note}}
}

// nextAfterInit is what makes use of a model.
const nextAfterInit = "agmem run embed-rebuild"

func (s *settings) pull(ctx context.Context, c *embed.Chooser, progress func(done, total int64)) (agmem.RunResult, error) {
	if err := s.need(s.parts.PullModel != nil, embeddingPart); err != nil {
		return nil, err
	}
	choice, err := c.Choose(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.parts.PullModel(ctx, choice.Service, progress); err != nil {
		return nil, err
	}
	ready, err := c.Ask(ctx, choice.Service)
	if err != nil {
		return nil, err
	}
	return agmem.RunResult{
		{Name: "provider", Value: string(embed.Ollama)},
		{Name: "model", Value: ready.Model},
		{Name: "url", Value: ready.URL},
		{Name: "dimensions", Value: ready.Dimensions},
		{Name: "next", Value: nextAfterInit},
	}, nil
}

func (s *settings) fetch(ctx context.Context, c *embed.Chooser, from string, progress func(done, total int64)) (agmem.RunResult, error) {
	if err := s.need(s.parts.FetchModel != nil, "fetching a model"); err != nil {
		return nil, err
	}
	name := c.Settings.Model
	if name == "" {
		name = embed.DefaultLocal
	}
	folder, err := embed.ModelFolder(c.Cache, name)
	if err != nil {
		return nil, err
	}
	done, err := s.parts.FetchModel(ctx, embed.Wanted{
		Name: name, Folder: folder, From: from, Home: s.env.Getenv("HF_ENDPOINT"), Progress: progress,
	})
	if err != nil {
		return nil, err
	}
	return agmem.RunResult{
		{Name: "provider", Value: string(embed.Local)},
		{Name: "model", Value: name},
		{Name: "folder", Value: done.Folder},
		{Name: "from", Value: done.From},
		{Name: "fetched", Value: !done.Already},
		{Name: "bytes", Value: done.Bytes},
		{Name: "sha256", Value: compared(done)},
		{Name: "next", Value: nextAfterInit},
	}, nil
}

func compared(done embed.Fetched) string {
	if done.Compared == done.Files {
		return fmt.Sprintf("all %d files are the published ones", done.Files)
	}
	return fmt.Sprintf("%d of %d files could be compared with published ones; the hashes of the others were stored", done.Compared, done.Files)
}
