package full_test

import (
	"fmt"
	"os"
	"strings"
)

// waysOfBytes are about the files that the programs keep: not even their bytes have
// the text.
func waysOfBytes() []way {
	among := func(w *world) { w.store(); w.crowd() }
	long := func(w *world) {
		w.agmem("add", strings.Repeat(fact+". ", 400), "--digest", fact)
		w.find()
		w.crowd()
	}
	pruned := func(w *world) { w.expire(); w.says("memory", "", "prune", "--force") }
	revised := func(w *world) { among(w); w.agmem("update", w.id, "--content", "something else") }
	var ways []way
	for name, prepare := range map[string]func(*world){"bytes": among, "bytes of a long text": long, "bytes of what was revised": revised} {
		for how, forget := range map[string]func(*world){
			"purged": (*world).purge, "deleted and then purged": func(w *world) { w.delete(); w.purge() },
			"expired and removed": (*world).removeExpired, "pruned": pruned, "deleted long ago": (*world).deleteLongAgo,
		} {
			ways = append(ways, way{name: name + ", " + how, prepare: prepare, forget: forget, seen: (*world).bytes})
		}
	}
	headed := func(w *world) {
		w.agmem("import", w.write("mine/CLAUDE.md", "# "+fact+"\n\n- it has two doors, says Marlowe of the zeppelin ledgers\n"))
		w.find()
	}
	return append(ways,
		way{name: "bytes of a heading, purged", prepare: headed, forget: (*world).purge, seen: (*world).bytes},
		way{name: "bytes of a heading, expired and removed", prepare: headed, forget: (*world).removeExpired, seen: (*world).bytes},
		way{name: "bytes of a tag, purged", prepare: func(w *world) {
			w.agmem("add", strings.ReplaceAll(fact, telltale, "other"), "--tags", telltale)
			w.find()
		}, forget: (*world).purge, seen: (*world).bytes},
		way{name: "bytes of what was pinned, purged", prepare: func(w *world) { w.pin(); w.crowd() }, forget: (*world).purge, seen: (*world).bytes},
		way{name: "bytes of a session's last words, purged", prepare: func(w *world) { w.stop(); w.find() }, forget: (*world).purge, seen: (*world).bytes},
		way{name: "copy of a migration", prepare: func(w *world) { w.store(); w.leaveCopy() }, forget: (*world).purge, seen: (*world).bytes},
	)
}

// waysOfFiles are about banks and cards: the files are the only copy, and the cache
// beside them is brought up to date by the next search.
func waysOfFiles() []way {
	inBank := func(w *world) {
		w.says("memory-cli", "", "write", "vaults", "other", `"`+strings.Repeat("something else ", 50)+`"`)
		w.says("memory-cli", "", "write", "vaults", "marlowe", `"`+fact+`"`)
		w.search()
	}
	long := func(w *world) {
		inBank(w)
		w.says("memory-cli", "", "write", "vaults", "marlowe", `"`+strings.Repeat(fact+". ", 400)+`"`)
		w.search()
	}
	inCard := func(w *world) {
		w.write(".memex/cards/other.md", "---\ntitle: Other\n---\nsomething else\n")
		w.write(".memex/cards/vault.md", "---\ntitle: Vaults\n---\n"+fact+"\n")
		w.search()
	}
	deleteKey := func(w *world) { w.says("memory-cli", "", "delete", "vaults", "marlowe"); w.search() }
	replaceKey := func(w *world) { w.says("memory-cli", "", "write", "vaults", "marlowe", `"moved"`); w.search() }
	removeBank := func(w *world) { w.removeFile(".config/slop-mcp/memory/vaults.json"); w.search() }
	removeCard := func(w *world) { w.removeFile(".memex/cards/vault.md"); w.search() }
	removeCards := func(w *world) {
		if err := os.RemoveAll(w.home.File(".memex/cards")); err != nil {
			w.Fatal(err)
		}
		w.search()
	}
	var ways []way
	for name, seen := range map[string]func(*world) string{"search": (*world).search, "bytes of the cache": (*world).bytes} {
		ways = append(ways,
			way{name: name + ", value of a bank", prepare: inBank, forget: deleteKey, seen: seen},
			way{name: name + ", long value of a bank", prepare: long, forget: deleteKey, seen: seen},
			way{name: name + ", value of a bank replaced", prepare: inBank, forget: replaceKey, seen: seen},
			way{name: name + ", bank", prepare: inBank, forget: removeBank, seen: seen},
			way{name: name + ", card", prepare: inCard, forget: removeCard, seen: seen},
			way{name: name + ", folder of cards", prepare: inCard, forget: removeCards, seen: seen})
	}
	return ways
}

// crowd stores so many other memories that the fact is in a segment of the text
// index.
func (w *world) crowd() {
	var lines strings.Builder
	for i := range 150 {
		fmt.Fprintf(&lines, "{\"content\":\"rule %d is about the team %d\"}\n", i, i)
	}
	w.agmem("import", w.write("mine/crowd.jsonl", lines.String()))
	w.agmem("run", "reindex")
}

// deleteLongAgo deletes the fact and lets undo's window pass, and two writes that
// are more than a day apart.
func (w *world) deleteLongAgo() {
	w.delete()
	w.later(40)
	w.agmem("add", "a first write")
	w.later(2)
	w.agmem("add", "a second write")
}

// removeFile removes a file of a room, as a user may.
func (w *world) removeFile(name string) {
	w.Helper()
	if err := os.Remove(w.home.File(name)); err != nil {
		w.Fatal(err)
	}
}

// leaveCopy puts beside the database what a migration leaves that failed.
func (w *world) leaveCopy() {
	text, err := os.ReadFile(w.home.File("agmem.db"))
	if err != nil {
		w.Fatal(err)
	}
	w.write(".agmem.db.v3.77.copy", string(text))
}
