package agmemcli

import (
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

type linkOptions struct{ force, remove bool }

func newLink(a *app) *cobra.Command {
	var o linkOptions
	cmd := &cobra.Command{
		Use:   "link DIR",
		Short: "Make the other programs callable by their names",
		Long: `Make links to agmem in DIR, one per bundled program.

A link points to the path that agmem was called by, so that it starts the next
version too when that is installed there. In the folder of agmem itself the link
is relative, elsewhere it is absolute. On Windows it is a hard link or a copy, and
has to be made again after an upgrade.

A program with commands that only agmem-full can run is linked to the agmem-full
in the folder of agmem, which saves starting a second process. Without one it is
linked to agmem like the others; run link again after installing agmem-full.

Existing files in DIR: a link to this agmem stays, a link to the other build is
replaced, and any other file is replaced only with --force. DIR is made if it is
missing.`,
		Example: `
			agmem link ~/.local/bin
			agmem link ~/.local/bin --remove`,
		Args: cli.Arguments(1, 1, "one DIR"),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(a, args[0]) },
	}
	cmd.Flags().BoolVar(&o.force, "force", false, "replace files that are not links to this agmem")
	cmd.Flags().BoolVar(&o.remove, "remove", false, "remove the links instead")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return cmd
}

func (o *linkOptions) run(a *app, dir string) error {
	if o.force && o.remove {
		return agmem.Errorf(agmem.Usage, "--force and --remove contradict each other").
			WithHint("--remove removes links to this agmem and nothing else")
	}
	l, err := newLinker(a.Environment, dir)
	if err != nil {
		return err
	}
	var made []link
	if o.remove {
		made, err = l.remove(a.services.Programs)
	} else {
		made, err = l.make(a.services.Programs, o.force)
	}
	if err != nil {
		return err
	}
	result := linked{Links: made, InPath: inPath(a.Getenv("PATH"), dir)}
	if err := a.Print(result); err != nil {
		return err
	}
	if !o.remove && !result.InPath {
		a.Note(dir+" is not in $PATH", "add it there, or call the programs by their full path")
	}
	return nil
}

// inPath says whether a shell looks for programs in a folder.
func inPath(path, dir string) bool {
	return slices.ContainsFunc(filepath.SplitList(path), func(entry string) bool {
		return entry != "" && sameFile(entry, dir)
	})
}

// linked is the result of link.
type linked struct {
	Links  []link `json:"links"`
	InPath bool   `json:"inPath"`
}

// link is one name of the program.
type link struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Target string `json:"target"`
	Status string `json:"status"`

	program string // the path of the build that it leads to
}

// What became of a link.
const (
	linkMade     = "made"
	linkKept     = "kept"     // it was right already
	linkReplaced = "replaced" // something else was there, or a link to the other build
	linkRemoved  = "removed"
	linkAbsent   = "absent" // there was nothing to remove
)

func (v linked) JSON() any { return v }

func (v linked) TOON() any {
	rows := make([]toon.Object, len(v.Links))
	for i, l := range v.Links {
		rows[i] = toon.Object{
			{Key: "name", Value: l.Name},
			{Key: "path", Value: l.Path},
			{Key: "target", Value: l.Target},
			{Key: "status", Value: l.Status},
		}
	}
	return append(table("links", rows), toon.Field{Key: "inPath", Value: v.InPath})
}

func (v linked) Human(p *cli.Page) {
	for _, l := range v.Links {
		p.Linef("%s %s -> %s", cli.Pad(l.Status, len(linkReplaced)), p.Paint(cli.Cyan, cli.Fold(l.Path)), cli.Fold(l.Target))
	}
}
