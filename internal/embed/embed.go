// Package embed chooses what turns texts into vectors. The configuration names
// a provider, or auto looks for one that needs nobody's leave: a model in the
// cache folder, an Ollama on this machine, the table that the program brings
// along. It opens nothing and asks nobody before a command needs a vector.
//
// What really makes vectors comes from outside as [Makers]: the providers over
// a network are in package remote, which only the full build is linked with.
package embed

import (
	"context"

	"github.com/agmem/agmem"
)

// Provider is what makes vectors.
type Provider string

// The providers, by their names in the configuration.
const (
	Auto   Provider = "auto"
	Static Provider = "static" // a table of token vectors in the program
	Local  Provider = "local"  // a model in a folder of this machine
	Ollama Provider = "ollama"
	OpenAI Provider = "openai" // or any service that speaks as OpenAI does
	Gemini Provider = "gemini"
	None   Provider = "none"
)

// IsNetwork says whether texts leave the process for the provider. Such a
// provider may be slow or away, so no write waits for it: what is written is
// embedded later.
func (p Provider) IsNetwork() bool { return p == Ollama || p == OpenAI || p == Gemini }

// Makers are what a build can make vectors with. Any of them may be nil.
type Makers struct {
	// Local opens the model in a folder.
	Local func(folder string) (agmem.Embedder, error)
	// Static opens the table that the program brings along.
	Static func() (agmem.Embedder, error)
	// Network speaks to services.
	Network Network
	// Elsewhere says whether another build that has a Network can be handed the
	// command; it is asked where Network is nil.
	Elsewhere func() bool
}

// Network speaks to services that make vectors.
type Network interface {
	// Find says whether the service has its model, and which version of it, empty
	// where the service does not say. Where it cannot be asked, that is an error.
	Find(ctx context.Context, s Service) (digest string, found bool, err error)
	// Embedder returns the embedder of a service. It asks nothing yet.
	Embedder(s Service) agmem.Embedder
}
