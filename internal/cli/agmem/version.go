package agmem

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    `Print the version of agmem, of the commit it was built from and of Go.`,
		Example: `agmem version --json`,
		Args:    cli.Arguments(0, 0, ""),
		RunE:    func(*cobra.Command, []string) error { return a.Print(readBuild()) },
	}
}

// build is the result of version.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"` // with -dirty where the tree had changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func readBuild() build {
	b := build{Version: cli.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	dirty := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "-dirty"
			}
		}
	}
	if b.Commit != "" {
		b.Commit += dirty
	}
	return b
}

func (v build) String() string {
	about := []string{v.Go, v.Platform}
	if v.Commit != "" {
		about = append([]string{v.Commit}, about...)
	}
	return "agmem " + v.Version + " (" + strings.Join(about, ", ") + ")"
}

func (v build) JSON() any { return v }

func (v build) TOON() any { return cli.Raw(v.String()) }

func (v build) Human(p *cli.Page) { p.Linef("%s", v) }
