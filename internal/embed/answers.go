package embed

import (
	"context"
	"net"
	"net/url"
	"time"

	"github.com/agmem/agmem"
)

// mustAnswerIn is how long auto waits for an Ollama that nobody named.
const mustAnswerIn = 50 * time.Millisecond

// answers says whether there is an Ollama on this machine that has the model.
// Texts never go to another machine that nobody named. Where nobody listens the
// system says so in microseconds, so that is not remembered, and an Ollama that is
// started is found at once.
func (c *Chooser) answers(ctx context.Context, s Service) bool {
	address, ok := loopbackAddress(s.URL)
	if !ok || c.Makers.Network == nil && c.Makers.Elsewhere == nil {
		return false
	}
	m := c.memory()
	if st := m.of(s); m.isFresh(st) {
		return st.Found && c.canUse()
	}
	ctx, cancel := context.WithTimeout(ctx, mustAnswerIn)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		if ctx.Err() != nil {
			m.change(s, func(st *state) { st.Found, st.At = false, c.Now() })
		}
		return false
	}
	_ = conn.Close() // only that it was accepted counts
	if c.Makers.Network == nil {
		return c.canUse() // the other build asks for the model
	}
	digest, found, err := c.Makers.Network.Find(ctx, s)
	c.learn(s, digest, found && err == nil)
	return found && err == nil
}

func (c *Chooser) canUse() bool { return c.Makers.Network != nil || c.Makers.Elsewhere() }

func (c *Chooser) learn(s Service, digest string, found bool) {
	c.memory().change(s, func(st *state) {
		if found && digest != st.Digest {
			st.Digest, st.Learned = digest, 0
		}
		st.Found, st.At = found, c.Now()
	})
}

func loopbackAddress(text string) (string, bool) {
	u, err := url.Parse(text)
	if err != nil || !isLoopback(u.Hostname()) {
		return "", false
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port), true
}

// Ask asks a service now, whatever is remembered, and remembers the answer: the
// version of its model and the dimensions of its vectors.
func (c *Chooser) Ask(ctx context.Context, s Service) (Service, error) {
	if err := c.needNetwork(); err != nil {
		return s, err
	}
	digest, found, err := c.Makers.Network.Find(ctx, s)
	if err != nil {
		return s, err
	}
	c.learn(s, digest, found)
	if !found {
		return s, agmem.Errorf(agmem.NotFound, "%s has no model %s", s.Provider, s.Model).
			WithHint("let it fetch the model").WithStep(agmem.ActionRun, "init")
	}
	s.Digest = digest
	return c.measure(ctx, s)
}

func (c *Chooser) needNetwork() error {
	if c.Makers.Network == nil {
		return agmem.Errorf(agmem.Unavailable, "this program is not linked with what speaks to networks")
	}
	return nil
}

// measure asks for one vector, to count its dimensions. It may take as long as a
// service needs that has to load its model first.
func (c *Chooser) measure(ctx context.Context, s Service) (Service, error) {
	vectors, err := c.Makers.Network.Embedder(s).EmbedDocuments(ctx, []string{"memory"})
	if err != nil {
		return s, err
	}
	s.Dimensions = len(vectors[0])
	c.memory().change(s, func(st *state) {
		st.Learned, st.RestsUntil = s.Dimensions, time.Time{}
	})
	return s, nil
}
