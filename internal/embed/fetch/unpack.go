package fetch

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

const (
	// maxEntries and maxRatio are beyond any archive with a model: weights hardly
	// shrink. Below freeBytes a ratio means nothing.
	maxEntries = 100_000
	maxRatio   = 100
	freeBytes  = 64 << 20
)

// visitor looks at one entry of an archive.
type visitor func(name string, content io.Reader) error

// header is an entry as it is found, before anything is known about it.
type header func(name string, mode fs.FileMode, content io.Reader) error

// unpack writes the files of the model in an archive into a folder. An archive
// with a link or with a name that leads out of it is refused whole, even where
// that entry is not needed.
func unpack(ctx context.Context, archive, into string) error {
	root, err := findModel(ctx, archive)
	if err != nil {
		return damaged(archive, err)
	}
	wanted := make(map[string]file)
	for _, f := range unknownFiles() {
		wanted[path.Join(root, f.path)] = f
	}
	silent := newBar(nil, func(int64, int64) {})
	return damaged(archive, walk(ctx, archive, func(name string, content io.Reader) error {
		f, ok := wanted[name]
		if !ok {
			return nil
		}
		to := filepath.Join(into, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		limited := &io.LimitedReader{R: content, N: f.limit() + 1}
		if err := save(ctx, to, os.O_EXCL, limited, silent); err != nil {
			return err
		}
		if limited.N <= 0 {
			return tooLarge(f)
		}
		return nil
	}))
}

// findModel returns the folder in an archive that has the weights of a model, the
// one that is nearest to the top.
func findModel(ctx context.Context, archive string) (string, error) {
	var roots []string
	err := walk(ctx, archive, func(name string, _ io.Reader) error {
		if path.Base(name) == weights {
			roots = append(roots, path.Dir(name))
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	depth := func(root string) int { return strings.Count(path.Join("/", root), "/") }
	slices.SortStableFunc(roots, func(a, b string) int { return depth(a) - depth(b) })
	switch {
	case len(roots) == 0:
		return "", agmem.Errorf(agmem.NotFound, "the archive %s has no %s", archive, weights)
	case len(roots) > 1 && depth(roots[0]) == depth(roots[1]):
		return "", agmem.Errorf(agmem.Invalid, "the archive %s has several models: %s and %s", archive, roots[0], roots[1]).
			WithHint("unpack it, and say which folder it is")
	}
	return roots[0], nil
}

// walk visits every regular file of an archive.
func walk(ctx context.Context, archive string, visit visitor) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	allowed := &allowance{entries: maxEntries, bytes: max(freeBytes, info.Size()*maxRatio)}
	careful := func(name string, mode fs.FileMode, content io.Reader) error {
		if err := errors.Join(ctx.Err(), allowed.entry(archive, name, mode)); err != nil {
			return err
		}
		if !mode.IsRegular() {
			return nil
		}
		return visit(path.Clean(name), content)
	}
	switch ending(archive) {
	case ".zip", ".whl":
		return walkZip(f, info.Size(), allowed, careful)
	case ".tar":
		return walkTar(&metered{f, allowed}, careful)
	}
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	return walkTar(&metered{unzipped, allowed}, careful)
}

func walkZip(f io.ReaderAt, size int64, allowed *allowance, visit header) error {
	r, err := zip.NewReader(f, size)
	if err != nil {
		return err
	}
	for _, e := range r.File {
		if err := visitZip(e, allowed, visit); err != nil {
			return err
		}
	}
	return nil
}

func visitZip(e *zip.File, allowed *allowance, visit header) error {
	content, err := e.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	return visit(e.Name, e.Mode(), &metered{content, allowed})
}

func walkTar(stream io.Reader, visit header) error {
	r := tar.NewReader(stream)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		mode := h.FileInfo().Mode()
		if h.Typeflag == tar.TypeLink { // it has the mode of a file
			mode |= fs.ModeSymlink
		}
		if err := visit(h.Name, mode, r); err != nil {
			return err
		}
	}
}

// allowance is what an archive may still have.
type allowance struct {
	entries int
	bytes   int64
}

var errBomb = errors.New("it unpacks to far more than a model has")

func (a *allowance) entry(archive, name string, mode fs.FileMode) error {
	if a.entries--; a.entries < 0 {
		return errBomb
	}
	inside := strings.TrimSuffix(name, "/")
	if !fs.ValidPath(strings.TrimPrefix(inside, "./")) && inside != "." || strings.ContainsAny(name, "\\:\x00") {
		return agmem.Errorf(agmem.Invalid, "the archive %s is refused: the name %q leads out of it", archive, name)
	}
	if !mode.IsRegular() && !mode.IsDir() {
		return agmem.Errorf(agmem.Invalid, "the archive %s is refused: %q is neither a file nor a folder", archive, name)
	}
	return nil
}

// metered takes what is read from the allowance.
type metered struct {
	from    io.Reader
	allowed *allowance
}

// Read reads.
func (m *metered) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	if m.allowed.bytes -= int64(n); m.allowed.bytes < 0 {
		return n, errBomb
	}
	return n, err
}

// damaged is the error of an archive that cannot be read. Errors of the system and
// of ours stay.
func damaged(archive string, err error) error {
	_, ours := errors.AsType[*agmem.Error](err)
	_, system := errors.AsType[*os.PathError](err)
	if err == nil || ours || system || errors.Is(err, context.Canceled) {
		return err
	}
	return agmem.Errorf(agmem.Invalid, "the archive %s cannot be unpacked: %w", archive, err)
}
