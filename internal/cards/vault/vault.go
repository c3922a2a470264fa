package vault

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/inside"
)

// Options says how a vault is kept. The zero value can be used, but is slow:
// without a cache the index is made in memory each time.
type Options struct {
	// Now is the clock; nil for time.Now.
	Now func() time.Time
	// CacheDir is where the index and the lock are kept; empty: the index in
	// memory, the lock in the home.
	CacheDir string
	// DataDir is where the journal of a rename is kept: not in the home, where a
	// stranger's could be. Empty: a rename that is cut off is not finished.
	DataDir string
	// Foreign says that the home came with a project, and may be a stranger's:
	// its folders must not lead out of it.
	Foreign bool
	// Follow says whether cards are read that links lead to out of their folder;
	// nil for no. It is asked when there is such a link.
	Follow func() (bool, error)
	// Progress, if set, is called while many files are read.
	Progress func(done, total int)
	// Embedding is how vectors are made, if they are.
	Embedding agmem.Embedding
}

// Vault is a home of cards. It may be used by several goroutines.
type Vault struct {
	home  string
	opts  Options
	index func() *fileindex.Index
	files *folder // that the index follows

	root    *inside.Folder
	cards   *inside.Folder
	inner   *inside.Folder // the cards without those that links lead to elsewhere
	archive *inside.Folder
	// unfinished are the folders in which the last walk saw temporary files.
	unfinished atomic.Pointer[[]string]
}

// Open returns the vault of a home, which need not exist. It touches nothing.
func Open(home string, opts Options) *Vault {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	v := &Vault{home: home, opts: opts, root: inside.New(home, ".", opts.Follow)}
	v.cards, v.inner, v.archive = v.within("cards", opts.Follow), v.within("cards", nil), v.within("archive", nil)
	v.files = &folder{vault: v}
	v.index = sync.OnceValue(func() *fileindex.Index {
		return fileindex.New(v.cacheFile(), v.files, fileindex.Options{
			Now: opts.Now, Progress: opts.Progress, Repository: v.Repository, Embedding: opts.Embedding,
		})
	})
	return v
}

// within returns a folder of the home. In a home of the user's own it may be a
// link to anywhere.
func (v *Vault) within(name string, follow func() (bool, error)) *inside.Folder {
	if v.opts.Foreign {
		return inside.New(v.home, name, follow)
	}
	return inside.New(filepath.Join(v.home, name), ".", follow)
}

// Home returns the folder that holds cards/ and archive/.
func (v *Vault) Home() string { return v.home }

// Repository returns the repository that the cards belong to, where the projects of
// a question are these.
func (v *Vault) Repository(projects agmem.Projects) string { return projects.Current.Of(v.home) }

// Folder returns the folder of the cards.
func (v *Vault) Folder() string { return filepath.Join(v.home, "cards") }

// ArchiveFolder returns the folder of the archived cards.
func (v *Vault) ArchiveFolder() string { return filepath.Join(v.home, "archive") }

// Exists says whether there is a folder of cards.
func (v *Vault) Exists() bool {
	info, err := v.cards.Stat(".")
	return err == nil && info.IsDir()
}

// Index returns the index of the cards, to search it in the way of memories.
// NotFound if there is no folder of cards. The vault closes it.
func (v *Vault) Index() (*fileindex.Index, error) { return v.index(), v.need() }

// Paths returns the paths of all cards whose folders can be read, sorted.
func (v *Vault) Paths() []string {
	files, _ := v.names()
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	return paths
}

// Size returns the bytes of all cards that can be read.
func (v *Vault) Size() int64 {
	files, _ := v.scan()
	var sum int64
	for _, f := range files {
		sum += f.info.Size()
	}
	return sum
}

// Close releases the index.
func (v *Vault) Close() error {
	err := v.index().Close()
	v.files.close()
	return err
}

// need is NotFound if there is no folder of cards, with the way to begin. A
// folder that cannot be read does not count as one without cards.
func (v *Vault) need() error {
	_, err := v.cards.Stat(".")
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return agmem.Errorf(agmem.NotFound, "there are no cards yet: %s does not exist", v.Folder()).
			WithHint("writing the first card creates it").WithStep(cards.ActionWrite, "")
	}
	if info, statErr := os.Stat(v.Folder()); statErr == nil && !info.IsDir() {
		return agmem.Errorf(agmem.Invalid, "%s is not a folder", v.Folder())
	}
	return v.failure(v.Folder(), unwrapped(err))
}

// failure gives an error of the system about a file a kind.
func (v *Vault) failure(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, ours := errors.AsType[*agmem.Error](err); ours {
		return err
	}
	if atomicfile.IsDenied(err) {
		return agmem.Errorf(agmem.Denied, "%s: %w", path, err).WithHint("check who owns the file and its folder")
	}
	return agmem.Errorf(agmem.Unavailable, "%s: %w", path, err)
}
