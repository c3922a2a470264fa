package storetest

import "github.com/agmem/agmem"

func runnerChecks() []check {
	return []check{
		{"its commands have names of their own and say what they do", func(f *fixture) {
			seen := make(map[string]bool)
			for _, c := range f.src.Commands() {
				if c.Name == "" || c.Description == "" || seen[c.Name] {
					f.Fatalf("the command %+v has no name of its own, or no description", c)
				}
				seen[c.Name] = true
			}
			f.same("commands", len(seen) > 0, true)
		}},
		{"an unknown command is NotFound", func(f *fixture) {
			for _, name := range []string{"", "no-such-command", "\x00"} {
				_, err := f.src.Run(f.ctx, name, nil)
				f.fails(agmem.NotFound, err)
			}
		}},
		{"progress may be nil", func(f *fixture) {
			for _, c := range f.src.Commands() {
				if _, err := f.src.Run(f.ctx, c.Name, nil); err != nil && agmem.KindOf(err) == agmem.Internal {
					f.Fatalf("%s: %v", c.Name, err)
				}
			}
		}},
	}
}
