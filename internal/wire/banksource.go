package wire

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/paths"
)

// bankSource registers the banks of both scopes as a source of memories. It is
// active where there is a bank. Where nobody can tell where the user's banks
// are, those of the project are all there is.
func (s *settings) bankSource(c *config.Config) library.Registration {
	var folders []*banks.Folder
	var locations []string
	add := func(path string, scope agmem.Scope) {
		folders = append(folders, s.bankFolder(path, scope))
		locations = append(locations, path)
	}
	places := banks.Locate(s.env.Getenv, s.env.Dir)
	if places.ProjectFound {
		add(places.Project, agmem.ProjectScope)
	}
	if places.UserErr == nil {
		add(places.User, agmem.UserScope)
	}
	return library.Registration{
		Name:     banks.SourceName,
		Type:     banks.SourceName,
		Location: strings.Join(locations, string(filepath.ListSeparator)),
		Active: func() bool {
			for _, f := range folders {
				names, err := f.Names(context.Background())
				if len(names) > 0 || err != nil { // one that cannot be looked at is to say so
					return true
				}
			}
			return false
		},
		Open: func(context.Context) (agmem.Source, error) {
			return banks.NewSource(folders, banks.SourceOptions{Cache: s.bankCache(), Now: s.env.Now}), nil
		},
		Metadata: c.Metadata(banks.SourceName),
	}
}

// bankCache returns the folder of the indexes of banks, empty where nobody can
// tell.
func (s *settings) bankCache() string {
	folder, err := paths.CacheDir(s.env.Getenv)
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "banks")
}
