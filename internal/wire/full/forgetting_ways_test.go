package full_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// waysBack returns all ways that are known.
func waysBack() []way {
	return slices.Concat(waysOfReading(), waysOfUndoing(), waysOfImporting(), waysOfBytes(), waysOfFiles())
}

func waysOfReading() []way {
	reading := func(args ...string) func(*world) string {
		return func(w *world) string { return w.says("agmem", "", args...) }
	}
	running := func(args ...string) func(*world) { return func(w *world) { w.agmem(args...) } }
	ways := []way{
		{name: "search", seen: (*world).search},
		{name: "search for a misspelt word", seen: reading("search", "quokak", "--json")},
		{name: "search for a beginning", seen: reading("search", "quok*", "--json")},
		{name: "list", seen: reading("list", "--json")},
		{name: "get", seen: func(w *world) string { return w.says("agmem", "", "get", w.id) }},
		{name: "context", seen: reading("context", question)},
		{name: "recent", seen: reading("recent", "--json")},
		{name: "pinned", prepare: (*world).pin, seen: reading("list", "--pinned", "--json")},
		{name: "pinned, in context", prepare: (*world).pin, seen: reading("context")},
		{name: "stats and tags", prepare: func(w *world) { w.agmem("add", fact, "--tags", telltale); w.find() }, seen: reading("tags", "--json")},
		{name: "completion of ids", seen: func(w *world) string { return w.says("agmem", "", "__complete", "get", w.id[:4]) }},
		{name: "number", seen: func(w *world) string { return w.says("memory", "", "list", "--json") }},
		{name: "search by number", seen: func(w *world) string { return w.says("memory", "", "search", question, "--fuzzy") }},
		{name: "hook at the start", prepare: (*world).pin, seen: func(w *world) string {
			return w.says("agmem", `{"session_id":"s1","source":"startup"}`, "hook", "session-start")
		}},
		{name: "hook at a prompt", seen: func(w *world) string {
			return w.says("agmem", `{"session_id":"s1","prompt":"`+question+`"}`, "hook", "prompt")
		}},
		{name: "reindex", back: running("run", "reindex"), seen: (*world).search},
		{name: "repair", back: running("run", "check", "--fix"), seen: (*world).search},
		{name: "ledger, replaced", prepare: sessionThat(fact), forget: sessionThat("It is somewhere else now."), seen: (*world).search},
		{name: "export", seen: reading("export")},
		{name: "history of the memory, purged", forget: (*world).purge, seen: func(w *world) string { return w.says("agmem", "", "history", w.id) }},
	}
	for _, tool := range []string{"recall", "context", "list", "get"} {
		ways = append(ways, way{name: "MCP " + tool, seen: func(w *world) string { return w.mcp(tool) }})
	}
	for _, command := range []string{"search", "list", "context", "recent", "get"} {
		expired := way{name: command + ", expired", forget: (*world).expire}
		for _, w := range ways {
			if w.name == command {
				expired.seen = w.seen
			}
		}
		ways = append(ways, expired)
	}
	return ways
}

// sessionThat writes the state of one session into the ledger, whatever it was.
func sessionThat(says string) func(*world) {
	return func(w *world) {
		w.says("agmem", fmt.Sprintf(`{"id":"s","currentGoal":"Tidy up","summary":%q,"status":"complete"}`, says), "meta-memory", "upsert-session-state")
		w.agmem("run", "embed", "--source", "ledger")
	}
}

func waysOfUndoing() []way {
	undo := func(args ...string) func(*world) {
		return func(w *world) { w.says("agmem", "", append([]string{"undo"}, args...)...) }
	}
	undoIt := func(w *world) { w.says("agmem", "", "undo", "--id", w.id) }
	revised := func(w *world) { w.store(); w.agmem("update", w.id, "--content", "something else") }
	return []way{
		{name: "undo of a purge", forget: (*world).purge, control: (*world).delete, back: undo("--any"), seen: (*world).search},
		{name: "undo of a purge by id", forget: (*world).purge, control: (*world).delete, back: undoIt, seen: (*world).search},
		{name: "undo of a deletion that was purged later", forget: func(w *world) { w.delete(); w.purge() }, control: (*world).delete, back: undoIt, seen: (*world).search},
		{name: "undo of an older version, purged", prepare: revised, forget: (*world).purge, back: undoIt, seen: (*world).search},
		{name: "undo after its window", forget: func(w *world) { w.delete(); w.later(31) }, control: (*world).delete, back: undoIt, seen: (*world).search},
		{name: "undo of what expired and was removed", prepare: (*world).store, forget: (*world).removeExpired, control: (*world).delete, back: undoIt, seen: (*world).search},
	}
}

// sources are files of other programs that say the fact, by their names in the home.
func sources() map[string]string {
	line := func(role, content string) string {
		return fmt.Sprintf(`{"type":%q,"sessionId":"5b0c","message":{"role":%q,"content":%q},"timestamp":"2026-03-01T10:00:00.000Z"}`, role, role, content) + "\n"
	}
	return map[string]string{
		"mine/CLAUDE.md": "# Rules\n\n- " + fact + "\n- tests run before every commit\n",
		"mine/docs/a.md": "# Vaults\n\n" + fact + ".\n",
		".claude/projects/-home-ada-shop/memory/vault.md": "---\nname: Vault\ndescription: where ledgers are\ntype: project\n---\n" + fact + ".\n",
		".claude/projects/-home-ada-shop/5b0c.jsonl":      line("user", "hello") + line("assistant", "Done.\n\n*Remember*: "+fact),
		"mine/memory.jsonl":                               `{"type":"entity","name":"Marlowe","entityType":"person","observations":["` + fact + `"]}` + "\n",
		"mine/mem0.json":                                  `{"results":[{"id":"1","memory":"` + fact + `","created_at":"2026-02-02T05:31:56Z"}]}`,
	}
}

