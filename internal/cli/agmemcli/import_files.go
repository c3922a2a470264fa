package agmemcli

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/histories"
	"github.com/agmem/agmem/internal/portable"
)

// fileImport takes in files whose memories replace what came from them earlier.
type fileImport struct {
	a       *app
	options *importOptions
	files   []histories.File
	// what was met on the way, which is read ahead of the store
	left     histories.Left
	warnings []error
	origins  map[string]agmem.Origin // by folder
}

// filesAt returns the files at a path that are imported as files: Markdown, and
// what other programs remember. It is empty for an export of memories.
func (o *importOptions) filesAt(path string) ([]histories.File, error) {
	if o.from != "" {
		files := histories.FilesOf(path, histories.Format(o.from))
		if len(files) == 0 {
			return nil, agmem.Errorf(agmem.NotFound, "there is no file of the format %s in %s", o.from, path)
		}
		return files, nil
	}
	if files := histories.Files(path); len(files) > 0 {
		return files, nil
	}
	format, err := portable.Detect(path)
	if err != nil || format != portable.Markdown && format != portable.Folder {
		return nil, err
	}
	return []histories.File{{Path: path}}, nil
}

// importFiles takes in files.
func (o *importOptions) importFiles(ctx context.Context, a *app, files []histories.File) (imported, error) {
	lib, err := a.library()
	if err != nil {
		return imported{}, err
	}
	origin, err := o.origin.origin(a)
	if err != nil {
		return imported{}, err
	}
	f := &fileImport{a: a, options: o, files: files, origins: make(map[string]agmem.Origin)}
	progress := a.NewProgress("importing")
	report, err := lib.Transfer.ImportFiles(ctx, f.read(ctx), agmem.ImportOptions{
		DryRun: o.dryRun, Revive: o.revive, Origin: origin, Total: len(files), Progress: progress.Set,
	})
	progress.End()
	for _, warning := range f.warnings {
		a.Warn(warning)
	}
	return imported{report, o.dryRun, f.left}, err
}

// read yields what each file says. One of several that cannot be read is a warning.
func (f *fileImport) read(ctx context.Context) iter.Seq2[agmem.FileContents, error] {
	return func(yield func(agmem.FileContents, error) bool) {
		for _, file := range f.files {
			for contents, err := range f.contents(ctx, file) {
				if err != nil && len(f.files) > 1 && ctx.Err() == nil {
					f.warnings = append(f.warnings, err)
					continue
				}
				if !yield(contents, err) || err != nil {
					return
				}
			}
		}
	}
}

// contents yields what is at one path: a file, or a folder of Markdown.
func (f *fileImport) contents(ctx context.Context, file histories.File) iter.Seq2[agmem.FileContents, error] {
	return func(yield func(agmem.FileContents, error) bool) {
		if file.Format == "" {
			f.markdown(ctx, file.Path, yield)
			return
		}
		c, err := histories.Read(ctx, file.Path, file.Format, agmem.InstantOf(f.a.Now()))
		if err != nil {
			yield(agmem.FileContents{}, err)
			return
		}
		f.left.Add(c.Left)
		yield(f.placed(ctx, agmem.FileContents{Path: c.Path, Memories: c.Memories}, c.Folder))
	}
}

// markdown yields ordinary Markdown, with a memory for each heading.
func (f *fileImport) markdown(ctx context.Context, path string, yield func(agmem.FileContents, error) bool) {
	read := portable.ReadMarkdownFile
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		read = portable.ReadMarkdownDir
	}
	batch, err := read(path)
	if err != nil {
		yield(agmem.FileContents{}, err)
		return
	}
	f.warnings = append(f.warnings, batch.Warnings...)
	for _, contents := range batch.ByFile() {
		contents.Path = histories.Absolute(contents.Path)
		if !yield(f.placed(ctx, contents, "")) {
			return
		}
	}
}

// withoutSecrets leaves out the memories that may not be stored: the others of the
// file are not to blame. Each is named.
func (f *fileImport) withoutSecrets(ctx context.Context, contents *agmem.FileContents) {
	contents.Memories = slices.DeleteFunc(contents.Memories, func(m agmem.Memory) bool {
		err := f.a.services.Guard.Memory(ctx, &m)
		if err == nil {
			return false
		}
		f.left.Add(histories.Left{{Reason: histories.WithSecret, Count: 1}})
		f.warnings = append(f.warnings, agmem.Named(strings.Join(append([]string{contents.Path}, headings(m)...), ": "), err))
		return true
	})
}

// headings returns the headings that a memory of a file is below, if any.
func headings(m agmem.Memory) []string {
	if m.Origin.Heading == "" {
		return nil
	}
	return []string{m.Origin.Heading}
}

// placed gives the memories of a file the origin of the folder that it tells of,
// or that it is in, where they do not say otherwise.
func (f *fileImport) placed(ctx context.Context, contents agmem.FileContents, folder string) (agmem.FileContents, error) {
	f.withoutSecrets(ctx, &contents)
	if folder == "" {
		folder = filepath.Dir(contents.Path)
	}
	base, err := f.originOf(folder)
	if err != nil {
		return contents, err
	}
	for i := range contents.Memories {
		own := contents.Memories[i].Origin
		o := base
		o.File, o.Heading = contents.Path, own.Heading
		if own.Author != "" && f.options.origin.author == "" {
			o.Author = own.Author
		}
		if f.options.origin.session == "" {
			o.Session = own.Session
		}
		if own.Branch != "" {
			o.Branch, o.Commit = own.Branch, own.Commit
		}
		if own.Repository != "" {
			o.Repository = own.Repository
		}
		contents.Memories[i].Origin = o
	}
	return contents, nil
}

// originOf returns the origin of what is written in a folder; without what git
// says where the folder is not here.
func (f *fileImport) originOf(folder string) (agmem.Origin, error) {
	if o, known := f.origins[folder]; known {
		return o, nil
	}
	o, err := f.a.services.OriginIn(folder, f.options.origin.author, f.options.origin.session)
	if err != nil {
		return o, err
	}
	if _, err := os.Stat(folder); err != nil {
		o.Repository, o.Branch, o.Commit = "", "", ""
	}
	f.origins[folder] = o
	return o, nil
}
