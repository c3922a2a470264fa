package wire

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"sync"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/agmemcli"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/embed"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/memories/intake"
	"github.com/agmem/agmem/internal/origin"
	"github.com/agmem/agmem/internal/paths"
	"github.com/agmem/agmem/internal/secrets"
)

// settings is the environment of one command with its configuration, which is
// read at most once and only when something needs it.
type settings struct {
	env      cli.Environment // with the command line as it was called, whatever program it is for
	parts    Parts
	config   func() (*config.Config, error)
	embedder func() (*embed.Process, error) // what makes vectors
	opened   *memories.Store                // the store of memories, once it is open
	guard    *secrets.Guard                 // of every room
}

func newSettings(env cli.Environment) *settings {
	s := &settings{env: env}
	s.config = sync.OnceValues(func() (*config.Config, error) {
		path, err := s.configFile()
		if err != nil {
			return nil, err
		}
		return config.Load(path)
	})
	s.embedder = sync.OnceValues(func() (*embed.Process, error) {
		c, err := s.chooser()
		if err != nil {
			return nil, err
		}
		return embed.NewProcess(c), nil
	})
	s.guard = secrets.NewGuard(s.secretPolicy)
	return s
}

// secretPolicy is what is configured. A value that is none, which only a person can
// have written, counts as the usual one.
func (s *settings) secretPolicy() (secrets.Policy, error) {
	c, err := s.config()
	if err != nil {
		return "", err
	}
	return secrets.Policy(c.Chosen(config.Secrets)), nil
}

func (s *settings) configFile() (string, error) { return paths.ConfigFile(s.env.Getenv) }

func (s *settings) services() agmemcli.Services {
	return agmemcli.Services{
		Library:       s.library,
		ConfigFile:    s.configFile,
		Origin:        s.origin,
		OriginIn:      s.originIn,
		Cards:         s.cardRoom,
		CheckDatabase: intake.CheckDatabase,
		Guard:         s.guard,
		MCP:           s.serveMemories,
		Hooks:         s.hooks,
		Embedding:     agmemcli.Embedding{Ready: s.readyEmbedder, State: s.embedderState},
	}
}

func (s *settings) origin(author, session string) (agmem.Origin, error) {
	return s.originIn(s.env.Dir, author, session)
}

func (s *settings) originIn(folder, author, session string) (agmem.Origin, error) {
	c, err := s.config()
	if err != nil {
		return agmem.Origin{}, err
	}
	return origin.Detect(s.env.Getenv, folder, origin.Options{
		Author:        author,
		Session:       session,
		DefaultAuthor: c.Value(config.Author),
		NoGit:         !c.Enabled(config.OriginGit),
	}), nil
}

// project finds the repository of the working directory.
func (s *settings) project(c *config.Config) agmem.Project {
	home, _ := paths.Home(s.env.Getenv, "") // without one, no folder is the home
	return origin.Project(s.env.Getenv, s.env.Dir, home, origin.Options{NoGit: !c.Enabled(config.OriginGit)})
}

func (s *settings) library(place agmemcli.Place) (*library.Library, error) {
	c, err := s.config()
	if err != nil {
		return nil, err
	}
	if c, err = c.With(place.Settings); err != nil {
		return nil, err
	}
	if place.Folder != "" {
		s.env.Dir = place.Folder
	}
	place.Notice = inTurn(place.Notice)
	process := s.embedder
	if len(place.Settings) > 0 {
		process = sync.OnceValues(func() (*embed.Process, error) { return embed.NewProcess(s.chooserBy(c)), nil })
	}
	vectors := embedding(process)
	local, err := s.local(c, place, vectors)
	if err != nil {
		return nil, err
	}
	return library.New(enabled(local, s.bankSource(c, vectors), s.cardSource(c, place.Notice), s.ledgerSource(c, local, vectors)), library.Options{
		Memories: library.Local,
		Default:  c.Value(config.DefaultSource),
		Chosen:   place.Source,
		Fusion:   library.Fusion(c.Value(config.SearchFusion)),
		KeepTail: c.Value(config.SearchTail) == config.TailShown,
		Project:  func() agmem.Project { return s.project(c) },
		Scope:    c.Value(config.SearchScope),
		Embedder: ofQuestions(process),
		Patience: c.Duration(config.EmbeddingTimeout),
		Init:     s.initEmbedder,
	}), nil
}

// enabled lets the configuration of a source say whether a search asks it. Where
// it says nothing, its files do.
func enabled(all ...library.Registration) []library.Registration {
	for i, r := range all {
		if text, set := r.Metadata[config.Enabled]; set {
			on, err := strconv.ParseBool(text)
			all[i].Active = func() bool { return on || err != nil && r.Active() }
		}
	}
	return all
}

// inTurn lets sources that are asked at the same time report one by one.
func inTurn(notice func(string)) func(string) {
	var mu sync.Mutex
	return func(sentence string) {
		mu.Lock()
		defer mu.Unlock()
		notice(sentence)
	}
}

// local registers the source of the database on this machine. It is active
// once its file exists, so that a search before the first memory finds nothing
// and makes no file.
func (s *settings) local(c *config.Config, place agmemcli.Place, vectors agmem.Embedding) (library.Registration, error) {
	path, missing := place.Database, noteMissing(place.Database, place.Notice)
	if path == "" {
		var err error
		if path, err = paths.DatabaseFile(s.env.Getenv); err != nil {
			return library.Registration{}, err
		}
	}
	open := sync.OnceValues(func() (agmem.Source, error) {
		store, err := s.open(context.Background(), path, memories.Options{
			Name:      library.Local,
			Now:       s.env.Now,
			Notice:    place.Notice,
			Guard:     s.guard,
			Embedding: vectors,
		})
		if err != nil {
			return nil, err // not the nil *Store, which would be a source
		}
		s.opened = store
		return store, nil
	})
	return library.Registration{
		Name:     library.Local,
		Type:     "sqlite",
		Location: func() string { return path },
		Active: func() bool {
			_, err := os.Stat(path)
			there := !errors.Is(err, fs.ErrNotExist) || s.waits(path) // one that cannot be looked at is to say so
			if !there {
				missing()
			}
			return there
		},
		Open:     func(context.Context) (agmem.Source, error) { return open() },
		Metadata: c.Metadata(library.Local),
	}, nil
}
