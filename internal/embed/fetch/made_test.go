package fetch

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

// made is a small model that looks as models do.
func made() map[string]string {
	header := `{"w":{"dtype":"F32","shape":[50000],"data_offsets":[0,200000]}}`
	length := make([]byte, 8)
	binary.LittleEndian.PutUint64(length, uint64(len(header)))
	data := make([]byte, 200000)
	for i := range data {
		data[i] = byte(i * 7919 >> 5)
	}
	return map[string]string{
		"config.json": `{"hidden_size":3}`, "tokenizer.json": `{"model":{}}`, "1_Pooling/config.json": `{"pooling_mode_cls_token":true}`,
		weights: string(length) + header + string(data),
	}
}

// web serves the files of a model below /m, and remembers what was asked.
type web struct {
	*httptest.Server
	files  map[string]string
	mu     sync.Mutex
	ranges []string // of the weights
	// spoil, if set, may answer in place of the server.
	spoil func(w http.ResponseWriter, r *http.Request) bool
}

func serve(t *testing.T, files map[string]string) *web {
	t.Helper()
	s := &web{files: files}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/m/")
		if name == weights {
			s.mu.Lock()
			s.ranges = append(s.ranges, r.Header.Get("Range"))
			s.mu.Unlock()
		}
		s.mu.Lock()
		spoil := s.spoil
		s.mu.Unlock()
		if spoil != nil && spoil(w, r) {
			return
		}
		content, ok := s.files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", `"v1"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(content))
	}))
	t.Cleanup(s.Close)
	return s
}

// answer sets what may answer in place of the server, also while it is asked by
// another process.
func (s *web) answer(spoil func(w http.ResponseWriter, r *http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spoil = spoil
}

// cutShort answers with the first bytes of the weights and hangs up, so often.
func (s *web) cutShort(times, n int) {
	s.spoil = func(w http.ResponseWriter, r *http.Request) bool {
		if times == 0 || !strings.HasSuffix(r.URL.Path, weights) {
			return false
		}
		times--
		have := 0
		if from, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes="); ok {
			have, _ = strconv.Atoi(strings.TrimSuffix(from, "-"))
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %s%d/%d", from, len(s.files[weights])-1, len(s.files[weights])))
		}
		rest := s.files[weights][have:]
		w.Header().Set("ETag", `"v1"`)
		w.Header().Set("Content-Length", strconv.Itoa(len(rest)))
		if have > 0 {
			w.WriteHeader(http.StatusPartialContent)
		}
		_, _ = w.Write([]byte(rest[:min(n, len(rest))]))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

func fetcher() *Fetcher {
	f := New()
	f.web.pause = func(context.Context, time.Duration) error { return nil }
	return f
}

func request(t *testing.T, from string) embed.Wanted {
	t.Helper()
	cache := filepath.Join(t.TempDir(), "cache")
	folder, err := embed.ModelFolder(cache, "made")
	if err != nil {
		t.Fatal(err)
	}
	return embed.Wanted{Name: "made", Folder: folder, From: from}
}

// holds says whether a folder has a model with these files and nothing else, and
// nothing is beside it but the lock.
func holds(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil || string(got) != want {
			t.Errorf("%s: %d bytes, %v; want %d", name, len(got), err, len(want))
		}
	}
	if !embed.IsInstalled(folder, "made") {
		t.Error("the model does not count as installed")
	}
	if got := names(t, filepath.Dir(folder)); !slices.Equal(got, []string{".made.lock", "made"}) {
		t.Errorf("in the folder of models: %v", got)
	}
}

// holdsNothing says that no model is there, nor a half one.
func holdsNothing(t *testing.T, folder string) {
	t.Helper()
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something is installed: %v", err)
	}
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// zipOf writes an archive; extra may add entries.
func zipOf(t *testing.T, path, root string, files map[string]string, extra func(*zip.Writer)) {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range files {
		e, err := w.Create(root + name)
		if err == nil {
			_, err = e.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if extra != nil {
		extra(w)
	}
	if err := errors.Join(w.Close(), os.WriteFile(path, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func tarOf(t *testing.T, path, root string, files map[string]string, extra ...tar.Header) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for name, content := range files {
		err := w.WriteHeader(&tar.Header{Name: root + name, Size: int64(len(content)), Mode: 0o600, Typeflag: tar.TypeReg})
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range extra {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close(), os.WriteFile(path, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func kind(t *testing.T, err error, want agmem.Kind, says string) {
	t.Helper()
	if agmem.KindOf(err) != want || !strings.Contains(err.Error(), says) {
		t.Errorf("%v (%v), want %v with %q", err, agmem.KindOf(err), want, says)
	}
}
