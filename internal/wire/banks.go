package wire

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/banks/banksource"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/paths"
)

// banks returns the use cases of JSON banks over the folders that the working
// directory and the environment say. It touches nothing.
func (s *settings) banks(follow *bool) *banks.Banks {
	places := func() banks.Places { return s.bankPlaces(s.follow(follow)) }
	return banks.New(banks.Options{Places: places, Now: s.env.Now, Compile: s.compileFilter, Guard: s.guard})
}

// compileFilter makes a jq filter, where the program is linked with jq.
func (s *settings) compileFilter(filter string, debug io.Writer) (banks.Filter, error) {
	if err := s.need(s.parts.CompileFilter != nil, "a jq filter"); err != nil {
		return nil, err
	}
	return s.parts.CompileFilter(filter, debug)
}

// follower says whether links are read that lead out of their folder.
type follower func() (bool, error)

// follow asks the configuration, unless a flag of the command said it.
func (s *settings) follow(flag *bool) follower {
	return func() (bool, error) {
		if flag != nil {
			return *flag, nil
		}
		c, err := s.config()
		if err != nil {
			return false, err
		}
		return c.Enabled(config.FollowLinks), nil
	}
}

func (s *settings) bankPlaces(follow follower) banks.Places {
	found := bankfolder.Locate(s.env.Getenv, s.env.Dir)
	places := banks.Places{UserErr: found.UserErr, ProjectFound: found.ProjectFound}
	if found.UserErr == nil {
		places.User = s.userBanks(found, follow)
	}
	if found.Project != "" {
		places.Project = s.projectBanks(found, follow)
	}
	return places
}

func (s *settings) userBanks(found bankfolder.Places, follow follower) *bankfolder.Folder {
	return bankfolder.New(found.User, banks.UserScope,
		bankfolder.Options{Now: s.env.Now, Compress: s.compressBanks, Follow: follow})
}

// projectBanks are a stranger's where the project came with a clone.
func (s *settings) projectBanks(found bankfolder.Places, follow follower) *bankfolder.Folder {
	return bankfolder.New(found.Project, banks.ProjectScope,
		bankfolder.Options{Now: s.env.Now, Compress: s.compressBanks, Follow: follow, Within: found.ProjectRoot})
}

// compressBanks reads the configuration, which is therefore not read before a
// bank is large enough for the question to matter.
func (s *settings) compressBanks() (bool, error) {
	c, err := s.config()
	if err != nil {
		return false, err
	}
	return c.Enabled(config.CompressBanks), nil
}

// bankSource registers the banks of both scopes as a source of memories. It is
// active if there is a bank.
func (s *settings) bankSource(c *config.Config, vectors agmem.Embedding) library.Registration {
	folders := sync.OnceValue(s.bankFolders)
	return library.Registration{
		Name:     banksource.Name,
		Type:     banksource.Name,
		ReadOnly: true,
		Location: func() string {
			var places []string
			for _, f := range folders() {
				places = append(places, f.Path())
			}
			return strings.Join(places, string(filepath.ListSeparator))
		},
		Active: func() bool {
			for _, f := range folders() {
				names, err := f.Names(context.Background())
				if len(names) > 0 || err != nil { // one that cannot be looked at is to say so
					return true
				}
			}
			// What was in the last bank is not kept in a cache either. One that cannot be
			// removed is tried again by the next command.
			_ = banksource.Discard(context.Background(), s.bankCache(), folders())
			return false
		},
		Open: func(context.Context) (agmem.Source, error) {
			return banksource.New(folders(), banksource.Options{Cache: s.bankCache(), Now: s.env.Now, Embedding: vectors}), nil
		},
		Metadata: c.Metadata(banksource.Name),
	}
}

// bankFolders returns the folders that exist or may exist, the project's
// first. If the place of the user's banks is unknown, those of the project
// are all there is.
func (s *settings) bankFolders() []*bankfolder.Folder {
	var folders []*bankfolder.Folder
	found := bankfolder.Locate(s.env.Getenv, s.env.Dir)
	if found.ProjectFound {
		folders = append(folders, s.projectBanks(found, s.follow(nil)))
	}
	if found.UserErr == nil {
		folders = append(folders, s.userBanks(found, s.follow(nil)))
	}
	return folders
}

// bankCache returns the folder of the indexes of banks, empty if nobody can
// tell.
func (s *settings) bankCache() string {
	folder, err := paths.CacheDir(s.env.Getenv)
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "banks")
}
