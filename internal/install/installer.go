package install

import (
	"bytes"
	"context"
	"path/filepath"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/filelock"
	"github.com/agmem/agmem/internal/paths"
)

// Settings say for whom and where agmem is wired.
type Settings struct {
	Getenv  paths.Environment
	Program string // how a host calls agmem: a name in $PATH, or a path
	Project string // the folder of the project; empty: hosts of a project are Usage
}

// Installer plans changes of the files of hosts, and makes them.
type Installer struct {
	settings Settings
	home     string
	journal  *journal
}

// New returns an installer that keeps its journal in the data folder of agmem.
func New(s Settings) (*Installer, error) {
	home, err := paths.Home(s.Getenv, "HOME")
	if err != nil {
		return nil, err
	}
	data, err := paths.DataDir(s.Getenv)
	if err != nil {
		return nil, err
	}
	j, err := openJournal(filepath.Join(data, "install"))
	if err != nil {
		return nil, err
	}
	return &Installer{settings: s, home: home, journal: j}, nil
}

// Apply makes the changes of a plan, one file after the other. A file that has
// changed since the plan was made is Conflict; what was changed before it stays
// changed, and a new plan goes on from there. A link stays one, and a file keeps
// who may read it.
func (in *Installer) Apply(ctx context.Context, p Plan) (err error) {
	unlock, err := filelock.Lock(ctx, filepath.Join(in.journal.folder, ".lock"))
	if err != nil {
		return err
	}
	defer func() {
		if unlockErr := unlock(); err == nil {
			err = unlockErr
		}
	}()
	if in.journal, err = openJournal(in.journal.folder); err != nil {
		return err
	}
	for _, s := range p.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := in.apply(s, p.removal); err != nil {
			return err
		}
	}
	return nil
}

func (in *Installer) apply(s Step, removal bool) error {
	if s.Action == Keep || s.Action == Leave {
		return nil
	}
	now, err := read(s.Path)
	if err != nil {
		return err
	}
	if (now == nil) != (s.Before == nil) || !bytes.Equal(now, s.Before) {
		return agmem.Errorf(agmem.Conflict, "%s has changed in the meantime", s.Path).WithHint("repeat the command")
	}
	if removal {
		if s.Action == Delete {
			err = atomicfile.Remove(s.Path)
		} else {
			err = atomicfile.Rewrite(s.Path, s.After)
		}
		if err != nil {
			return err
		}
		return in.journal.forget(s.Path)
	}
	// The journal comes first: a killed process leaves a copy too many, and never a
	// change without a copy.
	if err := in.journal.record(s.Path, s.Before, s.After); err != nil {
		return err
	}
	return atomicfile.Rewrite(s.Path, s.After)
}
