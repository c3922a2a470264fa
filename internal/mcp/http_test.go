package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
)

const testToken = "a-token-of-the-test"

// house is a server over HTTP.
type house struct {
	t     *testing.T
	url   string
	ended chan error
	end   context.CancelFunc
}

// overHTTP serves a tool that says what it was given.
func overHTTP(t *testing.T, hosts ...string) *house {
	t.Helper()
	listener, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	echo := Tool{Name: "echo", Schema: `{"type":"object","properties":{"text":{"type":"string"}}}`,
		Call: func(_ context.Context, in Arguments) (Answer, error) {
			return ObjectOf(map[string]string{"text": in.Text("text")}).Answer()
		}}
	ctx, cancel := context.WithCancel(t.Context())
	h := &house{t: t, url: "http://" + listener.Addr().String() + Path, ended: make(chan error, 1), end: cancel}
	go func() {
		h.ended <- Server{Name: "test", Version: "1", Tools: []Tool{echo}}.ServeHTTP(ctx, listener, HTTPOptions{Token: testToken, Hosts: hosts})
	}()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-h.ended:
			if err != nil {
				t.Errorf("the server ends with %v", err)
			}
		case <-time.After(time.Minute):
			t.Error("the server goes on")
		}
		h.ended <- nil
	})
	return h
}

// request is a request that a client makes as it should; change makes it another.
func (h *house) request(method, body string, change func(*http.Request)) *http.Request {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.t.Context(), method, h.url, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+testToken)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if change != nil {
		change(req)
	}
	return req
}

func (h *house) do(req *http.Request) (status int, header http.Header, body string) {
	h.t.Helper()
	response, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(text)
}

// begin begins a session and returns what puts it into a request.
func (h *house) begin() func(*http.Request) {
	h.t.Helper()
	status, header, body := h.do(h.request(http.MethodPost, initialize, nil))
	if status != http.StatusOK || header.Get(sessionHeader) == "" {
		h.t.Fatalf("%d %v %s", status, header, body)
	}
	return func(req *http.Request) { req.Header.Set(sessionHeader, header.Get(sessionHeader)) }
}

// What is not a request of a program with the token gets nothing, and no header
// that would let a browser show a page the answer.
func TestTheGuard(t *testing.T) {
	h := overHTTP(t, "memory.example")
	_, port, _ := net.SplitHostPort(strings.TrimSuffix(strings.TrimPrefix(h.url, "http://"), Path))
	set := func(name, value string) func(*http.Request) {
		return func(req *http.Request) { req.Header.Set(name, value) }
	}
	host := func(host string) func(*http.Request) { return func(req *http.Request) { req.Host = host } }
	both := func(all ...func(*http.Request)) func(*http.Request) {
		return func(req *http.Request) {
			for _, change := range all {
				change(req)
			}
		}
	}
	for name, test := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"as it should be":           {nil, 200},
		"by another address":        {host("127.0.0.2:" + port), 200},
		"by localhost":              {host("LocalHost:" + port), 200},
		"by a name that is allowed": {host("memory.example:" + port), 200},
		"from its own origin":       {set("Origin", "http://127.0.0.1:"+port), 200},
		"a program of a page's own": {set("Sec-Fetch-Site", "same-origin"), 200},

		"a rebinding host":                {host("evil.example:" + port), 403},
		"a rebinding host without a port": {host("evil.example"), 403},
		"a host like ours":                {host("localhost.evil.example:" + port), 403},
		"another port":                    {host("127.0.0.1:1"), 403},
		"an empty host":                   {host(" "), 403},
		"a page of another origin":        {set("Origin", "https://evil.example"), 403},
		"a page without an origin":        {set("Origin", "null"), 403},
		"a page of another local server":  {set("Origin", "http://127.0.0.1:1"), 403},
		"our origin by another name":      {set("Origin", "http://localhost:"+port), 403},
		"our origin with TLS":             {set("Origin", "https://127.0.0.1:"+port), 403},
		"a rebinding page":                {both(host("evil.example:"+port), set("Origin", "http://evil.example:"+port)), 403},
		"a picture in a page":             {set("Sec-Fetch-Site", "cross-site"), 403},
		"a page of the same site":         {set("Sec-Fetch-Site", "same-site"), 403},
		"no token":                        {set("Authorization", ""), 401},
		"another token":                   {set("Authorization", "Bearer a-token-of-the-tesu"), 401},
		"a part of the token":             {set("Authorization", "Bearer a-token"), 401},
		"the token as a password":         {set("Authorization", "Basic "+testToken), 401},
		"another path":                    {func(req *http.Request) { req.URL.Path = "/" }, 404},
		"a preflight of a page":           {func(req *http.Request) { req.Method = http.MethodOptions }, 405},
	} {
		t.Run(name, func(t *testing.T) {
			status, header, body := h.do(h.request(http.MethodPost, initialize, test.change))
			if status != test.want {
				t.Errorf("status %d, want %d: %s", status, test.want, body)
			}
			if status != http.StatusOK && strings.Contains(body, "protocolVersion") {
				t.Errorf("it answers %s", body)
			}
			for name := range header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("it allows other origins: %s", name)
				}
			}
		})
	}
}

