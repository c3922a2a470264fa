// Package skills has the skills that teach agents to use agmem, as files to be
// copied to where a host looks for them.
package skills

import "embed"

//go:embed agmem/SKILL.md
var files embed.FS

// Agmem returns the skill that says when to remember and when to recall.
func Agmem() []byte {
	text, err := files.ReadFile("agmem/SKILL.md")
	if err != nil {
		panic(err) // it is linked in
	}
	return text
}
