package extract

import (
	"slices"
	"strings"
	"unicode"
)

// tags returns what the words of a content stand for, sorted. Only whole words
// count, and only those that say it alone: "fix", "flake" and "compose" do not.
func tags(content string) []string {
	var found []string
	before := ""
	for rest := content; ; {
		start := strings.IndexFunc(rest, isWordRune)
		if start < 0 {
			break
		}
		between := rest[:start]
		rest = rest[start:]
		end := strings.IndexFunc(rest, func(r rune) bool { return !isWordRune(r) })
		if end < 0 {
			end = len(rest)
		}
		name := strings.ToLower(rest[:end])
		rest = rest[end:]
		tag := tagOf(name)
		switch {
		case name == "js" && before == "node" && isNodeJoint(between):
			tag = "nodejs"
		case name == "nix" && strings.HasSuffix(between, "*") && !strings.HasPrefix(rest, "*"):
			tag = "" // *nix is Unix
		}
		if tag != "" && !slices.Contains(found, tag) {
			found = append(found, tag)
		}
		before = name
	}
	slices.Sort(found)
	return found
}

// isWordRune counts the underscore, so that DOCKER_HOST is one word.
func isWordRune(r rune) bool { return isLetterOrDigit(r) || r == '_' || unicode.IsMark(r) }

// isNodeJoint knows what is between the two words of node.js.
func isNodeJoint(between string) bool { return between == "." || between == " " || between == "-" }

func tagOf(word string) string {
	switch word {
	case "docker", "dockerfile", "dockerfiles", "container", "containers":
		return "docker"
	case "k8s", "kubernetes", "kubectl":
		return "kubernetes"
	case "git", "github", "gitlab":
		return "git"
	case "nodejs", "npm", "yarn":
		return "nodejs"
	case "postgres", "postgresql":
		return "postgresql"
	case "nix", "nixos":
		return "nixos"
	case "error", "errors", "bug", "bugs", "bugfix", "bugfixes":
		return "troubleshooting"
	case "performance", "optimize", "optimizes", "optimized", "optimizing", "optimization", "optimizations",
		"optimise", "optimises", "optimised", "optimising", "optimisation", "optimisations":
		return "performance"
	case "security", "vulnerability", "vulnerabilities":
		return "security"
	}
	return ""
}
