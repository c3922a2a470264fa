package wire

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/metamemory"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/paths"
)

// runMetaMemory runs meta-memory. Where it is called by its own name, as other
// programs do, a ledger that has no path ends with the process; as a command of
// agmem it is agmem's own.
func (s *settings) runMetaMemory(ctx context.Context, env cli.Environment, called string) int {
	return metamemory.Run(ctx, env, called, metamemory.Services{
		Open: func(ctx context.Context, path string) (*ledger.Ledger, error) {
			switch {
			case path != "":
			case called == metamemory.Name:
				path = ledger.Memory
			default:
				var err error
				if path, err = s.ownLedger(); err != nil {
					return nil, err
				}
			}
			wait, err := patience(env.Getenv("META_MEMORY_WAIT_SECONDS"))
			if err != nil {
				return nil, err
			}
			return s.openLedger(ctx, path, ledger.Options{
				Wait: wait, Embedding: embedding(s.embedder), Meaning: s.meaning,
			})
		},
		Ready: func(ctx context.Context) error { return s.readyEmbedder(ctx, false) },
	})
}

// patience is how long a caller wants to wait for other processes; 0 where it does
// not say.
func patience(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	const most = 3600
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(0.001 <= seconds && seconds <= most) {
		return 0, agmem.Errorf(agmem.Usage, "Expected META_MEMORY_WAIT_SECONDS to be a number from 0.001 to %d", most)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// openLedger opens a ledger with what all of them have in common.
func (s *settings) openLedger(ctx context.Context, path string, opts ledger.Options) (*ledger.Ledger, error) {
	opts.Now, opts.Dir, opts.Guard = s.env.Now, s.env.Dir, s.guard
	return ledger.Open(ctx, path, opts)
}

// meaning returns what gives the vector of a question, nil where nothing can.
func (s *settings) meaning(ctx context.Context, question string) func() *agmem.Vector {
	c, err := s.config()
	if err != nil {
		return nil
	}
	return meaning.OfQuestion(ctx, ofQuestions(s.embedder), c.Duration(config.EmbeddingTimeout), question)
}

// ownLedger is the database that the configuration names, else that of the
// memories.
func (s *settings) ownLedger() (string, error) {
	c, err := s.config()
	if err != nil {
		return "", err
	}
	if path := s.ledgerPath(c); path != "" {
		return path, nil
	}
	return paths.DatabaseFile(s.env.Getenv)
}

// ledgerPath is the path that the configuration names, empty for none. No shell
// reads it, so ~ for the home is understood here.
func (s *settings) ledgerPath(c *config.Config) string {
	path := c.Value(config.LedgerPath)
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := paths.Home(s.env.Getenv, config.LedgerPath); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// ledgerSource registers the ledger as a source of memories: the one that the
// configuration names, which is active if its file exists, else the tables in the
// database of the memories, if there are any.
func (s *settings) ledgerSource(c *config.Config, local library.Registration, vectors agmem.Embedding) library.Registration {
	path, active := s.ledgerPath(c), func() bool { return s.besideMemories(local) }
	if path == "" {
		path = local.Location()
	} else {
		active = func() bool {
			_, err := os.Stat(path)
			return !errors.Is(err, fs.ErrNotExist) // one that cannot be looked at is to say so
		}
	}
	return library.Registration{
		Name:     ledger.SourceName,
		Type:     ledger.SourceName,
		ReadOnly: true,
		Location: func() string { return path },
		Active:   active,
		Open: func(ctx context.Context) (agmem.Source, error) {
			l, err := s.openLedger(ctx, path, ledger.Options{Embedding: vectors})
			if err != nil {
				return nil, err
			}
			return ledger.AsSource(l), nil
		},
		Metadata: c.Metadata(ledger.SourceName),
	}
}

// besideMemories says whether the database of the memories has a ledger. A search
// opens that database anyway, so it is asked by the same connection: another would
// make every search slower. If it cannot be opened, the memories say so.
func (s *settings) besideMemories(local library.Registration) bool {
	if _, err := os.Stat(local.Location()); err != nil {
		return false
	}
	ctx := context.Background()
	if _, err := local.Open(ctx); err != nil {
		return false
	}
	holds, err := ledger.Holds(ctx, s.opened.Database())
	return holds || err != nil
}

// release closes the store of memories where it was opened to be asked and then
// not used. A second closing changes nothing.
func (s *settings) release() {
	if s.opened != nil {
		_ = s.opened.Close() // its users have been told of what went wrong
	}
}
