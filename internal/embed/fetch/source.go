package fetch

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
)

// errAbsent is for a file that a source does not have.
var errAbsent = errors.New("the file is not there")

// source has the files of one model.
type source interface {
	// bring puts a file at a path. One that is there from an earlier attempt may
	// be kept.
	bring(ctx context.Context, wanted file, path string, b *bar) error
}

// source returns what is behind a path or a URL. An archive is unpacked first.
func (f *Fetcher) source(ctx context.Context, from string, b beside, progress func(done, total int64)) (source, error) {
	if isURL(from) && !isArchive(from) {
		return mirror{f.web, from}, nil
	}
	archive := from
	if isURL(from) {
		archive = filepath.Join(b.partial, "archive"+ending(from))
		whole := file{path: "archive", size: 0}
		if err := f.web.download(ctx, from, whole, archive, newBar([]file{whole}, progress)); err != nil {
			return nil, named(err, from)
		}
		defer os.Remove(archive)
	}
	info, err := os.Stat(archive)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, agmem.Errorf(agmem.NotFound, "there is no folder and no archive %s", from)
	case err != nil:
		return nil, err
	case info.IsDir():
		return folder{path: archive}, nil
	case !isArchive(archive):
		return nil, agmem.Errorf(agmem.Usage, "%s is neither a folder nor an archive", from).
			WithHint("an archive ends with .zip, .whl, .tar, .tar.gz or .tgz")
	}
	unpacked := filepath.Join(b.partial, "unpacked")
	if err := os.RemoveAll(unpacked); err != nil {
		return nil, err
	}
	return folder{path: unpacked, own: true}, unpack(ctx, archive, unpacked)
}

// mirror is a place on the web under which the files have their names.
type mirror struct {
	web  *downloader
	base string
}

func (m mirror) bring(ctx context.Context, wanted file, path string, b *bar) error {
	if _, err := os.Stat(path); err == nil {
		return nil // from an earlier attempt; it is checked like a new one
	}
	return named(m.web.download(ctx, m.base+"/"+wanted.path, wanted, path, b), m.base+"/"+wanted.path)
}

// named says of a file that is needed where it is missing.
func named(err error, url string) error {
	if errors.Is(err, errAbsent) {
		return agmem.Errorf(agmem.NotFound, "there is no %s: %w", url, err).
			WithHint("check the name of the model, or say where to take it from")
	}
	return err
}

// folder is a folder that has the files, perhaps one that was made for this.
type folder struct {
	path string
	own  bool
}

func (s folder) bring(ctx context.Context, wanted file, path string, b *bar) error {
	from := filepath.Join(s.path, filepath.FromSlash(wanted.path))
	info, err := os.Stat(from) // a link in a folder that a person named leads where they want
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return agmem.Errorf(agmem.NotFound, "%s has no %s: %w", s.path, wanted.path, errAbsent)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return agmem.Errorf(agmem.Invalid, "%s is not a file", from)
	case info.Size() > wanted.limit():
		return tooLarge(wanted)
	}
	if s.own {
		return os.Rename(from, path)
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return save(ctx, path, os.O_TRUNC, in, b)
}

func tooLarge(wanted file) error {
	return agmem.Errorf(agmem.TooLarge, "%s is larger than %d bytes", wanted.path, wanted.limit())
}

// save writes what a reader has into a file, and has it on the disk.
func save(ctx context.Context, path string, flag int, from io.Reader, b *bar) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, &observed{ctx, from, b})
	return errors.Join(err, f.Sync(), f.Close())
}

// observed ends with its context, and tells a bar what was read.
type observed struct {
	ctx  context.Context
	from io.Reader
	bar  *bar
}

// Read reads.
func (o *observed) Read(p []byte) (int, error) {
	if err := o.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := o.from.Read(p)
	o.bar.add(int64(n))
	return n, err
}

// bar adds up what was brought.
type bar struct {
	tell               func(done, total int64)
	before, now, total int64
}

func newBar(files []file, tell func(done, total int64)) *bar {
	b := &bar{tell: tell}
	for _, f := range files {
		b.total += f.size
	}
	return b
}

// begin says how much of the next file is there already, and how large it is.
func (b *bar) begin(done, size int64) {
	b.now, b.total = done, max(b.total, b.before+size)
	b.add(0)
}

func (b *bar) add(n int64) {
	b.now += n
	b.tell(b.before+b.now, b.total)
}

func (b *bar) finished(size int64) {
	b.before, b.now = b.before+size, 0
	b.add(0)
}

// isArchive goes by the name.
func isArchive(name string) bool { return ending(name) != "" }

func ending(name string) string {
	for _, e := range []string{".zip", ".whl", ".tar.gz", ".tgz", ".tar"} {
		if strings.HasSuffix(strings.ToLower(name), e) {
			return e
		}
	}
	return ""
}