func waysOfImporting() []way {
	var ways []way
	add := func(name string, prepare, forget, back func(*world)) {
		ways = append(ways, way{name: name, prepare: prepare, forget: forget, control: (*world).anew, back: back, seen: (*world).search})
	}
	importing := func(name string) func(*world) { return func(w *world) { w.agmem("import", w.home.File(name)) } }
	for name, text := range sources() {
		from := func(w *world) { w.write(name, text); importing(name)(w); w.find() }
		add("import again of "+name, from, nil, importing(name))
		if name != "mine/CLAUDE.md" {
			continue
		}
		add("import again of "+name+", purged", from, (*world).purge, importing(name))
		add("import again of "+name+", expired and removed", from, (*world).removeExpired, importing(name))
		edited := func(w *world) {
			from(w)
			w.agmem("update", w.id, "--content", "Marlowe has moved the "+telltale+" vault")
		}
		add("import again of "+name+", revised by hand", edited, nil, importing(name))
	}
	claude := sources()["mine/CLAUDE.md"]
	from := func(w *world) { w.write("mine/CLAUDE.md", claude); importing("mine/CLAUDE.md")(w); w.find() }
	for name, text := range map[string]string{
		"with more in it":         claude + "- and another rule\n",
		"with another heading":    strings.Replace(claude, "# Rules", "# Vaults", 1),
		"with another bullet":     strings.ReplaceAll(claude, "- ", "* "),
		"with its lines wrapped":  strings.Replace(claude, "ledgers in", "ledgers\n  in", 1),
		"with spaces at its ends": strings.ReplaceAll(claude, "\n- ", "  \r\n-  "),
	} {
		add("import of the file "+name, from, nil, func(w *world) { w.write("mine/CLAUDE.md", text); importing("mine/CLAUDE.md")(w) })
	}
	add("import of another file with the text", from, nil, func(w *world) { w.write("mine/AGENTS.md", claude); importing("mine/AGENTS.md")(w) })
	add("import --auto", func(w *world) {
		for name, text := range sources() {
			w.write(name, text)
		}
		w.agmem("import", "--auto", "--yes")
		w.find()
	}, (*world).deleteAll, func(w *world) { w.agmem("import", "--auto", "--yes") })
	exported := func(w *world) { w.store(); w.write("mine/all.jsonl", w.agmem("export")) }
	add("export and import", exported, nil, importing("mine/all.jsonl"))
	add("export and import, purged", exported, (*world).purge, importing("mine/all.jsonl"))
	add("export and import, expired and removed", exported, (*world).removeExpired, importing("mine/all.jsonl"))
	numbered := func(w *world) { w.store(); w.write("mine/all.json", w.says("memory", "", "export", "-")) }
	add("export and import by number", numbered, nil, func(w *world) { w.says("memory", "", "import", w.home.File("mine/all.json")) })
	add("spool, again after the deletion", func(w *world) { w.stop(); w.find() }, nil, (*world).stop)
	add("spool, again after the purge", func(w *world) { w.stop(); w.find() }, (*world).purge, (*world).stop)
	return append(ways, way{
		name: "spool, which waits while the same is deleted", prepare: func(w *world) { w.store(); w.stop() },
		forget: (*world).delete, control: (*world).anew, seen: (*world).search,
	}, way{
		name: "dry run of an import", prepare: from, control: (*world).anew, back: importing("mine/CLAUDE.md"),
		seen: func(w *world) string {
			w.agmem("import", w.home.File("mine/CLAUDE.md"), "--dry-run")
			return w.search()
		},
	})
}

// pin stores the fact and pins it.
func (w *world) pin() {
	w.store()
	w.agmem("pin", w.id)
}

// deleteAll deletes whatever says the fact.
func (w *world) deleteAll() {
	for strings.Contains(w.search(), telltale) {
		w.find()
		w.delete()
	}
}

// removeExpired lets the fact expire and be removed from the file: by two writes
// that are more than a day apart, when it cannot be undone any more.
func (w *world) removeExpired() {
	w.expire()
	w.later(40)
	w.agmem("add", "a first write")
	w.later(2)
	w.agmem("add", "a second write")
}

// mcp calls a tool of the server with what each needs.
func (w *world) mcp(tool string) string {
	arguments := map[string]string{
		"recall": `{"query":"` + question + `"}`, "context": `{"query":"` + question + `"}`, "list": `{}`, "get": `{"ids":["` + w.id + `"]}`,
	}[tool]
	return w.says("agmem", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+"}}\n", "mcp")
}

// stop is the end of a turn in which an agent asks to remember the fact.
func (w *world) stop() {
	w.says("agmem", `{"session_id":"s1","last_assistant_message":"Done.\n\n*Remember*: `+fact+`"}`, "hook", "stop")
	if _, err := os.Stat(w.home.File(".local/share/agmem/spool/spool.jsonl")); err != nil {
		w.Fatal(err)
	}
}