// A page that a rebinding name leads to asks with GET and DELETE as well.
func TestTheGuardOfEveryMethod(t *testing.T) {
	h := overHTTP(t)
	session := h.begin()
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete, http.MethodOptions, http.MethodHead, http.MethodPut} {
		for name, change := range map[string]func(*http.Request){
			"host":   func(req *http.Request) { req.Host = "evil.example" },
			"origin": func(req *http.Request) { req.Header.Set("Origin", "http://evil.example") },
			"token":  func(req *http.Request) { req.Header.Del("Authorization") },
		} {
			status, _, body := h.do(h.request(method, ping("1"), func(req *http.Request) { session(req); change(req) }))
			if status != http.StatusForbidden && status != http.StatusUnauthorized {
				t.Errorf("%s with a wrong %s: %d %s", method, name, status, body)
			}
		}
	}
}

// An id comes back as it was, as over stdio.
func TestAnIDComesBackAsItWasOverHTTP(t *testing.T) {
	h := overHTTP(t)
	session := h.begin()
	for _, id := range []string{`1.5`, `9007199254740993`, `"raw:7"`, `"\ud800"`, `"<&>"`, `-0`, `"` + strings.Repeat("x", 1<<20) + `"`} {
		status, _, body := h.do(h.request(http.MethodPost, " "+ping(id)+"\n", session))
		if want := `{"jsonrpc":"2.0","id":` + id + `,"result":{}}`; status != http.StatusOK || body != want {
			t.Errorf("%.100s: %d %.200s", id, status, body)
		}
		status, _, body = h.do(h.request(http.MethodPost, "["+ping(id)+","+ping(`"other"`)+"]", session))
		if status != http.StatusOK || !strings.Contains(body, `"id":`+id+`,`) || !strings.Contains(body, `"id":"other",`) {
			t.Errorf("%.100s in a batch: %d %.200s", id, status, body)
		}
	}
}

// What is not a message is refused, and the session goes on.
func TestWhatIsNotAMessageOverHTTP(t *testing.T) {
	h := overHTTP(t)
	session := h.begin()
	for name, test := range map[string]struct {
		body   string
		status int
		want   string
	}{
		"no JSON":         {`{"jsonrpc":`, 400, `"code":-32700`},
		"nothing":         {"", 400, `"code":-32700`},
		"a number":        {"42", 400, `"code":-32600`},
		"no version":      {`{"id":7,"method":"ping"}`, 400, `"id":7,"error":{"code":-32600`},
		"an empty batch":  {`[]`, 400, `"code":-32600`},
		"one id twice":    {"[" + ping("1") + "," + ping("1") + "]", 400, `"id":null,"error":{"code":-32600`},
		"too deep":        {`{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "}", 400, `"code":-32`},
		"too long":        {`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", maxBody) + `"}`, 413, "8 MiB"},
		"an unknown tool": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gone"}}`, 200, `"error"`},
		"a wrong method":  {`{"jsonrpc":"2.0","id":1,"method":"sessions/steal"}`, 400, "sessions/steal"},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, body := h.do(h.request(http.MethodPost, test.body, session))
			if status != test.status || !strings.Contains(body, test.want) {
				t.Errorf("%d %.300s, want %d %s", status, body, test.status, test.want)
			}
			if status, _, body := h.do(h.request(http.MethodPost, ping("2"), session)); status != http.StatusOK {
				t.Errorf("what follows: %d %s", status, body)
			}
		})
	}
}

