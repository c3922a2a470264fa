package memorytools_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/mcp/mcptest"
)

// aPage is a page in a browser that tried to use a server.
type aPage struct {
	Page, Target string
	Results      []struct{ Name, Got string }
	Answers      []int // the status of each answer that the browser received
}

// TestPagesInABrowser: a page of another origin, and one whose name was pointed
// to this machine after it was loaded, read nothing and write nothing, even with
// the token. The same attempts on a server that trusts everyone show that the
// browser itself does not stop them.
func TestPagesInABrowser(t *testing.T) {
	const secret = "heron4711"
	browser := chromium(t)
	node, modules := mcptest.Modules(t, "playwright-core", "1.65.1", "no browser has tried to reach agmem mcp")
	home := newHome(t)
	agmem := func(args ...string) string {
		out, err := command(t, home, program(t), args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	agmem("add", "the safe word of the heron is "+secret)
	before := agmem("export", "-")
	s := serve(t, home)
	stdin, err := json.Marshal(map[string]string{"url": s.url, "token": s.token, "secret": secret})
	if err != nil {
		t.Fatal(err)
	}
	pages := exec.CommandContext(t.Context(), node, mcptest.Tool(t, "browser.mjs"), modules, browser)
	var stderr bytes.Buffer
	pages.Stdin, pages.Stderr = bytes.NewReader(stdin), &stderr
	stdout, err := pages.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	var seen struct{ Gullible, Guarded []aPage }
	decode(t, string(stdout), &seen)

	for _, page := range seen.Gullible {
		page.mustGetIn(t, secret)
	}
	for _, page := range seen.Guarded {
		page.mustGetNothing(t, secret)
	}
	if len(seen.Guarded) != len(seen.Gullible) || len(seen.Guarded) == 0 {
		t.Errorf("%d pages tried, and %d the other server", len(seen.Guarded), len(seen.Gullible))
	}
	if after := agmem("export", "-"); after != before {
		t.Errorf("the pages changed the store from\n%s\nto\n%s", before, after)
	}
}

// blind are attempts that send something and see no answer, at least of another
// origin.
const blind = "fetch without CORS, DELETE with the token, form as text, form as URL, frame, picture"

// mustGetIn says which attempts do not work where nobody guards.
func (p aPage) mustGetIn(t *testing.T, secret string) {
	t.Helper()
	for _, r := range p.Results {
		if r.Got != "loaded" && !strings.Contains(r.Got, secret) && !strings.Contains(blind, r.Name) {
			t.Errorf("%s asks %s, which trusts everyone: %s gets %q, so it is no attempt", p.Page, p.Target, r.Name, r.Got)
		}
	}
	if len(p.Answers) < 2*len(p.Results)-5 || slices.Max(p.Answers) != 200 { // a session is several requests, a WebSocket none
		t.Errorf("%s asks %s, which trusts everyone, and gets the answers %v to %d attempts", p.Page, p.Target, p.Answers, len(p.Results))
	}
}

func (p aPage) mustGetNothing(t *testing.T, secret string) {
	t.Helper()
	for _, r := range p.Results {
		if r.Got == "loaded" || strings.Contains(r.Got, secret) || strings.Contains(r.Got, "{") {
			t.Errorf("%s asks %s: %s gets %q", p.Page, p.Target, r.Name, r.Got)
		}
	}
	if len(p.Answers) == 0 || slices.Min(p.Answers) < 400 {
		t.Errorf("%s asks %s and gets the answers %v", p.Page, p.Target, p.Answers)
	}
}

// chromium returns the path of a browser, and skips the test where there is none.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("NOT TESTED: no browser has tried to reach agmem mcp. Install chromium (Debian: apt-get install chromium).")
	return ""
}
