#!/bin/sh
# Measures memex as whole processes, on homes of the sizes given (default: 100
# 1000 10000 100000), and writes results.md.
#
#   bench/cards/run.sh [SIZE…]
#
# RUNS=n    runs of each command that count (default 21)
# COLD=n    runs of a first indexing that count (default 5)
# RESULTS=f the file to write (default results.md beside this script)
# TMPDIR=d  where the cards go, some 6 KB for each
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
runs=${RUNS:-21}
results=${RESULTS:-bench/cards/results.md}
[ $# -gt 0 ] || set -- 100 1000 10000 100000

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
# What runs are copies: a file that the linker wrote is mapped in smaller pages
# and starts more slowly than one that was installed.
CGO_ENABLED=0 "$go" build -trimpath -ldflags '-s -w' -o "$dir/linked/" ./cmd/... ./bench/speed/corpus ./bench/speed/timer ./bench/speed/empty ./bench/cards/...
mkdir "$dir/bin"
cp "$dir/linked/"* "$dir/bin"
rm -r "$dir/linked"
"$dir/bin/agmem" link "$dir/bin" >/dev/null # each name leads to the build that users get

# A home of its own, so that what is set up here does not count.
for name in $(env | sed -n 's/^\(AGMEM_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
GOTELEMETRY=off; export GOTELEMETRY
memex=$dir/bin/memex
mkdir "$dir/work" # nothing above it is a home of cards
repository=$PWD

timer() { # timer NAMES [flags] -- COMMAND …
	names=$1; shift
	(cd "$dir/work" && "$dir/bin/timer" -out "$dir/rows" -set "$size" -name "$names" -runs "$runs" -empty "$dir/bin/empty" "$@")
}

commands() { # what is asked of 10,000 cards alone
	timer 'search: two very common words' -each "$corpus/common.tsv" -- "$memex" search '{1}'
	timer 'search: a question of eight words' -each "$corpus/question.tsv" -- "$memex" search '{1}'
	timer 'search: a misspelt word' -each "$corpus/misspelt.tsv" -- "$memex" search '{1}'
	timer 'search: a Chinese word' -each "$corpus/chinese.tsv" -- "$memex" search '{1}'
	timer 'search --source: a rare word' -each "$cards/rare.tsv" -- "$memex" search --source manual '{1}'
	timer 'search --since: a rare word' -each "$cards/rare.tsv" -- "$memex" search --since 2026-01-01 '{1}'
	timer 'search' -- "$memex" search
	timer 'links' -- "$memex" links
	timer 'links SLUG' -each "$cards/slug.tsv" -- "$memex" links '{1}'
	timer 'backlinks' -each "$cards/slug.tsv" -- "$memex" backlinks '{1}'
	timer 'read' -each "$cards/slug.tsv" -- "$memex" read '{1}'
	timer 'organize' -- "$memex" organize --since 2026-06-01
	timer 'doctor' -- "$memex" doctor
	timer 'mark stale,mark ok' -each "$cards/slug.tsv" -- "$memex" mark '{1}' stale -- "$memex" mark '{1}' ok
	timer 'rename,rename back' -- "$memex" rename insight-000000 renamed -- "$memex" rename renamed insight-000000
}

for size; do
	corpus=$dir/corpus-$size cards=$dir/$size
	wanted=$size
	[ "$wanted" -ge 1000 ] || wanted=1000 # a smaller corpus has too few words
	"$dir/bin/corpus" -n "$wanted" "$corpus" >&2
	HOME=$dir/$size MEMEX_HOME=$cards; export HOME MEMEX_HOME
	"$dir/bin/make" -n "$size" "$corpus/memories.jsonl" "$cards"
	timer 'version' -- "$memex" version
	(runs=${COLD:-5}; timer 'drop the index,search: first' -warm 1 -each "$cards/rare.tsv" -- rm -rf "$HOME/.cache" -- "$memex" search '{1}')
	timer 'search: a rare word' -each "$cards/rare.tsv" -- "$memex" search '{1}'
	[ "$size" -ne 10000 ] || commands
	timer 'write,search after a write' -stdin "$cards/new.md" -each "$cards/rare.tsv" -- "$memex" write bench-card -- "$memex" search '{1}'
	rm -rf "$cards" "$corpus"
done
cd "$repository"
"$dir/bin/report" "$dir" >"$dir/results.md"
cp "$dir/results.md" "$results"
