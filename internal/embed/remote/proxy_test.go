package remote

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"testing"
)

// TestMain lets the test binary be a process with another environment: net/http
// reads the variables of proxies once.
func TestMain(m *testing.M) {
	if target := os.Getenv("REMOTE_TEST_PROXY_FOR"); target != "" {
		request, err := http.NewRequest(http.MethodPost, target, nil)
		if err != nil {
			panic(err)
		}
		proxy, err := New().http.Transport.(*http.Transport).Proxy(request)
		fmt.Print(proxy, " ", err)
		return
	}
	os.Exit(m.Run())
}

func TestProxiesOfTheEnvironment(t *testing.T) {
	for target, want := range map[string]string{
		"https://api.openai.com/v1/embeddings": "http://proxy.example:3128 <nil>",
		"http://127.0.0.1:11434/api/embed":     "<nil> <nil>",
		"http://localhost:11434/api/embed":     "<nil> <nil>",
		"http://[::1]:11434/api/embed":         "<nil> <nil>",
		"https://inside.example/v1":            "<nil> <nil>",
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), "REMOTE_TEST_PROXY_FOR="+target,
			"HTTP_PROXY=http://proxy.example:3128", "HTTPS_PROXY=http://proxy.example:3128", "NO_PROXY=inside.example", "REQUEST_METHOD=")
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("%s goes through %s, want %s (%v)", target, out, want, err)
		}
	}
}
