package memorytools

import (
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/mcp"
)

// MemoriesGroup is the name of the group that is offered by default.
const MemoriesGroup = "memories"

// Group is tools that can be chosen by one name.
type Group struct {
	Name  string
	Tools []mcp.Tool
}

// Choose returns the tools that names ask for: names of tools, of groups, or of
// both. Names of groups alone add them to the memories, and no names at all mean
// those. An unknown name is Usage.
func Choose(names []string, groups []Group) ([]mcp.Tool, error) {
	wanted := make(map[string]bool)
	onlyGroups := true
	for _, name := range names {
		group, tool := find(name, groups)
		switch {
		case group != nil:
			for _, t := range group.Tools {
				wanted[t.Name] = true
			}
		case tool != "":
			wanted[tool] = true
			onlyGroups = false
		default:
			return nil, unknown(name, groups)
		}
	}
	var chosen []mcp.Tool
	for _, g := range groups {
		for _, t := range g.Tools {
			if wanted[t.Name] || onlyGroups && g.Name == MemoriesGroup {
				chosen = append(chosen, t)
			}
		}
	}
	return chosen, nil
}

func find(name string, groups []Group) (*Group, string) {
	for i, g := range groups {
		if g.Name == name {
			return &groups[i], ""
		}
	}
	for _, g := range groups {
		if slices.ContainsFunc(g.Tools, func(t mcp.Tool) bool { return t.Name == name }) {
			return nil, name
		}
	}
	return nil, ""
}

func unknown(name string, groups []Group) error {
	var known, tools []string
	for _, g := range groups {
		known = append(known, g.Name)
		for _, t := range g.Tools {
			tools = append(tools, t.Name)
		}
	}
	return agmem.Errorf(agmem.Usage, "there is no tool and no group of tools called %q", name).
		WithHint("groups: %s; tools: %s", strings.Join(known, ", "), strings.Join(tools, ", "))
}