// A session is one of many, ends where its client says so, and cannot be guessed.
func TestSessionsOverHTTP(t *testing.T) {
	h := overHTTP(t)
	var first func(*http.Request)
	for range maxSessions {
		first = h.begin()
	}
	status, header, body := h.do(h.request(http.MethodPost, initialize, nil))
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		t.Fatalf("one session too many: %d %s", status, body)
	}
	if status, _, body := h.do(h.request(http.MethodPost, ping("1"), first)); status != http.StatusOK {
		t.Errorf("a session among many: %d %s", status, body)
	}
	if status, _, body := h.do(h.request(http.MethodDelete, "", first)); status != http.StatusNoContent {
		t.Errorf("the end of a session: %d %s", status, body)
	}
	if status, _, body := h.do(h.request(http.MethodPost, ping("1"), first)); status != http.StatusNotFound {
		t.Errorf("after its end: %d %s", status, body)
	}
	h.begin() // its place is free
	made := func(req *http.Request) { req.Header.Set(sessionHeader, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") }
	if status, _, body := h.do(h.request(http.MethodPost, ping("1"), made)); status != http.StatusNotFound {
		t.Errorf("a session that was never begun: %d %s", status, body)
	}
}

// A client that waits for news does not keep the server from its end, and one
// that sends half of a request does not either.
func TestTheEndOverHTTP(t *testing.T) {
	h := overHTTP(t)
	session := h.begin()
	response, err := http.DefaultClient.Do(h.request(http.MethodGet, "", session))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	address := strings.TrimSuffix(strings.TrimPrefix(h.url, "http://"), Path)
	slow, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintf(slow, "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n",
		Path, address, testToken)
	reading := bufio.NewReader(slow)
	if line, err := reading.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("%q, %v", line, err)
	}
	fmt.Fprint(slow, "{")
	h.end()
	_, _ = io.Copy(io.Discard, response.Body) // until the stream ends, however it does
	select {
	case err := <-h.ended:
		if err != nil {
			t.Error(err)
		}
		h.ended <- nil
	case <-time.After(time.Minute):
		t.Fatal("the server goes on")
	}
	if answer, err := io.ReadAll(reading); len(bytes.TrimSpace(answer)) > 0 {
		t.Errorf("half a request is answered with %q, %v", answer, err)
	}
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("the server still listens")
	}
}

// The deadline of an answer is not that of a stream that follows on the same
// connection.
func TestAStreamAfterACall(t *testing.T) {
	deadlines := &recorder{ResponseRecorder: httptest.NewRecorder()}
	answer := &held{ResponseWriter: deadlines}
	_, _ = answer.Write([]byte(ping("1")))
	answer.release()
	if n := len(deadlines.set); n != 2 || deadlines.set[0].IsZero() || !deadlines.set[1].IsZero() || deadlines.Body.String() != ping("1") {
		t.Errorf("the deadlines are %v, the body %s", deadlines.set, deadlines.Body)
	}
}

type recorder struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (r *recorder) SetWriteDeadline(at time.Time) error {
	r.set = append(r.set, at)
	return nil
}

// The listener of another machine has to be asked for.
func TestListen(t *testing.T) {
	for address, want := range map[string]agmem.Kind{
		"8765": agmem.Usage, "": agmem.Usage, "0.0.0.0:0": agmem.Usage, ":0": agmem.Usage, "[::]:0": agmem.Usage,
		"example.org:80": agmem.Usage, "192.0.2.1:80": agmem.Usage, "127.0.0.1.evil.example:0": agmem.Usage,
		"127.0.0.1:none": agmem.Usage, "127.0.0.1:99999": agmem.Usage, "127.0.0.1:": agmem.Usage,
	} {
		listener, err := Listen(address, false)
		if err == nil {
			listener.Close()
		}
		if agmem.KindOf(err) != want {
			t.Errorf("%q: %v, want %v", address, err, want)
		}
	}
	listener, err := Listen("0.0.0.0:0", true)
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
}

// A call reaches its tool and the answer is JSON, not a stream.
func TestACallOverHTTP(t *testing.T) {
	h := overHTTP(t)
	status, header, body := h.do(h.request(http.MethodPost,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"raw:1"}}}`, h.begin()))
	var answer struct {
		Result struct{ StructuredContent struct{ Text string } }
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s %v", status, body, err)
	}
	if answer.Result.StructuredContent.Text != "raw:1" || header.Get("Content-Type") != "application/json" {
		t.Errorf("%v %s", header, body)
	}
}
