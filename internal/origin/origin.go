// Package origin finds out where a memory is being written: by whom, in which
// session, repository, branch and commit, on which machine.
//
// Everything is best effort and cheap. What cannot be told is empty, never an
// error, and no program is run: git's facts are read from its files.
package origin

import (
	"os"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// Environment looks up an environment variable, empty for one that is not
// set; os.Getenv is one.
type Environment func(name string) string

// Options is what is known before looking.
type Options struct {
	// Author and Session win over everything found.
	Author, Session string
	// DefaultAuthor is the author where nothing else names one.
	DefaultAuthor string
	// NoGit leaves repository, branch and commit empty, as AGMEM_NO_GIT=1
	// in the environment does.
	NoGit bool
}

// Detect returns the origin of what is written in the folder dir. Author and
// session come from the options, else from AGMEM_AUTHOR and AGMEM_SESSION,
// else from what a known agent sets, each for itself.
func Detect(env Environment, dir string, opts Options) agmem.Origin {
	agent := agentOf(env)
	o := agmem.Origin{
		Author:  first(opts.Author, env("AGMEM_AUTHOR"), agent.Author, opts.DefaultAuthor),
		Session: first(opts.Session, env("AGMEM_SESSION"), agent.Session),
	}
	if host, err := os.Hostname(); err == nil {
		o.Host = clean(host)
	}
	if !opts.NoGit && !isTrue(env("AGMEM_NO_GIT")) {
		o.Repository, o.Branch, o.Commit = gitFacts(dir)
	}
	return o
}

// first returns the first text that is not empty once cleaned.
func first(texts ...string) string {
	for _, text := range texts {
		if text = clean(text); text != "" {
			return text
		}
	}
	return ""
}

// maxField is the longest field of an origin, in bytes.
const maxField = 1000

// clean makes a text from outside fit for a field: valid UTF-8 on one line.
func clean(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, text))
	if len(text) <= maxField {
		return text
	}
	end := maxField
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// isTrue says whether a variable is set to something that does not mean no.
func isTrue(value string) bool {
	switch strings.ToLower(value) {
	case "", "0", "false", "no", "off":
		return false
	}
	return true
}
