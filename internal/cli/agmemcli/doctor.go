package agmemcli

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/handover"
	"github.com/agmem/agmem/internal/install"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/toon"
)

func newDoctor(a *app) *cobra.Command {
	fix := false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is wired, reachable, stale or damaged",
		Long: `Look at the programs in $PATH, the hosts that agmem is wired into, what makes vectors,
and every source, and check the database. If something is wrong, the exit status is 1.

--fix wires stale hosts again, and sets right what agmem run check finds, where
nothing is lost.`,
		Example: `
			agmem doctor --human
			agmem doctor --fix`,
		Args: cli.Arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return runDoctor(cmd.Context(), a, fix) },
	}
	cmd.Flags().BoolVar(&fix, "fix", false, "set right what can be, where nothing is lost")
	return cmd
}

// finding is what the doctor says of one thing.
type finding struct {
	Area   string `json:"area"` // program, host, embedder or source
	Name   string `json:"name"`
	Status string `json:"status"`
	Text   string `json:"text"`
	Next   string `json:"next,omitempty"` // what would help
}

// How a thing is.
const (
	isFine    = "ok"
	isNoted   = "note" // worth knowing, and nothing is wrong
	isProblem = "problem"
)

func runDoctor(ctx context.Context, a *app, fix bool) error {
	if err := a.services.Embedding.Ready(ctx, false); err != nil {
		return err
	}
	found := programFindings(a)
	hosts, err := hostFindings(ctx, a, fix)
	if err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	list, failed := lib.Sources.List(ctx)
	state := a.services.Embedding.State(ctx)
	found = slices.Concat(found, hosts, []finding{embedderFinding(state)},
		vectorFindings(ctx, lib, state, list), sourceFindings(ctx, a, list, failed, fix))
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := a.Print(findings(found)); err != nil {
		return err
	}
	problems := int64(0)
	for _, f := range found {
		if f.Status == isProblem {
			problems++
		}
	}
	if problems == 0 {
		return nil
	}
	return agmem.Errorf(agmem.Invalid, "%s found", counted(problems, "problem was", "problems were"))
}

// programFindings says which programs other programs can call by their names.
func programFindings(a *app) []finding {
	names := []string{handover.Light, handover.Full}
	for _, p := range a.services.Programs {
		names = append(names, p.Name)
	}
	found := make([]finding, len(names))
	for i, name := range names {
		f := finding{Area: "program", Name: name, Status: isFine}
		path, inPath := programIn(a.Getenv("PATH"), name)
		switch {
		case inPath:
			f.Text = path
		case name == handover.Light || name == handover.Full:
			f.Status, f.Text, f.Next = isNoted, "not in $PATH", "install it in a folder of $PATH"
		default:
			f.Status, f.Text, f.Next = isNoted, "not in $PATH", "agmem link DIR"
		}
		found[i] = f
	}
	return found
}

// programIn returns the first program of a name in the folders of a $PATH.
func programIn(path, name string) (string, bool) {
	for _, folder := range filepath.SplitList(path) {
		if !filepath.IsAbs(folder) {
			continue // it would be another one in every folder
		}
		if found, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
			return found, true
		}
	}
	return "", false
}

func hostFindings(ctx context.Context, a *app, fix bool) ([]finding, error) {
	o := installOptions{yes: true}
	in, err := o.installer(a)
	if err != nil {
		return nil, err
	}
	hosts, err := in.Hosts()
	if err != nil {
		return nil, err
	}
	found := []finding{}
	for _, h := range hosts {
		if fix && h.Stale {
			if h, err = rewire(ctx, in, h); err != nil {
				return nil, err
			}
		}
		if h.Present || h.Wired || h.Stale {
			found = append(found, hostFinding(h))
		}
	}
	return found, nil
}

func hostFinding(h install.Host) finding {
	f := finding{Area: "host", Name: h.Name, Status: isFine, Text: "wired"}
	switch {
	case h.Stale:
		f.Status, f.Text, f.Next = isProblem, "what it needs is not as agmem wrote it", "agmem install "+h.Name
	case !h.Wired:
		f.Status, f.Text, f.Next = isNoted, "on this machine, not wired", "agmem install "+h.Name
	}
	return f
}

// embedderFinding says what makes vectors, and whether it does now.
func embedderFinding(state EmbedderState) finding {
	f := finding{Area: "embedder", Name: state.Provider, Status: isFine, Text: state.Text}
	if e, ok := errors.AsType[*agmem.Error](state.Err); ok {
		f.Next = hint(e)
	}
	switch {
	case state.Err != nil:
		f.Status, f.Text = isProblem, sentenceOf(state.Err)
	case state.Provider == "none":
		f.Status, f.Text, f.Next = isNoted, "searches go by words alone", "agmem run init"
	}
	return f
}

// rewire writes what a stale host needs, and returns how it is then.
func rewire(ctx context.Context, in *install.Installer, h install.Host) (install.Host, error) {
	plan, err := in.Plan(h.Name)
	if err == nil {
		err = in.Apply(ctx, plan)
	}
	if err != nil {
		return h, err
	}
	hosts, err := in.Hosts()
	for _, now := range hosts {
		if now.Name == h.Name {
			h = now
		}
	}
	return h, err
}

// sourceFindings says how every source is. The store of memories is checked whole.
func sourceFindings(ctx context.Context, a *app, list []library.SourceInfo, failed error, fix bool) []finding {
	found := []finding{}
	for i, s := range list {
		f := finding{Area: "source", Name: s.Name, Status: isFine, Text: s.Location}
		switch {
		case !s.Active:
			f.Status, f.Text = isNoted, "nothing is there yet: "+s.Location
		case s.Count == nil:
			f.Status, f.Text = isProblem, sentenceOf(failed)
		case i == 0: // the store of memories comes first
			f = checked(ctx, a, f, fix)
		}
		found = append(found, f)
	}
	return found
}

// checked is the finding of a source after its whole check.
func checked(ctx context.Context, a *app, f finding, fix bool) finding {
	progress := a.NewProgress("check")
	defer progress.End()
	run := a.opened.Runs.Run
	if fix {
		run = a.opened.Runs.Fix
	}
	if _, err := run(ctx, "check", progress.Say); err != nil {
		f.Status, f.Text, f.Next = isProblem, sentenceOf(err), "agmem run check"
	}
	return f
}

// sentenceOf is an error as one sentence: joined errors have a line each.
func sentenceOf(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// findings is the result of doctor.
type findings []finding

func (v findings) JSON() any { return listOf(v) }

func (v findings) TOON() any {
	rows := make([]toon.Object, len(v))
	for i, f := range v {
		rows[i] = toon.Object{{Key: "area", Value: f.Area}, {Key: "name", Value: f.Name}, {Key: "status", Value: f.Status}, {Key: "text", Value: f.Text}, {Key: "next", Value: f.Next}}
	}
	return table("findings", rows)
}

func (v findings) Human(p *cli.Page) {
	for _, f := range v {
		style := map[string]cli.Style{isFine: cli.Green, isNoted: cli.Dim, isProblem: cli.Yellow}[f.Status]
		next := ""
		if f.Next != "" {
			next = " (" + f.Next + ")"
		}
		p.Linef("%s %s %s %s%s", cli.Pad(f.Area, 8), p.Paint(cli.Cyan, cli.Pad(f.Name, 11)), p.Paint(style, cli.Pad(f.Status, 7)), cli.Fold(f.Text), next)
	}
}
