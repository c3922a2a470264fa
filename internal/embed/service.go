package embed

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem"
)

// Service is a provider over a network, with all that the configuration left
// open filled in.
type Service struct {
	Provider Provider
	Model    string
	URL      string // without a slash at its end
	Key      Key
	Timeout  time.Duration // of a question
	// Asked are the dimensions that the service is asked for; 0: those of the model.
	Asked int
	// Dimensions are those of every vector; 0: unknown yet.
	Dimensions int
	// Digest is the version of the model, empty where the service does not say.
	Digest string
	Traits
}

// Fingerprint names the model as vectors keep it.
func (s Service) Fingerprint() string {
	name := string(s.Provider) + "/" + s.Model + ":" + strconv.Itoa(s.Dimensions) + ":" + s.version()
	if s.Digest != "" {
		name += ":" + s.Digest[:min(12, len(s.Digest))]
	}
	return name
}

// usual is what a provider is where the configuration says nothing.
type usual struct {
	url, model string
	variable   string // the environment variable with its key
	dimensions int    // that it is asked for; 0: those of the model
}

// usualOllama is where Ollama listens unless its own variable says otherwise.
const usualOllama = "http://127.0.0.1:11434"

func usualOf(p Provider) usual {
	switch p {
	case Ollama:
		return usual{url: usualOllama, model: "nomic-embed-text"}
	case OpenAI:
		return usual{url: "https://api.openai.com/v1", model: "text-embedding-3-small", variable: "OPENAI_API_KEY"}
	default:
		return usual{url: "https://generativelanguage.googleapis.com", model: "gemini-embedding-001", variable: "GEMINI_API_KEY", dimensions: 768}
	}
}

// service returns the service of a provider. A missing key is Denied, a URL that
// cannot be used Usage.
func (s Settings) service(p Provider) (Service, error) {
	standard := usualOf(p)
	v := Service{Provider: p, Model: s.Model, URL: s.URL, Key: s.Key, Timeout: s.Timeout, Asked: s.Dimensions}
	if v.Model == "" {
		v.Model = standard.model
	}
	if v.URL == "" && p == Ollama {
		v.URL = ollamaHost(s.env("OLLAMA_HOST"))
	}
	if v.URL == "" {
		v.URL = standard.url
	}
	if v.Asked == 0 {
		v.Asked = standard.dimensions
	}
	v.URL = strings.TrimRight(v.URL, "/")
	v.Dimensions, v.Traits = v.Asked, TraitsOf(v.Model)
	to, err := url.Parse(v.URL)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Hostname() == "" || to.User != nil || to.RawQuery != "" {
		return Service{}, agmem.Errorf(agmem.Usage, "the URL of the embedding service is not one of the form https://HOST/PATH").
			WithHint("set where it is").WithStep(agmem.ActionConfigure, "embedding.url URL")
	}
	return v, s.findKey(&v, standard, to)
}

// findKey takes the key that the provider's other programs use. It goes to the
// provider itself and to what runs on this machine, but to no other host: a key
// for that one has to be given to this program by name.
func (s Settings) findKey(v *Service, standard usual, to *url.URL) error {
	own, err := url.Parse(standard.url)
	if err != nil || standard.variable == "" {
		return err
	}
	isOwn := to.Scheme == own.Scheme && to.Host == own.Host
	if v.Key == "" && (isOwn || isLoopback(to.Hostname())) {
		v.Key = Key(s.env(standard.variable))
	}
	if isOwn && v.Key == "" {
		return agmem.Errorf(agmem.Denied, "%s wants a key, and none is set", v.Provider).
			WithHint("set %s or %s in the environment, or embedding.key in the configuration", standard.variable, KeyVariable)
	}
	return nil
}

// ollamaHost reads the variable that tells Ollama where to listen and its
// clients where it is: a host, a port, both, or a URL. Empty for nothing usable.
func ollamaHost(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	host, port := u.Hostname(), u.Port()
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1" // it listens everywhere, so also here
	}
	if port == "" {
		port = map[string]string{"https": "443", "http": "11434"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(host, port) + strings.TrimRight(u.Path, "/")
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
