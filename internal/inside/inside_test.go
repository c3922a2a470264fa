package inside_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/inside"
)

// place is a folder in a base, with something outside.
type place struct {
	*testing.T
	base, outside string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t, filepath.Join(dir, "base"), filepath.Join(dir, "outside")}
	p.put("base/in/own", "own")
	p.put("base/in/deep/er/own", "deep")
	p.put("base/beside/own", "beside")
	p.put("outside/secret", "secret")
	return p
}

func (p *place) put(name, text string) {
	p.Helper()
	path := filepath.Join(filepath.Dir(p.base), filepath.FromSlash(name))
	p.ok(os.MkdirAll(filepath.Dir(path), 0o700))
	p.ok(os.WriteFile(path, []byte(text), 0o600))
}

func (p *place) ok(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// link makes a link in the base.
func (p *place) link(target, name string) {
	p.Helper()
	if err := os.Symlink(target, filepath.Join(p.base, filepath.FromSlash(name))); err != nil {
		p.Skipf("no symbolic links here (%v): they are not tested", err)
	}
}

func never() (bool, error)  { return false, nil }
func always() (bool, error) { return true, nil }

// read returns what a file holds, by both ways to open it.
func read(t *testing.T, f *inside.Folder, name string) (string, error) {
	t.Helper()
	s := f.Session()
	defer s.Close()
	var texts [2]string
	var errs [2]error
	for i, open := range []func(string) (*os.File, fs.FileInfo, error){f.Open, s.Open} {
		file, info, err := open(filepath.FromSlash(name))
		if errs[i] = err; err != nil {
			continue
		}
		text, err := io.ReadAll(file)
		if err := errors.Join(err, file.Close()); err != nil || info.Size() != int64(len(text)) {
			t.Fatalf("%s: %v bytes, %v", name, info.Size(), err)
		}
		texts[i] = string(text)
	}
	if texts[0] != texts[1] || agmem.KindOf(errs[0]) != agmem.KindOf(errs[1]) {
		t.Errorf("%s: alone it is %q, %v; in a session %q, %v", name, texts[0], errs[0], texts[1], errs[1])
	}
	return texts[0], errs[0]
}

func TestLinks(t *testing.T) {
	p := newPlace(t)
	p.link("own", "in/relative")
	p.link(filepath.Join(p.base, "in", "own"), "in/absolute")
	p.link("deep", "in/folder")
	p.link(filepath.Join(p.base, "in", "deep"), "in/absolute-folder")
	p.link("../beside/own", "in/up")
	p.link("../../outside/secret", "in/out")
	p.link(filepath.Join(p.outside, "secret"), "in/absolute-out")
	p.link("../../outside", "in/away")
	p.link("out", "in/chain")
	p.link("nowhere", "in/broken")
	p.link("../../outside/none", "in/broken-out")
	p.link("circle", "in/circle")
	for _, c := range []struct {
		name, text   string
		kind         agmem.Kind // of the error where links are not followed
		system       error
		onlyFollowed bool
		refused      bool // to be written
	}{
		{name: "own", text: "own"},
		{name: "deep/er/own", text: "deep"},
		{name: "relative", text: "own"},
		{name: "absolute", text: "own"},
		{name: "folder/er/own", text: "deep"},
		{name: "absolute-folder/er/own", text: "deep"},
		{name: "up", text: "beside", onlyFollowed: true},
		{name: "out", text: "secret", onlyFollowed: true},
		{name: "absolute-out", text: "secret", onlyFollowed: true},
		{name: "away/secret", text: "secret", onlyFollowed: true},
		{name: "chain", text: "secret", onlyFollowed: true},
		{name: "none", system: fs.ErrNotExist},
		{name: "deep/none", system: fs.ErrNotExist},
		{name: "broken", system: fs.ErrNotExist},
		{name: "broken-out", kind: agmem.Denied, system: fs.ErrNotExist, refused: true},
		{name: "away/none", kind: agmem.Denied, system: fs.ErrNotExist, refused: true},
		{name: "deep", kind: agmem.Invalid},
	} {
		strict, follower := inside.New(p.base, "in", never), inside.New(p.base, "in", always)
		text, err := read(t, strict, c.name)
		link, leaves := errors.AsType[*inside.LinkError](err)
		switch {
		case c.onlyFollowed || c.kind == agmem.Denied:
			if text != "" || !leaves || agmem.KindOf(err) != agmem.Denied || !strings.HasPrefix(link.Path, strict.Path()) {
				t.Errorf("%s is %q, %v", c.name, text, err)
			}
		case c.kind != 0:
			if _, ok := errors.AsType[*inside.KindError](err); !ok || agmem.KindOf(err) != c.kind {
				t.Errorf("%s is %q, %v", c.name, text, err)
			}
		case text != c.text || !errors.Is(err, c.system):
			t.Errorf("%s is %q, %v", c.name, text, err)
		}
		if text, err := read(t, follower, c.name); text != c.text || c.system != nil && !errors.Is(err, c.system) {
			t.Errorf("with links followed %s is %q, %v", c.name, text, err)
		}
		for _, f := range []*inside.Folder{strict, follower} {
			_, err := f.Writable(c.name)
			if refused := agmem.KindOf(err) == agmem.Denied && err != nil; refused != (c.onlyFollowed || c.refused) {
				t.Errorf("to write %s: %v", c.name, err)
			}
		}
	}
	if _, _, err := inside.New(p.base, "in", always).Open("circle"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a circle: %v", err)
	}
	if _, _, err := inside.New(p.base, "in", func() (bool, error) { return false, errors.ErrUnsupported }).Open("out"); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("nobody can tell whether links are followed: %v", err)
	}
}

