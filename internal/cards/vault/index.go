package vault

import (
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/inside"
	"github.com/agmem/agmem/internal/recall"
)

// DiscardIndex removes the index of a folder that is gone.
func (v *Vault) DiscardIndex(ctx context.Context) error { return fileindex.Discard(ctx, v.cacheFile()) }

// cacheFile returns where the index is kept; empty: in memory.
func (v *Vault) cacheFile() string { return keyed(v.opts.CacheDir, v.home, ".db") }

// folder makes a vault what an index follows.
type folder struct {
	vault *Vault
	files *inside.Session // since they were listed last; nil before
}

// Files lists the cards.
func (f *folder) Files(context.Context) ([]fileindex.File, error) {
	f.close()
	f.files = f.vault.cards.Session()
	files, err := f.vault.scan()
	list := make([]fileindex.File, len(files))
	for i, x := range files {
		list[i] = fileindex.File{Name: x.path, Stamp: fileindex.StampOf(x.info)}
	}
	return list, err
}

// close releases what reading the files keeps open.
func (f *folder) close() {
	if f.files != nil {
		f.files.Close()
	}
}

// Read returns the one document of a card; of one with unreadable frontmatter
// also why.
func (f *folder) Read(_ context.Context, listed fileindex.File) (iter.Seq[fileindex.Document], error) {
	text, info, err := readBounded(f.files, listed.Name)
	if err != nil {
		return nil, f.vault.failure(f.vault.fileOf(listed.Name), unwrapped(err))
	}
	card, body := parse(listed.Name, text)
	card.FileTime = agmem.InstantOf(info.ModTime())
	document := fileindex.Document{
		Text:      recall.Document{Content: body, Digest: card.Title, Tags: card.Tags},
		CreatedAt: card.CreatedAt(),
		UpdatedAt: card.ChangedAt(),
		Size:      int64(len(strings.ToValidUTF8(string(text), "\uFFFD"))),
		Extra:     encode(card),
		Names:     card.Note().Keys(),
	}
	if card.Problem != "" {
		err = agmem.Errorf(agmem.Invalid, "%s", card.Problem)
	}
	return func(yield func(fileindex.Document) bool) { yield(document) }, err
}

// opener opens files by their names in the folder of cards.
type opener interface {
	Open(name string) (*os.File, os.FileInfo, error)
}

// readBounded reads the file of a card, unless it is too large to be indexed.
func readBounded(from opener, path string) ([]byte, os.FileInfo, error) {
	file, info, err := from.Open(name(path))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if info.Size() > cards.MaxSize {
		return nil, nil, agmem.Errorf(agmem.TooLarge, "it has %d bytes, more than %d are not searched", info.Size(), cards.MaxSize)
	}
	text, err := io.ReadAll(io.LimitReader(file, cards.MaxSize+1))
	return text, info, err
}

// name returns the name of a card's file in the folder of cards.
func name(path string) string { return filepath.FromSlash(path) + extension }

func (v *Vault) fileOf(path string) string { return filepath.Join(v.Folder(), name(path)) }

// All returns every card in the order of the paths. Cards that cannot be read
// do not hide the others, which come with the joined errors.
func (v *Vault) All(ctx context.Context) ([]cards.Card, error) {
	if err := v.need(); err != nil {
		return nil, err
	}
	var all []cards.Card
	err := v.index().View(ctx, func(ctx context.Context, view *fileindex.View) error {
		all = nil
		entries, err := view.Extras(ctx)
		if err == nil {
			all, err = cardsOf(entries)
		}
		names := namesIn(view)
		for i := range all {
			all[i].Name = names.Of(all[i].Path)
		}
		return err
	})
	if _, partly := err.(interface{ Unwrap() []error }); err != nil && !partly {
		return nil, err // it is about all of them
	}
	slices.SortFunc(all, func(a, b cards.Card) int { return strings.Compare(a.Path, b.Path) })
	return all, err
}

func cardsOf(entries []fileindex.Entry) ([]cards.Card, error) {
	all := make([]cards.Card, len(entries))
	for i, e := range entries {
		var err error
		if all[i], err = cardOf(e); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// namesIn returns what the cards are called, by all files that there are: one
// that cannot be read has its slug all the same.
func namesIn(view *fileindex.View) cards.Names {
	files := view.Files()
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Name
	}
	return cards.NewNames(paths)
}

// Find returns the path of a card; see [Vault.Copy] for the errors.
func (v *Vault) Find(_ context.Context, slug string) (string, error) {
	f, err := v.find(slug)
	return f.path, err
}
