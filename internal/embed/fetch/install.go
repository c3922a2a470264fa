// Package fetch brings a model into a folder of this machine: from its home, a
// mirror, a folder or an archive. Files are collected and checked beside the
// folder and get its name together, at the end. So a process that is killed, a
// full disk or a damaged download leaves the model as it was, or absent; and the
// next attempt goes on with what was collected.
package fetch

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/embed"
	"github.com/agmem/agmem/internal/filelock"
)

// Fetcher fetches models.
type Fetcher struct{ web *downloader }

// New returns a fetcher.
func New() *Fetcher { return &Fetcher{newDownloader()} }

// Install brings a model into its folder. Two processes that want the same one do
// so one after the other. A model that is there whole is left alone, unless the
// request says where to take it from.
func (f *Fetcher) Install(ctx context.Context, r embed.Wanted) (embed.Fetched, error) {
	if r.Progress == nil {
		r.Progress = func(int64, int64) {}
	}
	if filepath.IsAbs(r.Name) {
		return embed.Fetched{}, agmem.Errorf(agmem.Usage, "the model %s is a folder of yours, nothing is fetched into it", r.Name).
			WithHint("name a model to fetch").WithStep(agmem.ActionConfigure, "embedding.model "+embed.DefaultLocal)
	}
	b := besides(r.Folder)
	unlock, err := filelock.Lock(ctx, b.lock)
	if err != nil {
		return embed.Fetched{}, err
	}
	defer func() { _ = unlock() }() // the process ends soon
	b.recover()
	m := modelOf(r.Name)
	if r.From == "" {
		if found, ok := installed(r.Folder, m); ok {
			return found, nil
		}
	}
	report, err := f.collect(ctx, r, m, b)
	if err != nil {
		return embed.Fetched{}, b.givenUp(r.Folder, err)
	}
	return report, b.swapIn()
}

// collect brings all files together and checks them.
func (f *Fetcher) collect(ctx context.Context, r embed.Wanted, m model, b beside) (embed.Fetched, error) {
	from, err := origin(r, m)
	if err != nil {
		return embed.Fetched{}, err
	}
	if err := b.begin(from); err != nil {
		return embed.Fetched{}, err
	}
	s, err := f.source(ctx, from, b, r.Progress)
	if err != nil {
		return embed.Fetched{}, err
	}
	list := manifest{Model: r.Name, From: from}
	bar := newBar(m.files, r.Progress)
	for _, wanted := range m.files {
		path := filepath.Join(b.partial, filepath.FromSlash(wanted.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return embed.Fetched{}, err
		}
		err := s.bring(ctx, wanted, path, bar)
		if errors.Is(err, errAbsent) && wanted.optional {
			continue
		}
		if err != nil {
			return embed.Fetched{}, err
		}
		entry, err := check(path, wanted)
		if err != nil {
			_ = os.Remove(path) // it would be taken for good by the next attempt
			return embed.Fetched{}, err
		}
		list.Files = append(list.Files, entry)
		bar.finished(entry.Size)
	}
	return list.report(r.Folder), list.write(b.partial)
}

// origin says where a model is taken from: a URL, or a path that is absolute.
func origin(r embed.Wanted, m model) (string, error) {
	switch {
	case r.From == "" && !strings.Contains(m.home, "/"):
		return "", agmem.Errorf(agmem.NotFound, "nobody knows where the model %q is published", r.Name).
			WithHint("say where to take it from, or name it OWNER/NAME as its publisher does")
	case r.From == "":
		return strings.TrimRight(cmp.Or(r.Home, Home), "/") + "/" + m.home + "/resolve/main", nil
	case isURL(r.From):
		return strings.TrimRight(r.From, "/"), nil
	}
	return filepath.Abs(r.From)
}

func isURL(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// beside are the places beside the folder of a model.
type beside struct{ folder, lock, partial, old string }

func besides(folder string) beside {
	hidden := filepath.Join(filepath.Dir(folder), "."+filepath.Base(folder))
	return beside{folder, hidden + ".lock", hidden + ".partial", hidden + ".old"}
}

// recover brings back a model whose replacement was killed between two renames.
func (b beside) recover() {
	if _, err := os.Stat(b.folder); errors.Is(err, os.ErrNotExist) {
		_ = os.Rename(b.old, b.folder) // usually there is none
	}
	_ = os.RemoveAll(b.old)
}

// begin prepares the folder of what is collected. What an earlier attempt
// collected stays if it came from the same place.
func (b beside) begin(from string) error {
	note := filepath.Join(b.partial, "from")
	if text, err := os.ReadFile(note); err != nil || string(text) != from {
		if err := os.RemoveAll(b.partial); err != nil {
			return err
		}
	}
	return atomicfile.WriteFile(note, []byte(from))
}

// givenUp gives an error of the system a kind. Where the disk is full, what was
// collected would only keep it full.
func (b beside) givenUp(folder string, err error) error {
	if atomicfile.IsFull(err) {
		_ = os.RemoveAll(b.partial)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return atomicfile.Failure(folder, err)
}

// swapIn gives the collected folder its name.
func (b beside) swapIn() error {
	_ = os.Remove(filepath.Join(b.partial, "from"))
	err := os.Rename(b.folder, b.old)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return atomicfile.Failure(b.folder, err)
	}
	if err := atomicfile.Move(b.partial, b.folder); err != nil {
		b.recover()
		return err
	}
	return os.RemoveAll(b.old)
}

// patience is how long a download may stand still.
const patience = time.Minute
