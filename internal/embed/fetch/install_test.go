package fetch

import (
	"archive/tar"
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

func TestFromAMirror(t *testing.T) {
	s := serve(t, made())
	r := request(t, s.URL+"/m")
	var last [2]int64
	r.Progress = func(done, total int64) {
		if done > total {
			t.Errorf("%d of %d bytes", done, total)
		}
		last = [2]int64{done, total}
	}
	got, err := fetcher().Install(t.Context(), r)
	if err != nil || got.Files != 4 || got.Compared != 0 || got.Already || last[0] != got.Bytes || last[1] != got.Bytes {
		t.Fatalf("%+v, %v; the bar ended at %v", got, err, last)
	}
	holds(t, r.Folder, made())
	r.From = ""
	if got, err = fetcher().Install(t.Context(), r); err != nil || !got.Already || got.Files != 4 {
		t.Errorf("again: %+v, %v", got, err)
	}
}

func TestHomeIsAskedForTheFilesOfTheModel(t *testing.T) {
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		http.NotFound(w, r)
	}))
	defer s.Close()
	for name, want := range map[string]string{
		"":                  "", // nobody asks for it, see wire
		"bge-small-en-v1.5": "/BAAI/bge-small-en-v1.5/resolve/main/config.json",
		"owner/model":       "/owner/model/resolve/main/config.json",
		"all-MiniLM-L6-v2":  "/sentence-transformers/all-MiniLM-L6-v2/resolve/main/config.json",
	} {
		asked = nil
		r := request(t, "")
		r.Name, r.Home = name, s.URL
		_, err := fetcher().Install(t.Context(), r)
		kind(t, err, agmem.NotFound, "")
		if strings.Join(asked, " ") != want {
			t.Errorf("%s: asked %v, want %s", name, asked, want)
		}
	}
}

