package portable

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/agmem/agmem"
)

// The YAML parser's time grows with the square of what is nested, to twenty
// seconds for 64 KiB of brackets. Frontmatter of people is far below these.
const (
	maxFrontmatter = 16 << 10 // bytes
	maxNesting     = 32       // lists and mappings in one another
)

// frontmatter is what the head of a Markdown file says about all of it.
type frontmatter struct {
	title    string
	tags     []string
	created  agmem.Instant
	warnings []error
}

// cutFrontmatter returns the YAML between --- in the first line and the next
// --- or ..., what follows, and the number of the line where that begins.
func cutFrontmatter(text string) (yaml, body string, line int) {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimRight(first, " \t") != "---" {
		return "", text, 1
	}
	line = 2
	end := 0
	for l := range strings.Lines(rest) {
		line++
		mark := strings.TrimRight(l, " \t\n")
		if mark == "---" || mark == "..." {
			return rest[:end], rest[end+len(l):], line
		}
		end += len(l)
	}
	return "", text, 1
}

// parseFrontmatter reads the YAML as syntax alone: its aliases, which can
// grow without bound, are never followed. The title is used where the YAML
// has none.
func parseFrontmatter(yaml, title string) frontmatter {
	f := frontmatter{title: title, tags: []string{}}
	if strings.TrimSpace(yaml) == "" {
		return f
	}
	if len(yaml) > maxFrontmatter {
		f.warn("the frontmatter is larger than %d bytes", maxFrontmatter)
		return f
	}
	if nesting(yaml) > maxNesting {
		f.warn("the frontmatter is nested too deeply")
		return f
	}
	file, err := parser.ParseBytes([]byte(yaml), 0)
	if err != nil || len(file.Docs) == 0 {
		f.warn("the frontmatter is no YAML")
		return f
	}
	for key, value := range members(file.Docs[0].Body) {
		f.take(key, value)
	}
	f.tags = agmem.CleanTags(f.tags)
	return f
}

// nesting returns how deeply brackets, quoted ones included, and the dashes at
// the beginning of a line are nested at most.
func nesting(yaml string) int {
	deepest, brackets := 0, 0
	for line := range strings.Lines(yaml) {
		dashes := 0
		for _, word := range strings.Fields(line) {
			if word != "-" && word != "?" {
				break
			}
			dashes++
		}
		for _, c := range line {
			switch c {
			case '[', '{':
				brackets++
			case ']', '}':
				brackets = max(0, brackets-1)
			}
			deepest = max(deepest, brackets)
		}
		deepest = max(deepest, dashes)
	}
	return deepest
}

func (f *frontmatter) warn(format string, args ...any) {
	f.warnings = append(f.warnings, fmt.Errorf(format, args...))
}

// members yields the names and values of a mapping, nothing for another node.
func members(node ast.Node) func(yield func(string, ast.Node) bool) {
	var values []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	}
	return func(yield func(string, ast.Node) bool) {
		for _, v := range values {
			if name, ok := scalar(v.Key); ok && !yield(strings.ToLower(name), v.Value) {
				return
			}
		}
	}
}

func (f *frontmatter) take(key string, value ast.Node) {
	switch key {
	case "title":
		if text, ok := scalar(value); ok && strings.TrimSpace(text) != "" {
			f.title = strings.TrimSpace(text)
		}
	case "tags", "tag":
		f.takeTags(value)
	case "created":
		f.takeDate(key, value)
	case "date":
		if f.created == 0 {
			f.takeDate(key, value)
		}
	}
}

func (f *frontmatter) takeTags(value ast.Node) {
	items := []ast.Node{value}
	if list, ok := value.(*ast.SequenceNode); ok {
		items = list.Values
	}
	for _, item := range items {
		text, ok := scalar(item)
		if !ok {
			f.warn("a tag in the frontmatter is no text")
			continue
		}
		for _, tag := range agmem.SplitTags(text) {
			if err := (agmem.Draft{Content: "content", Tags: []string{tag}}).Validate(); err != nil {
				f.warn("%w", err)
				continue
			}
			f.tags = append(f.tags, tag)
		}
	}
}

func (f *frontmatter) takeDate(key string, value ast.Node) {
	text, _ := scalar(value)
	created, err := parseDay(strings.TrimSpace(text))
	if err != nil {
		f.warn("%s in the frontmatter is %q, not a date", key, cut(text))
		return
	}
	f.created = created
}

// parseDay is parseDate, and takes a local time without seconds or T too.
func parseDay(text string) (agmem.Instant, error) {
	for _, layout := range []string{time.DateTime, "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return agmem.InstantOf(t), nil
		}
	}
	i, err := parseDate(text)
	if i == 0 && err == nil {
		err = errors.New("no date")
	}
	return i, err
}

// scalar returns the text of a node that holds one.
func scalar(node ast.Node) (string, bool) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.NullNode:
		return "", true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}