// The base may be a link to anywhere, the folder below it only to what is in
// the base.
func TestTheFolderItself(t *testing.T) {
	p := newPlace(t)
	p.link("in", "alias")
	p.link("../outside", "away")
	p.link("../made", "dangling")
	p.link(".", "in/self")
	elsewhere := filepath.Join(filepath.Dir(p.base), "elsewhere")
	p.ok(os.Symlink(p.base, elsewhere))
	for _, base := range []string{p.base, elsewhere} {
		if text, err := read(t, inside.New(base, "alias", nil), "own"); text != "own" || err != nil {
			t.Errorf("through a link in the base it is %q, %v", text, err)
		}
		away := inside.New(base, "away", nil)
		if _, _, err := away.Open("secret"); agmem.KindOf(err) != agmem.Denied {
			t.Errorf("a folder that leads out of the base: %v", err)
		}
		if _, err := away.Dir().List(nil); agmem.KindOf(err) != agmem.Denied {
			t.Errorf("a folder that leads out of the base: %v", err)
		}
		if text, err := read(t, inside.New(base, "away", always), "secret"); text != "secret" || err != nil {
			t.Errorf("with links followed: %q, %v", text, err)
		}
		for _, below := range []string{"away", "dangling", filepath.Join("dangling", "deeper")} {
			if path, err := inside.New(base, below, always).Writable("x"); agmem.KindOf(err) != agmem.Denied || err == nil {
				t.Errorf("%s: it would write %s, %v", below, path, err)
			}
		}
		if path, err := inside.New(base, filepath.Join("new", "folder"), nil).Writable("x"); path != filepath.Join(p.base, "new", "folder", "x") || err != nil {
			t.Errorf("in folders that are not there yet it would write %s, %v", path, err)
		}
	}
	if _, _, err := inside.New(filepath.Join(p.base, "none"), "in", nil).Open("own"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a base that does not exist: %v", err)
	}
}

func TestList(t *testing.T) {
	p := newPlace(t)
	p.link("own", "in/a-link")
	f := inside.New(p.base, "in", nil)
	l, err := f.Dir().List(func(name string) bool { return name != "other" })
	p.ok(err)
	var got []string
	for _, e := range l.Entries {
		got = append(got, e.Name+" "+e.Type.String()+map[bool]string{true: " seen"}[e.Info != nil])
	}
	if want := "a-link L---------, deep d---------, own ---------- seen"; strings.Join(got, ", ") != want {
		t.Errorf("it holds %s, want %s", strings.Join(got, ", "), want)
	}
	info, err := f.Stat(".")
	if err != nil || !os.SameFile(info, l.Info) {
		t.Errorf("the folder is another one, %v", err)
	}
	if _, err := f.Dir().Sub("own").List(nil); err == nil || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), f.Join("own")) {
		t.Errorf("a file is listed as a folder: %v", err)
	}
}

// A folder that is exchanged for a link again and again, also between the
// look and the opening, never shows what is outside.
func TestAnExchangedFolderDoesNotLeadOut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder with open files cannot be renamed here; not tested")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4)) // else hardly anything happens between two calls
	p := newPlace(t)
	p.put("base/in/sub/secret", "mine")
	p.link("../../outside", "in/link")
	sub, link, aside := filepath.Join(p.base, "in", "sub"), filepath.Join(p.base, "in", "link"), filepath.Join(p.base, "in", "aside")
	done := make(chan error)
	stop := make(chan struct{})
	go func() {
		for {
			err := errors.Join(os.Rename(sub, aside), os.Rename(link, sub), os.Rename(sub, link), os.Rename(aside, sub))
			select {
			case <-stop:
				done <- err
				return
			default:
			}
			if err != nil {
				done <- err
				return
			}
		}
	}()
	defer func() {
		close(stop)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	f := inside.New(p.base, "in", nil)
	mine := 0
	for i := 0; i < 10_000 || mine == 0 && i < 1_000_000; i++ {
		session := f.Session()
		for _, open := range []func(string) (*os.File, fs.FileInfo, error){f.Open, session.Open} {
			file, _, err := open(filepath.Join("sub", "secret"))
			if err != nil {
				continue
			}
			text, err := io.ReadAll(file)
			_ = file.Close()
			if mine++; string(text) != "mine" || err != nil {
				t.Fatalf("round %d: it read %q, %v", i, text, err)
			}
		}
		session.Close()
	}
	if mine == 0 {
		t.Error("the file was never read")
	}
}
