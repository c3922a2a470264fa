package embed

import (
	"strconv"
	"time"

	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/paths"
)

// Settings are what the configuration and the environment say.
type Settings struct {
	Provider Provider
	// Model is empty where the provider's own default is meant.
	Model string
	// URL is where a service is, empty for its usual place.
	URL string
	// Key is the key that was given for this program alone.
	Key Key
	// Timeout is how long a question waits for its vector.
	Timeout time.Duration
	// Dimensions are how many a vector has; 0: as many as the model makes.
	Dimensions int
	env        paths.Environment
}

// Key is a secret that a service asks for. No verb of fmt prints it.
type Key string

// String returns stars.
func (k Key) String() string {
	if k == "" {
		return ""
	}
	return "********"
}

// GoString returns stars.
func (k Key) GoString() string { return k.String() }

// Reveal returns the secret, to be sent.
func (k Key) Reveal() string { return string(k) }

// KeyVariable is the variable with a key for this program alone.
const KeyVariable = "AGMEM_EMBEDDING_KEY"

// SettingsOf reads the configuration and the environment. A value that is not
// valid, which only a person can have written into the file, counts as the
// default.
func SettingsOf(c *config.Config, env paths.Environment) Settings {
	s := Settings{
		Provider: Provider(c.Chosen(config.EmbeddingProvider)),
		Model:    c.Value(config.EmbeddingModel),
		URL:      c.Value(config.EmbeddingURL),
		Key:      Key(env(KeyVariable)),
		Timeout:  c.Duration(config.EmbeddingTimeout),
		env:      env,
	}
	if s.Key == "" {
		s.Key = Key(c.Value(config.EmbeddingKey))
	}
	if n, err := strconv.Atoi(c.Value(config.EmbeddingDimensions)); err == nil && n > 0 {
		s.Dimensions = n
	}
	return s
}
