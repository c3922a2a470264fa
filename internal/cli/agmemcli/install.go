package agmemcli

import (
	"context"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/handover"
	"github.com/agmem/agmem/internal/install"
)

// installOptions are those of install and of uninstall.
type installOptions struct {
	all, project, dryRun, yes bool
	remove                    bool
}

func newInstall(a *app) *cobra.Command {
	var o installOptions
	cmd := &cobra.Command{
		Use:   "install [HOST...]",
		Short: "Wire agmem into the programs that run agents",
		Long: `Wire agmem into programs that run agents: as an MCP server, and with a skill or a
plugin where the program takes one. Without HOST, list the programs, which of them
are on this machine and which are wired.

The change is shown first. Only what is needed is added to a file, everything else
in it keeps its bytes, and a copy is kept: agmem uninstall brings back every file as
it was. Nothing is written into a repository, unless --project says so: that adds a
marked block to its AGENTS.md.`,
		Example: `
			agmem install
			agmem install claude --dry-run
			agmem install --auto --yes
			agmem install --project`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) },
	}
	cmd.Flags().BoolVar(&o.all, "auto", false, "every program that is on this machine")
	o.add(a, cmd)
	return cmd
}

func newUninstall(a *app) *cobra.Command {
	o := installOptions{remove: true}
	cmd := &cobra.Command{
		Use:   "uninstall HOST...",
		Short: "Take agmem out of the programs that run agents",
		Long: `Take out what agmem install wrote. A file that nobody has edited since comes back
byte for byte. Of one that was edited only what agmem wrote is taken out. What
somebody has changed in that is left, and named.

The memories stay.`,
		Example: `
			agmem uninstall claude
			agmem uninstall --all --yes
			agmem uninstall --project`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) },
	}
	cmd.Flags().BoolVar(&o.all, "all", false, "every program")
	o.add(a, cmd)
	return cmd
}

func (o *installOptions) add(a *app, cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&o.project, "project", false, "the AGENTS.md of this repository")
	flags.BoolVar(&o.dryRun, "dry-run", false, "show the change, and change nothing")
	flags.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return o.hostNames(a), cobra.ShellCompDirectiveNoFileComp
	}
}

func (o *installOptions) hostNames(a *app) []string {
	var names []string
	if in, err := o.installer(a); err == nil {
		hosts, _ := in.Hosts()
		for _, h := range hosts {
			names = append(names, h.Name)
		}
	}
	return names
}

func (o *installOptions) run(ctx context.Context, a *app, names []string) error {
	in, err := o.installer(a)
	if err != nil {
		return err
	}
	if len(names) == 0 && !o.all && !o.project {
		if o.remove {
			return agmem.Errorf(agmem.Usage, "uninstall needs a HOST").WithHint("agmem install lists them; --all takes agmem out of every one")
		}
		return listHosts(a, in)
	}
	if names, err = o.chosen(in, names); err != nil {
		return err
	}
	plans, err := o.plan(in, names)
	if err != nil {
		return err
	}
	if err := o.apply(ctx, a, in, plans); err != nil {
		return err
	}
	return a.Print(installed{plans, o.dryRun})
}

func (o *installOptions) installer(a *app) (*install.Installer, error) {
	settings := install.Settings{Getenv: a.Getenv, Program: callableAs(a.Getenv("PATH"))}
	if o.project {
		settings.Project = projectFolder(a.Dir)
	}
	return install.New(settings)
}

// callableAs returns how another program calls this one: by its name, if that is
// what $PATH leads to, so that the next version is called when it is installed.
func callableAs(path string) string {
	self, err := os.Executable()
	if err != nil {
		return "agmem"
	}
	if first, ok := programIn(path, handover.Light); ok && sameFile(first, self) {
		return handover.Light
	}
	return self
}

// projectFolder returns the folder of the repository that a folder is in, else that
// folder.
func projectFolder(dir string) string {
	for folder := dir; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, ".git")); err == nil {
			return folder
		}
		if filepath.Dir(folder) == folder {
			return dir
		}
	}
}

// chosen returns the names of the hosts that the command line means.
func (o *installOptions) chosen(in *install.Installer, names []string) ([]string, error) {
	if o.all {
		hosts, err := in.Hosts()
		if err != nil {
			return nil, err
		}
		for _, h := range hosts {
			if h.Name != install.Project && (h.Present || o.remove) {
				names = append(names, h.Name)
			}
		}
	}
	if o.project {
		names = append(names, install.Project)
	}
	if len(names) == 0 {
		return nil, agmem.Errorf(agmem.NotFound, "no program that agmem knows is on this machine").WithHint("agmem install lists what it knows; name one to wire it anyway")
	}
	return names, nil
}

func (o *installOptions) plan(in *install.Installer, names []string) ([]install.Plan, error) {
	planned := map[string]bool{}
	var plans []install.Plan
	for _, name := range names {
		if planned[name] {
			continue
		}
		planned[name] = true
		make := in.Plan
		if o.remove {
			make = in.PlanRemoval
		}
		plan, err := make(name)
		if err != nil {
			return nil, err
		}
		plans = append(plans, plan)
	}
	return plans, nil
}

// apply makes the changes, if they are wanted.
func (o *installOptions) apply(ctx context.Context, a *app, in *install.Installer, plans []install.Plan) error {
	changes := 0
	for _, plan := range plans {
		changes += plan.Changes()
	}
	switch files := counted(int64(changes), "file", "files"); {
	case o.dryRun || changes == 0:
		return nil
	case !o.yes && !a.CanAsk():
		return agmem.Errorf(agmem.Denied, "%s would change, and there is nobody to ask", files).
			WithHint("look at the change with --dry-run, and make it with --yes")
	case !o.yes:
		showPlans(a.Console, plans)
		yes, err := a.Ask(ctx, "Change "+files+"?")
		if err == nil && !yes {
			err = agmem.Errorf(agmem.Denied, "nothing was changed")
		}
		if err != nil {
			return err
		}
	}
	for _, plan := range plans {
		if err := in.Apply(ctx, plan); err != nil {
			return err
		}
	}
	return nil
}
