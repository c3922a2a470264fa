// Package integrations has the plugins for hosts of agents, as files to be copied
// to where a host looks for them.
package integrations

import "embed"

//go:embed hermes/__init__.py hermes/plugin.yaml hermes/tools.json opencode/llmemory.js
var files embed.FS

// OpenCode returns the plugin for OpenCode, one file.
func OpenCode() []byte { return read("opencode/llmemory.js") }

// Hermes returns the files of the memory provider for Hermes by their names.
func Hermes() map[string][]byte {
	plugin := map[string][]byte{}
	for _, name := range []string{"__init__.py", "plugin.yaml", "tools.json"} {
		plugin[name] = read("hermes/" + name)
	}
	return plugin
}

func read(name string) []byte {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is linked in
	}
	return text
}
