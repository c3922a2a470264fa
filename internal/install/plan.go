package install

import (
	"bytes"
	"errors"
	"io/fs"
	"os"

	"github.com/agmem/agmem"
)

// Action is what happens to a file.
type Action string

// The actions on a file.
const (
	Create Action = "create"
	Change Action = "change"
	Delete Action = "delete"
	Keep   Action = "keep"  // it is as it should be
	Leave  Action = "leave" // it would have to be changed by hand
)

// Step is what happens to one file.
type Step struct {
	Path   string
	Action Action
	Before []byte // nil for a file that is not there
	After  []byte // nil for one that goes
	Why    string // why it is left
	ByHand string // what would be written into it
}

// Plan is what happens to the files of a host.
type Plan struct {
	Host  string
	Title string
	Steps []Step
	Notes []string // what is left to the user

	removal bool
}

// Changes returns how many files would be written or removed.
func (p Plan) Changes() (count int) {
	for _, s := range p.Steps {
		if s.Action != Keep && s.Action != Leave {
			count++
		}
	}
	return count
}

// Plan returns what it takes to wire a host. A file that cannot be read is an
// error; one that cannot be changed is a step that leaves it.
func (in *Installer) Plan(host string) (Plan, error) {
	h, err := in.host(host)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Host: h.name, Title: h.title, Notes: h.notes}
	for _, f := range h.files {
		step, err := in.stepInto(f)
		if err != nil {
			return Plan{}, err
		}
		plan.Steps = append(plan.Steps, step)
	}
	return plan, nil
}

// PlanRemoval returns what it takes to take a host out. Files without anything of
// agmem have no step.
func (in *Installer) PlanRemoval(host string) (Plan, error) {
	h, err := in.host(host)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Host: h.name, Title: h.title, removal: true}
	for _, f := range h.files {
		step, err := in.stepOutOf(f)
		if err != nil {
			return Plan{}, err
		}
		if step.Action != Keep {
			plan.Steps = append(plan.Steps, step)
		}
	}
	return plan, nil
}

func (in *Installer) stepInto(f file) (Step, error) {
	text, err := read(f.path)
	if err != nil {
		return Step{}, err
	}
	base := text
	if before, ok := in.journal.untouched(f.path, text); ok {
		base = before // an earlier version of agmem may have written it
	}
	step := Step{Path: f.path, Action: Change, Before: text}
	after, err := f.put(base)
	if err != nil {
		step.Action, step.After, step.Why, step.ByHand = Leave, text, err.Error(), f.byHand()
		return step, nil
	}
	step.After = after
	switch {
	case text == nil:
		step.Action = Create
	case bytes.Equal(text, after):
		step.Action = Keep
	}
	return step, nil
}

func (in *Installer) stepOutOf(f file) (Step, error) {
	text, err := read(f.path)
	if err != nil {
		return Step{}, err
	}
	step := Step{Path: f.path, Action: Keep, Before: text, After: text}
	if text == nil {
		return step, nil
	}
	before, ok := in.journal.untouched(f.path, text)
	if ok {
		step.After = before
	} else if step.After, err = f.take(text, in.journal.before(f.path)); err != nil {
		step.Action, step.After, step.Why, step.ByHand = Leave, text, err.Error(), f.byHand()
		return step, nil
	}
	switch {
	case step.After == nil || in.journal.made(f.path) && isBare(step.After):
		step.Action, step.After = Delete, nil
	case !bytes.Equal(step.After, text):
		step.Action = Change
	}
	return step, nil
}

// read returns the text of a file, nil if there is none.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, agmem.Errorf(agmem.Invalid, "%s is not a file", path)
	}
	if err == nil && info.Size() > maxFile {
		return nil, agmem.Errorf(agmem.TooLarge, "%s has more than %d MiB", path, maxFile>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, agmem.Errorf(agmem.Unavailable, "cannot read %s: %w", path, err)
	}
	if text == nil {
		text = []byte{}
	}
	return text, nil
}

// maxFile is the largest file of a host that is changed, in bytes.
const maxFile = 64 << 20
