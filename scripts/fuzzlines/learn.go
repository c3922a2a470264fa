//go:build linux || darwin

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// command is one command of a program, as its help and completion describe it.
type command struct {
	program string   // the name it is called by
	path    []string // of words: config, set
	usage   string   // what the usage line shows behind them: KEY VALUE [flags]
	flags   []option
	words   []string // what completion offers as its first argument
}

// option is one flag of a command.
type option struct {
	names []string // --raw, -r
	value string   // what the help calls its value: N, DATE; empty for a switch
	words []string // what completion offers as its value
}

// tool is one tool of an MCP server.
type tool struct {
	name  string
	takes map[string]string // the type of each argument, empty if it has none
}

// grammar is everything that can be typed.
type grammar struct {
	commands  []command
	variables []string // that the help mentions
	tools     []tool
}

// ask runs a program and returns what it wrote to standard output.
type ask func(stdin, program string, args ...string) (string, error)

// learn reads the grammar of programs from their help. The home that ask runs
// them in is empty, so that no answer depends on what is stored.
func learn(ask ask, programs []string) (grammar, error) {
	l := learner{ask: ask, values: make(map[string][]string)}
	for _, name := range programs {
		if err := l.command(name, nil); err != nil {
			return grammar{}, err
		}
	}
	if len(l.commands) < len(programs) {
		return grammar{}, fmt.Errorf("the help of %v shows only %d commands", programs, len(l.commands))
	}
	slices.Sort(l.variables)
	l.variables = slices.Compact(l.variables)
	return l.grammar, nil
}

type learner struct {
	grammar
	ask    ask
	values map[string][]string // by flag and value: what completion offers
}

// command adds the command at a path, or those below it.
func (l *learner) command(program string, path []string) error {
	text, err := l.ask("", program, append(slices.Clone(path), "--help")...)
	if err != nil {
		return fmt.Errorf("%s %s --help: %w", program, strings.Join(path, " "), err)
	}
	page := readHelp(text)
	l.variables = append(l.variables, page.variables...)
	if len(page.commands) > 0 {
		for _, name := range page.commands {
			if err := l.command(program, append(slices.Clone(path), name)); err != nil {
				return err
			}
		}
		return nil
	}
	c := command{program: program, path: path, usage: page.usage, flags: page.flags}
	c.words = l.complete(program, append(slices.Clone(path), ""))
	for i, f := range c.flags {
		if f.value != "" {
			c.flags[i].words = l.flagValues(program, path, f)
		}
	}
	if slices.Contains(path, "mcp") {
		tools, err := l.askTools(program, path)
		if err != nil {
			return err
		}
		l.tools = append(l.tools, tools...)
	}
	l.commands = append(l.commands, c)
	return nil
}

// flagValues asks once for flags of one name that take the same value.
func (l *learner) flagValues(program string, path []string, f option) []string {
	name := program + f.names[0] + f.value
	words, known := l.values[name]
	if !known {
		words = l.complete(program, append(slices.Clone(path), f.names[0], ""))
		l.values[name] = words
	}
	return words
}

// complete returns the words that completion offers. A command without any
// makes it fail, which says as much as an empty answer.
func (l *learner) complete(program string, typed []string) []string {
	text, err := l.ask("", program, append([]string{"__complete"}, typed...)...)
	if err != nil {
		return nil
	}
	var words []string
	for line := range strings.Lines(text) {
		word, _, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if word != "" && word[0] != ':' && word[0] != '-' {
			words = append(words, word)
		}
	}
	return words
}

// askTools asks an MCP server what it offers.
func (l *learner) askTools(program string, path []string) ([]tool, error) {
	text, err := l.ask(greeting+`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`+"\n", program, path...)
	if err != nil {
		return nil, fmt.Errorf("asking %s %s for its tools: %w", program, strings.Join(path, " "), err)
	}
	var tools []tool
	for line := range strings.Lines(text) {
		var answer struct {
			Result struct {
				Tools []struct {
					Name        string
					InputSchema struct {
						Properties map[string]struct{ Type any }
					}
				}
			}
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			return nil, fmt.Errorf("the MCP server wrote %.100q: %w", line, err)
		}
		for _, t := range answer.Result.Tools {
			takes := make(map[string]string)
			for name, p := range t.InputSchema.Properties {
				takes[name], _ = p.Type.(string)
			}
			tools = append(tools, tool{t.Name, takes})
		}
	}
	slices.SortFunc(tools, func(a, b tool) int { return cmp.Compare(a.name, b.name) })
	return tools, nil
}

// helpPage is what the help of one command says.
type helpPage struct {
	usage     string
	commands  []string
	flags     []option
	variables []string
}

var (
	commandLine  = regexp.MustCompile(`^  ([a-z][\w-]*) {2,}\S`)
	flagLine     = regexp.MustCompile(`^ +(?:(-\w), )?(--[a-z][\w-]*)(?: (\S+))?(?:  |$)`)
	variableName = regexp.MustCompile(`\$([A-Z][A-Z_]+)`)
)

func readHelp(text string) helpPage {
	var page helpPage
	for _, found := range variableName.FindAllStringSubmatch(text, -1) {
		page.variables = append(page.variables, found[1])
	}
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line[0] != ' ' {
			if strings.HasSuffix(line, ":") || section != "" {
				section = line
			}
			continue
		}
		page.line(section, line)
	}
	return page
}

// line reads a line of a section of the help.
func (p *helpPage) line(section, line string) {
	switch {
	case section == "Usage:" && p.usage == "":
		p.usage = strings.TrimSpace(line)
	case p.usage == "", section == "Examples:", strings.HasPrefix(section, "Exit"):
	case strings.HasPrefix(section, "Flags"):
		if found := flagLine.FindStringSubmatch(line); found != nil {
			f := option{names: []string{found[2]}, value: found[3]}
			if found[1] != "" {
				f.names = append(f.names, found[1])
			}
			p.flags = append(p.flags, f)
		}
	default:
		if found := commandLine.FindStringSubmatch(line); found != nil {
			p.commands = append(p.commands, found[1])
		}
	}
}
