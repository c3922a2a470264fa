//go:build linux || darwin

package main

import (
	"encoding/base64"
	"regexp"
	"strings"
)

// here stands for the folder of the fuzzer in a line that is not run yet.
const here = "<HERE>"

// line is one random command line, with all that the process gets.
type line struct {
	number  int
	command string // the program and its command, for findings that are of one kind
	program string
	args    []string
	env     []string // NAME=VALUE, and NAME alone for one that is not set
	dir     string   // the working directory, below the folder
	stdin   input
	signal  bool // whether SIGTERM ends it after a while
	stdout  outlet
	stderr  outlet
}

// input is what a process gets on standard input.
type input struct {
	kind inputKind
	text []byte
}

type inputKind int

const (
	noInput      inputKind = iota // /dev/null
	closedInput                   // no file descriptor 0
	textInput                     // a pipe with the text, then its end
	fileInput                     // a file with the text
	endlessInput                  // a pipe with the text again and again
	openInput                     // a pipe with the text and no end
)

// outlet is what a process has as standard output or standard error.
type outlet int

const (
	captured outlet = iota // a pipe that is read
	shut                   // no file descriptor
	full                   // /dev/full
	broken                 // a pipe that nobody reads
)

// in returns the line for the fuzzer's folder at a path.
func (l line) in(folder string) line {
	put := func(texts []string) []string {
		var done []string
		for _, t := range texts {
			done = append(done, strings.ReplaceAll(t, here, folder))
		}
		return done
	}
	l.args, l.env = put(l.args), put(l.env)
	return l
}

// names reports whether the arguments or the environment contain a text.
func (l line) names(text string) bool {
	for _, a := range l.args {
		if strings.Contains(a, text) {
			return true
		}
	}
	for _, e := range l.env {
		if strings.Contains(e, text) {
			return true
		}
	}
	return false
}

// closedPort is where nobody listens: no line may reach a service on the network.
const closedPort = "http://127.0.0.1:9"

// environment returns what the process of a line finds in its environment.
func environment(l line, programs, folder string) []string {
	all := map[string]string{
		"HOME": folder + "/" + homeFolder, "TMPDIR": folder + "/" + tempFolder, "PATH": programs + ":/usr/bin:/bin", "LANG": "C.UTF-8",
		"OLLAMA_HOST": closedPort, "HF_ENDPOINT": closedPort, "HTTP_PROXY": closedPort, "HTTPS_PROXY": closedPort,
	}
	for _, e := range l.env {
		name, value, set := strings.Cut(e, "=")
		if delete(all, name); set {
			all[name] = value
		}
	}
	var list []string
	for _, name := range sortedNames(all) {
		list = append(list, name+"="+all[name])
	}
	return list
}

// shell returns the line as it would be typed in a shell, for a folder of
// programs and the fuzzer's folder.
func (l line) shell(programs, folder string) string {
	l = l.in(folder)
	var b strings.Builder
	b.WriteString("cd " + quote(folder+"/"+l.dir) + " && env -i")
	for _, e := range environment(l, programs, folder) {
		b.WriteString(" " + quote(e))
	}
	b.WriteString(" " + quote(programs+"/"+l.program))
	for _, a := range l.args {
		b.WriteString(" " + quote(a))
	}
	b.WriteString([]string{" >/tmp/out", " >&-", " >/dev/full", " | true"}[l.stdout])
	b.WriteString([]string{"", " 2>&-", " 2>/dev/full", " 2> >(true)"}[l.stderr])
	return l.stdin.shell(b.String())
}

// shell adds the input to a command of a shell.
func (in input) shell(command string) string {
	switch in.kind {
	case closedInput:
		return command + " <&-"
	case noInput:
		return command + " </dev/null"
	case endlessInput:
		return "yes " + quote(string(in.text)) + " | tr -d '\\n' | (" + command + ")"
	case openInput:
		return "(" + in.printed() + "; sleep 60) | (" + command + ")"
	}
	return in.printed() + " | (" + command + ")"
}

func (in input) printed() string {
	const most = 4096
	if len(in.text) > most {
		return "cat stdin" // which is kept beside the folder
	}
	if strings.ContainsRune(string(in.text), 0) {
		return "echo " + base64.StdEncoding.EncodeToString(in.text) + " | base64 -d"
	}
	return "printf %s " + quote(string(in.text))
}

var harmless = regexp.MustCompile(`^[a-zA-Z0-9_./=:,@%+-]+$`)

// quote returns a word for a shell. What is not printable is in the form $'…'.
func quote(word string) string {
	if harmless.MatchString(word) {
		return word
	}
	if !unprintable.MatchString(word) {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for _, c := range []byte(word) {
		switch {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			b.WriteString(`\x` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}

var unprintable = regexp.MustCompile(`[^ -~]`)
