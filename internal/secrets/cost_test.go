package secrets_test

import (
	"testing"

	"github.com/agmem/agmem/internal/secrets"
)

// talk has the beginnings of tokens, and no token.
const talk = "The desk-setup is in the task-list; the pattern re_export is npm_config, gho_ is a prefix, eyJ begins a JWT, SK stands for a key."

// memories are texts as commands store them, none of which has a secret.
func memories() map[string]string {
	return map[string]string{
		"talk":  talk,
		"short": "The user prefers tabs over spaces in Go files.",
		"usual": "Deploys go through the staging cluster first: run `make deploy ENV=staging`, wait for the checks, then promote. " +
			"The token for the registry is in the vault under ci/registry, the key of the cache is the commit. See https://example.com/runbook?page=2#deploy.",
		"path": "path/to/sk-learn-compatible/registry_of_patterns/desk-setup.md describes re_export and pat.go; keys: see docs/keyboard.md",
	}
}

// To compile a form takes longer than all else, so a keyword alone is not enough:
// a token may begin there, and is as long as one at least.
func TestFormsAreCompiledForWhatMayBeATokenOnly(t *testing.T) {
	if n := secrets.FormsFor(talk); n != 0 {
		t.Errorf("%d forms are compiled for a text without anything as long as a token", n)
	}
	if n := secrets.FormsFor("use " + madeToken()); n != 1 {
		t.Errorf("%d forms are compiled for one token", n)
	}
}

// A command that stores one memory looks at one text.
func BenchmarkFirstText(b *testing.B) {
	for name, text := range memories() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if found := secrets.FindCold(text); len(found) > 0 {
					b.Fatal(found)
				}
			}
		})
	}
}

func BenchmarkLaterText(b *testing.B) {
	for name, text := range memories() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				secrets.Find(text)
			}
		})
	}
}
