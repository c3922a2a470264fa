package cli

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// Build is the result of the command version: what the running program was
// made from.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"` // with -dirty where the tree had changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// ReadBuild returns what the linker left in the running program.
func ReadBuild() Build {
	b := Build{Version: Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
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

func (b Build) String() string {
	about := []string{b.Go, b.Platform}
	if b.Commit != "" {
		about = append([]string{b.Commit}, about...)
	}
	return "agmem " + b.Version + " (" + strings.Join(about, ", ") + ")"
}

// JSON returns the build with its fields.
func (b Build) JSON() any { return b }

// Human writes the build as one line, as people know it of every program.
func (b Build) Human(p *Page) { p.Linef("%s", b) }

// VersionCommand returns the command version of a program, whose run prints what
// [ReadBuild] returns.
func VersionCommand(example string, run func() error) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    `Print the version of agmem, of the commit it was built from and of Go.`,
		Example: example,
		Args:    Arguments(0, 0, ""),
		RunE:    func(*cobra.Command, []string) error { return run() },
	}
}
