package remote

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

// findOllama asks GET /api/tags, which loads no model.
func (c *Client) findOllama(ctx context.Context, s embed.Service) (digest string, found bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/api/tags", nil)
	if err != nil {
		return "", false, agmem.Errorf(agmem.Usage, "the URL of the embedding service cannot be used")
	}
	if name, value := bearer(s.Key); name != "" {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return "", false, plain(unreachable(ctx, s, err))
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", false, plain(refusal(s, response))
	}
	const most = 8 << 20
	text, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err != nil {
		return "", false, plain(unreachable(ctx, s, err))
	}
	var list struct {
		Models []struct {
			Name   string `json:"name"`
			Digest string `json:"digest"`
		} `json:"models"`
	}
	if err := decode(text, &list); err != nil {
		return "", false, agmem.Errorf(agmem.Unavailable, "the answer of %s cannot be used: %w", name(s), err)
	}
	for _, m := range list.Models {
		if tagged(m.Name) == tagged(s.Model) {
			return strings.TrimPrefix(m.Digest, "sha256:"), true, nil
		}
	}
	return "", false, nil
}

// plain is the error of a request that is made once.
func plain(err error) error {
	if a, ok := errors.AsType[*again](err); ok {
		return a.err
	}
	return err
}

// tagged is a model's name with its tag.
func tagged(model string) string {
	if strings.Contains(model[strings.LastIndexByte(model, '/')+1:], ":") {
		return model
	}
	return model + ":latest"
}

// Pull lets Ollama fetch the model of a service. progress is told bytes.
func (c *Client) Pull(ctx context.Context, s embed.Service, progress func(done, total int64)) error {
	body := struct {
		Model  string `json:"model"`
		Stream bool   `json:"stream"`
	}{s.Model, true}
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/api/pull", strings.NewReader(string(text)))
	if err != nil {
		return agmem.Errorf(agmem.Usage, "the URL of the embedding service cannot be used")
	}
	request.Header.Set("Content-Type", "application/json")
	if name, value := bearer(s.Key); name != "" {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return plain(unreachable(ctx, s, err))
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return plain(refusal(s, response))
	}
	return c.follow(ctx, s, response.Body, progress)
}

// follow reads what Ollama says while it fetches, one object a line. Only the word
// success at the end means that the model is there.
func (c *Client) follow(ctx context.Context, s embed.Service, lines io.Reader, progress func(done, total int64)) error {
	decoder := json.NewDecoder(lines)
	layers := make(map[string][2]int64)
	for {
		var step struct {
			Status    string `json:"status"`
			Digest    string `json:"digest"`
			Total     int64  `json:"total"`
			Completed int64  `json:"completed"`
			Error     string `json:"error"`
		}
		if err := decoder.Decode(&step); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return agmem.Errorf(agmem.Unavailable, "%s stopped before the model was fetched", name(s)).
				WithHint("repeat the command; Ollama goes on where it stopped")
		}
		switch {
		case step.Error != "":
			return agmem.Errorf(agmem.Unavailable, "%s cannot fetch %s%s", name(s), s.Model, what(s, []byte(step.Error)))
		case step.Status == "success":
			return nil
		case step.Digest != "" && step.Total > 0:
			layers[step.Digest] = [2]int64{step.Completed, step.Total}
			var done, total int64
			for _, l := range layers {
				done, total = done+l[0], total+l[1]
			}
			progress(done, total)
		}
	}
}