func TestDownloadsGoOnWhereTheyStopped(t *testing.T) {
	s := serve(t, made())
	s.cutShort(3, 50000)
	r := request(t, s.URL+"/m")
	if _, err := fetcher().Install(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	holds(t, r.Folder, made())
	if want := []string{"", "bytes=50000-", "bytes=100000-", "bytes=150000-"}; !slices.Equal(s.ranges, want) {
		t.Errorf("asked for %q, want %q", s.ranges, want)
	}
}

func TestAnotherProcessGoesOn(t *testing.T) {
	s := serve(t, made())
	s.cutShort(100, 0)
	r := request(t, s.URL+"/m")
	_, err := fetcher().Install(t.Context(), r)
	kind(t, err, agmem.Unavailable, s.URL)
	holdsNothing(t, r.Folder)
	s.cutShort(1, 70000)
	ctx, cancel := context.WithCancel(t.Context())
	f := fetcher()
	f.web.pause = func(context.Context, time.Duration) error { cancel(); return context.Canceled }
	if _, err = f.Install(ctx, r); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	holdsNothing(t, r.Folder)
	s.spoil, s.ranges = nil, nil
	if _, err = fetcher().Install(t.Context(), r); err != nil || !slices.Equal(s.ranges, []string{"bytes=70000-"}) {
		t.Errorf("%v, asked for %q", err, s.ranges)
	}
	holds(t, r.Folder, made())
}

// A file that changed between two attempts is not put together of two versions.
func TestAnotherVersionBeginsAnew(t *testing.T) {
	s := serve(t, made())
	other := made()
	other[weights] = other[weights][:100] + strings.Repeat("x", len(other[weights])-100)
	s.cutShort(1, 70000)
	cut := s.spoil
	s.spoil = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, weights) {
			return false
		}
		defer func() { s.files = other }()
		if cut(w, r) {
			return true
		}
		w.Header().Set("ETag", `"v2"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(other[weights]))
		return true
	}
	r := request(t, s.URL+"/m")
	if _, err := fetcher().Install(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	holds(t, r.Folder, other)
}

func TestServersThatMisbehave(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer func(w http.ResponseWriter, r *http.Request) bool
		kind   agmem.Kind
		says   string
	}{
		{"a page", func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, "<html>Log in</html>")
			return true
		}, agmem.Corrupt, "config.json"},
		{"a page for the weights", func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, weights) {
				fmt.Fprint(w, "<html>Log in</html> and more")
				return true
			}
			return false
		}, agmem.Corrupt, weights},
		{"weights without their end", func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, weights) {
				fmt.Fprint(w, made()[weights][:1000])
				return true
			}
			return false
		}, agmem.Corrupt, weights},
		{"forbidden", func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(http.StatusForbidden); return true }, agmem.Denied, "403"},
		{"busy", func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}, agmem.Unavailable, "503"},
		{"a small file that is huge", func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Length", "99999999999")
			return true
		}, agmem.TooLarge, "config.json"},
		{"to a file", func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
			return true
		}, agmem.Unavailable, "less secure"},
		{"in a circle", func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
			return true
		}, agmem.Unavailable, "too often"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, made())
			s.spoil = c.answer
			r := request(t, s.URL+"/m")
			_, err := fetcher().Install(t.Context(), r)
			kind(t, err, c.kind, c.says)
			holdsNothing(t, r.Folder)
		})
	}
}

func TestLargeFilesMayComeFromAnotherHost(t *testing.T) {
	other := serve(t, made())
	s := serve(t, made())
	s.spoil = func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, other.URL+r.URL.Path, http.StatusFound)
		return true
	}
	r := request(t, s.URL+"/m")
	if _, err := fetcher().Install(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	ask := func(url string) *http.Request { return httptest.NewRequest(http.MethodGet, url, nil) }
	if noLessSecure(ask("http://a.example/x"), []*http.Request{ask("https://a.example/x")}) == nil {
		t.Error("https is left for http")
	}
}

// Nobody is there: asking again would only cost time.
func TestNobodyListens(t *testing.T) {
	s := serve(t, made())
	s.Close()
	f := fetcher()
	f.web.pause = func(context.Context, time.Duration) error { t.Error("it waits"); return nil }
	_, err := f.Install(t.Context(), request(t, s.URL+"/m"))
	kind(t, err, agmem.Unavailable, s.URL)
}

func TestADownloadThatStandsStillEnds(t *testing.T) {
	s := serve(t, made())
	release := make(chan struct{})
	defer close(release)
	s.spoil = func(w http.ResponseWriter, r *http.Request) bool {
		w.(http.Flusher).Flush()
		select {
		case <-release:
		case <-r.Context().Done():
		}
		return true
	}
	f := fetcher()
	f.web.patience = 10 * time.Millisecond
	_, err := f.Install(t.Context(), request(t, s.URL+"/m"))
	kind(t, err, agmem.Unavailable, "config.json")
}

func TestPublishedFilesAreCompared(t *testing.T) {
	s := serve(t, made())
	r := request(t, s.URL+"/m")
	r.Name = "all-MiniLM-L6-v2"
	s.files["config.json"] = strings.Repeat(" ", 610) + "{}" // of the right length
	_, err := fetcher().Install(t.Context(), r)
	kind(t, err, agmem.Corrupt, "config.json")
	holdsNothing(t, r.Folder)
	s.files["config.json"] = strings.Repeat(" ", 611) + "{}"
	_, err = fetcher().Install(t.Context(), r)
	kind(t, err, agmem.TooLarge, "config.json")
}

func TestFromAFolder(t *testing.T) {
	r := request(t, folderOf(t, made()))
	got, err := fetcher().Install(t.Context(), r)
	if err != nil || got.Files != 4 || got.From != r.From {
		t.Fatalf("%+v, %v", got, err)
	}
	holds(t, r.Folder, made())
	lacking := made()
	delete(lacking, "tokenizer.json")
	r.From = folderOf(t, lacking)
	_, err = fetcher().Install(t.Context(), r)
	kind(t, err, agmem.NotFound, "tokenizer.json")
	if now, err := os.ReadFile(filepath.Join(r.Folder, "config.json")); err != nil || string(now) != made()["config.json"] {
		t.Errorf("the model that was there is gone: %v", err)
	}
	newer := made()
	newer["config.json"] = `{"hidden_size":4}`
	r.From = folderOf(t, newer)
	if _, err = fetcher().Install(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	holds(t, r.Folder, newer)
}

func TestFromAnArchive(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	zipOf(t, at("a.zip"), "", made(), nil)
	zipOf(t, at("a.whl"), "some_package/model/", made(), func(w *zip.Writer) { _, _ = w.Create("some_package/deeper/down/model.safetensors") })
	tarOf(t, at("a.tar.gz"), "./model/", made())
	tarOf(t, at("a.tgz"), "", made())
	for _, name := range names(t, dir) {
		r := request(t, at(name))
		if _, err := fetcher().Install(t.Context(), r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		holds(t, r.Folder, made())
	}
	text, err := os.ReadFile(at("a.whl"))
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, map[string]string{"a.whl": string(text)})
	r := request(t, s.URL+"/m/a.whl")
	if _, err := fetcher().Install(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	holds(t, r.Folder, made())
}

func TestHostileArchivesAreRefused(t *testing.T) {
	dir := t.TempDir()
	entry := func(name string, mode fs.FileMode, content string) func(*zip.Writer) {
		return func(w *zip.Writer) {
			h := &zip.FileHeader{Name: name, Method: zip.Deflate}
			h.SetMode(mode)
			e, err := w.CreateHeader(h)
			if err == nil {
				_, err = e.Write([]byte(content))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	write := map[string]func(path string){
		"up.zip":      func(p string) { zipOf(t, p, "", made(), entry("../evil", 0o600, "x")) },
		"deep-up.zip": func(p string) { zipOf(t, p, "", made(), entry("a/../../evil", 0o600, "x")) },
		"root.zip":    func(p string) { zipOf(t, p, "", made(), entry("/etc/evil", 0o600, "x")) },
		"windows.zip": func(p string) { zipOf(t, p, "", made(), entry(`..\evil`, 0o600, "x")) },
		"drive.zip":   func(p string) { zipOf(t, p, "", made(), entry(`C:evil`, 0o600, "x")) },
		"link.zip":    func(p string) { zipOf(t, p, "", made(), entry("link", fs.ModeSymlink|0o777, "/etc/passwd")) },
		"link.tar.gz": func(p string) {
			tarOf(t, p, "", made(), tar.Header{Name: "l", Linkname: "/etc", Typeflag: tar.TypeSymlink})
		},
		"hard.tar.gz": func(p string) {
			tarOf(t, p, "", made(), tar.Header{Name: "l", Linkname: "/etc/passwd", Typeflag: tar.TypeLink})
		},
		"pipe.tar.gz":  func(p string) { tarOf(t, p, "", made(), tar.Header{Name: "p", Typeflag: tar.TypeFifo}) },
		"dev.tar.gz":   func(p string) { tarOf(t, p, "", made(), tar.Header{Name: "d", Typeflag: tar.TypeChar}) },
		"up.tar.gz":    func(p string) { tarOf(t, p, "", made(), tar.Header{Name: "../evil", Typeflag: tar.TypeReg}) },
		"bomb.zip":     func(p string) { zipOf(t, p, "", map[string]string{weights: strings.Repeat("\x00", 80<<20)}, nil) },
		"bomb.tar.gz":  func(p string) { tarOf(t, p, "", map[string]string{"x": strings.Repeat("\x00", 80<<20)}) },
		"twice.zip":    func(p string) { zipOf(t, p, "a/", made(), entry("b/model.safetensors", 0o600, "x")) },
		"again.zip":    func(p string) { zipOf(t, p, "", made(), entry("config.json", 0o600, "{}")) },
		"no-model.zip": func(p string) { zipOf(t, p, "", map[string]string{"config.json": "{}"}, nil) },
		"not-a.zip":    func(p string) { _ = os.WriteFile(p, []byte("hello"), 0o600) },
		"not-a.tar.gz": func(p string) { _ = os.WriteFile(p, []byte("hello"), 0o600) },
	}
	for name, make := range write {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			make(path)
			r := request(t, path)
			_, err := fetcher().Install(t.Context(), r)
			if err == nil || agmem.KindOf(err) == agmem.Internal {
				t.Fatalf("%v (%v)", err, agmem.KindOf(err))
			}
			if strings.HasPrefix(name, "bomb") && !strings.Contains(err.Error(), "far more") {
				t.Errorf("it was unpacked: %v", err)
			}
			holdsNothing(t, r.Folder)
			_ = filepath.WalkDir(filepath.Dir(filepath.Dir(r.Folder)), func(path string, _ fs.DirEntry, _ error) error {
				if strings.Contains(path, "evil") {
					t.Errorf("%s was written", path)
				}
				return nil
			})
		})
	}
}

func TestWhatIsNoPlaceOfAModel(t *testing.T) {
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]agmem.Kind{text: agmem.Usage, text + ".zip": agmem.NotFound, filepath.Dir(text): agmem.NotFound} {
		r := request(t, from)
		_, err := fetcher().Install(t.Context(), r)
		kind(t, err, want, "")
		holdsNothing(t, r.Folder)
	}
	r := request(t, "")
	r.Name = t.TempDir()
	_, err := fetcher().Install(t.Context(), r)
	kind(t, err, agmem.Usage, "yours")
}

// What is installed is whole: a damaged file is fetched again.
func TestADamagedModelIsReplaced(t *testing.T) {
	s := serve(t, made())
	f := fetcher()
	r := request(t, s.URL+"/m")
	if _, err := f.Install(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.Folder, weights), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := f.Install(t.Context(), r); err != nil || got.Already {
		t.Fatalf("%+v, %v", got, err)
	}
	holds(t, r.Folder, made())
}

// The replacement was killed between its two renames.
func TestAModelThatWasMovedAwayComesBack(t *testing.T) {
	r := request(t, folderOf(t, made()))
	if _, err := fetcher().Install(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(r.Folder, besides(r.Folder).old); err != nil {
		t.Fatal(err)
	}
	r.From = ""
	if got, err := fetcher().Install(t.Context(), r); err != nil || !got.Already {
		t.Errorf("%+v, %v", got, err)
	}
	holds(t, r.Folder, made())
}

func TestTwoAtOnce(t *testing.T) {
	s := serve(t, made())
	r := request(t, s.URL+"/m")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if _, err := fetcher().Install(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	holds(t, r.Folder, made())
}

func TestPublishedHashesAreWhole(t *testing.T) {
	for _, p := range published {
		for _, f := range p.files {
			if len(f.sha256) != 64 || f.size == 0 || !fs.ValidPath(f.path) {
				t.Errorf("%s: %+v", p.name, f)
			}
		}
	}
	if m := modelOf(embed.DefaultLocal); m.home == embed.DefaultLocal || m.files[0].sha256 == "" {
		t.Errorf("the default model is not one that is known: %+v", m)
	}
}
