package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

// errRedirect is for an answer that names another host.
type errRedirect struct{ to string }

func (e errRedirect) Error() string { return "it wants to be asked at " + e.to }

// sameHostOnly follows what keeps the request and its host. Another host would
// get the texts, and a header with the key.
func sameHostOnly(request *http.Request, via []*http.Request) error {
	first := via[0]
	same := request.URL.Scheme == first.URL.Scheme && request.URL.Host == first.URL.Host
	if !same || request.Method != first.Method || len(via) > 3 {
		return errRedirect{request.URL.Scheme + "://" + request.URL.Host}
	}
	return nil
}

// name is the service in messages.
func name(s embed.Service) string {
	return fmt.Sprintf("%s at %s", s.Provider, s.URL)
}

// unreachable is the error for a request without an answer. The cause is not kept
// as it is: its text has the whole URL.
func unreachable(ctx context.Context, s embed.Service, err error) error {
	if redirect, ok := errors.AsType[errRedirect](err); ok {
		return agmem.Errorf(agmem.Denied, "%s redirects to %s, where no text is sent", name(s), redirect.to).
			WithHint("set embedding.url to the right place if you trust it")
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case ctx.Err() != nil:
		return agmem.Errorf(agmem.Unavailable, "%s did not answer in time", name(s))
	}
	hint := "is it running, and is embedding.url its address?"
	if s.Provider == embed.Ollama {
		hint = "is Ollama running?"
	}
	failed := agmem.Errorf(agmem.Unavailable, "cannot ask %s: %s", name(s), without(s.Key, err.Error())).WithHint("%s", hint)
	return &again{err: failed}
}

// refusal is the error for an answer with another status than 200.
func refusal(s embed.Service, response *http.Response) error {
	const most = 64 << 10 // of what a service has to say
	text, _ := io.ReadAll(io.LimitReader(response.Body, most))
	said := what(s, text)
	failed := func(kind agmem.Kind) *agmem.Error {
		return agmem.Errorf(kind, "%s answered %s%s", name(s), status(response), said)
	}
	switch code := response.StatusCode; {
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		// What it says may repeat a part of the key.
		return agmem.Errorf(agmem.Denied, "%s answered %s: it does not accept the key", name(s), status(response)).
			WithHint("set a valid key with %s in the environment or embedding.key", embed.KeyVariable)
	case code == http.StatusRequestEntityTooLarge || code == http.StatusBadRequest && tooLong.MatchString(said):
		return failed(agmem.TooLarge).WithCode(codeTooLong)
	case code == http.StatusNotFound && s.Provider == embed.Ollama:
		return failed(agmem.NotFound).WithHint("let it fetch the model").WithStep(agmem.ActionRun, "init")
	case code == http.StatusNotFound:
		return failed(agmem.NotFound).WithHint("check embedding.url and embedding.model")
	case code == http.StatusTooManyRequests || code >= 500 || code == http.StatusRequestTimeout:
		return &again{failed(agmem.Unavailable), retryAfter(response.Header.Get("Retry-After"), time.Now())}
	}
	return failed(agmem.Invalid)
}

// codeTooLong marks the refusal of a text because of its length.
const codeTooLong = "TEXT_TOO_LONG"

func isTooLong(err error) bool { return agmem.CodeOf(err) == codeTooLong }

// tooLong finds how services say that a text is longer than their model reads.
var tooLong = regexp.MustCompile(`(?i)context length|context size|too long|too large|maximum .*tokens|exceeds .*(?:tokens|length)|input length`)

func status(response *http.Response) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", response.StatusCode, http.StatusText(response.StatusCode)))
}

// what is what a service said, as the rest of a sentence, without the key.
func what(s embed.Service, text []byte) string {
	const most = 200
	var plain struct {
		Error json.RawMessage `json:"error"`
	}
	said := string(text)
	if isPage(text) {
		said = "with a web page: is embedding.url right?"
	} else if json.Unmarshal(text, &plain) == nil && len(plain.Error) > 0 {
		var inner struct {
			Message string `json:"message"`
		}
		if json.Unmarshal(plain.Error, &said) != nil && json.Unmarshal(plain.Error, &inner) == nil {
			said = inner.Message
		}
	}
	said = strings.Join(strings.Fields(strings.ToValidUTF8(without(s.Key, said), "?")), " ")
	if said == "" {
		return ""
	}
	if len(said) > most {
		said = cut(said, most) + "…"
	}
	return ": " + said
}

// without replaces the key, which some services repeat.
func without(key embed.Key, text string) string {
	if key == "" {
		return text
	}
	return strings.ReplaceAll(text, key.Reveal(), key.String())
}

func isPage(text []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) }

// decode reads an answer, and says what is wrong with one that cannot be read.
func decode(answer []byte, into any) error {
	err := json.Unmarshal(answer, into)
	syntax, isSyntax := errors.AsType[*json.SyntaxError](err)
	switch {
	case err == nil:
		return nil
	case isPage(answer):
		return errors.New("it is a web page (is embedding.url right?)")
	case isSyntax && syntax.Offset >= int64(len(answer)):
		return errors.New("it ends too early")
	case isSyntax:
		return errors.New("it is not JSON")
	}
	return fmt.Errorf("it is not of the expected form: %w", err)
}
