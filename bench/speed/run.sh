#!/bin/sh
# Measures agmem as whole processes, on corpora of the sizes given (default:
# 10000 100000 1000000), and writes results.md.
#
#   bench/speed/run.sh [SIZE…]
#
# RUNS=n    runs of each command that count (default 21; of the index alone 7 with more than 200000)
# PEER=n    largest size at which SQLite's FTS5 is measured too (default 1000000)
# RESULTS=f the file to write (default results.md beside this script)
# TMPDIR=d  where the corpora and databases go, some 4 KB for each memory
# KEEP=1    leave them there
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
runs=${RUNS:-21}
peer=${PEER:-1000000}
results=${RESULTS:-bench/speed/results.md}
[ $# -gt 0 ] || set -- 10000 100000 1000000

dir=$(mktemp -d)
if [ -n "${KEEP:-}" ]; then
	echo "run.sh: the files stay in $dir" >&2
else
	trap 'rm -rf "$dir"' EXIT
fi
trap 'exit 1' HUP INT TERM
# What runs are copies: a file that the linker wrote is mapped in smaller pages
# and starts more slowly than one that was installed.
CGO_ENABLED=0 "$go" build -trimpath -ldflags '-s -w' -o "$dir/linked/" ./cmd/agmem ./bench/speed/...
mkdir "$dir/bin"
cp "$dir/linked/"* "$dir/bin"
rm -r "$dir/linked"

# A home of its own, so that what is set up here does not count.
for name in $(env | sed -n 's/^\(AGMEM_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
HOME=$dir/home GOTELEMETRY=off; export HOME GOTELEMETRY
mkdir "$dir/home"
agmem=$dir/bin/agmem memory=$dir/bin/memory
ln -s agmem "$memory"
rows=$dir/rows facts=$dir/facts

timer() { # timer NAMES [flags] -- COMMAND …
	names=$1; shift
	"$dir/bin/timer" -out "$rows" -set "$size" -name "$names" -runs "$runs" -empty "$dir/bin/empty" "$@"
}

ask() { # ask NAME KIND ARGUMENT…: a search with the questions of a kind
	name=$1 kind=$2; shift 2
	timer "$name" -each "$corpus/$kind.tsv" -refuse 'results: []' -- "$agmem" search "$@"
}

byNumber() { # byNumber NAME KIND: a search by memory with the questions of a kind
	timer "$1" -each "$corpus/$2.tsv" -refuse 'No memories' -- "$memory" search '{1}'
}

commands() {
	timer 'version' -- "$agmem" --version
	timer 'add' -each "$corpus/new.tsv" -- "$agmem" add '{1}' --tags '{2}'
	timer 'get' -each "$corpus/id.tsv" -- "$agmem" get '{1}'
	timer 'update' -each "$corpus/id.tsv" -- "$agmem" update '{1}' --content '{2}'
	timer 'delete,undo' -each "$corpus/id.tsv" -- "$agmem" delete '{1}' -- "$agmem" undo
	ask 'search: a rare word' rare '{1}'
	ask 'search: two very common words' common '{1}'
	ask 'search: a question of eight words' question '{1}'
	ask 'search: eight words that all count' eight '{1}'
	ask 'search: a misspelt word' misspelt '{1}'
	ask 'search: a Chinese word' chinese '{1}'
	ask 'search: a prefix' prefix '{1}'
	ask 'search: a phrase' phrase '{1}'
	ask 'search: a common word with a tag' tag '{1}' --tags '{2}'
	ask 'search: a common word of the last month' after '{1}' --after '{2}'
	timer 'context: a question of eight words' -each "$corpus/question.tsv" -- "$agmem" context '{1}'
	timer 'context: what nothing answers' -- "$agmem" context 'zebra quagmire xylophone'
	timer 'context without a question' -- "$agmem" context
	byNumber 'memory search: a rare word' rare
	byNumber 'memory search: two very common words' common
	byNumber 'memory search: a question of eight words' question
	byNumber 'memory search: a misspelt word' misspelt
	timer 'memory store' -each "$corpus/new.tsv" -- "$memory" store '{2} {1}'
	timer 'memory list' -- "$memory" list
	timer 'list' -- "$agmem" list
	timer 'list --sort access' -- "$agmem" list --sort access
	timer 'tags' -- "$agmem" tags
	timer 'stats' -- "$agmem" stats
}

import() { # as often as pays: a large one is long enough to be sure of
	times=1
	[ "$size" -gt 20000 ] || times=5
	for i in $(seq $times); do
		rm -f "$AGMEM_DB"*
		printf '%s\t%s\n' "$AGMEM_DB.$i" "$i" >>"$corpus/import.tsv"
	done
	runs=$times timer 'import' -warm 0 -each "$corpus/import.tsv" -stdin "$corpus/memories.jsonl" -- "$agmem" import - --db '{1}'
	mv "$AGMEM_DB.$times" "$AGMEM_DB"
	rm -f "$AGMEM_DB".[0-9]*
}

indexes() { # both kinds of full-text index, alone
	times=$runs
	[ "$size" -le 200000 ] || times=7 # FTS5 takes seconds for each
	for engine in fts5 own; do
		"$dir/bin/fts5" build "$engine" "$corpus/$engine.db" "$corpus/memories.jsonl" "$facts" "$size"
		for kind in rare common question eight; do
			runs=$times timer "$engine: $kind" -each "$corpus/$kind.tsv" -refuse 0 -- "$dir/bin/fts5" search "$engine" "$corpus/$engine.db" '{1}'
		done
		rm -f "$corpus/$engine.db"*
	done
}

for size; do
	corpus=$dir/$size
	AGMEM_DB=$corpus/agmem.db; export AGMEM_DB
	"$dir/bin/corpus" -n "$size" "$corpus"
	cat "$corpus/facts" >>"$facts"
	import
	"$dir/bin/sizes" -out "$facts" -set "$size" -docs "$size" "$AGMEM_DB"
	commands
	[ "$size" -gt "$peer" ] || indexes
	[ -n "${KEEP:-}" ] || rm -rf "$corpus"
done
"$dir/bin/report" "$dir" >"$dir/results.md"
cp "$dir/results.md" "$results"
