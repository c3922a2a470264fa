package fetch

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/embed"
)

// TestMain lets the test binary be a process that installs a model.
func TestMain(m *testing.M) {
	if from := os.Getenv("FETCH_TEST_FROM"); from != "" {
		_, err := New().Install(context.Background(), embed.Wanted{Name: "made", Folder: os.Getenv("FETCH_TEST_FOLDER"), From: from})
		if err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// A process that is killed in the middle of the weights leaves nothing that counts
// as a model, and the next one is not kept out and completes it.
func TestKilledInTheMiddle(t *testing.T) {
	s := serve(t, made())
	arrived, release := make(chan struct{}, 1), make(chan struct{})
	s.answer(func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, weights) {
			return false
		}
		w.Header().Set("ETag", `"v1"`)
		_, _ = w.Write([]byte(s.files[weights][:100000]))
		w.(http.Flusher).Flush()
		arrived <- struct{}{}
		<-release
		return true
	})
	r := request(t, s.URL+"/m")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FETCH_TEST_FROM="+r.From, "FETCH_TEST_FOLDER="+r.Folder)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-arrived:
	case <-time.After(5 * time.Minute):
		t.Error("the process asked for nothing")
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	close(release)
	holdsNothing(t, r.Folder)
	s.answer(nil)
	if _, err := fetcher().Install(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	holds(t, r.Folder, made())
}
