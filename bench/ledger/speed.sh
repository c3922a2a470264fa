#!/bin/sh
# Measures meta-memory as whole processes, on ledgers of the sizes given (default:
# 1000 10000 100000), and writes speed.md.
#
#   bench/ledger/speed.sh [SIZE…]
#
# RUNS=n    runs of each command that count (default 15)
# RESULTS=f the file to write (default speed.md beside this script)
# TMPDIR=d  where the ledgers go, some 4 KB for each event
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
runs=${RUNS:-15}
results=${RESULTS:-bench/ledger/speed.md}
[ $# -gt 0 ] || set -- 1000 10000 100000

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
# What runs are copies: a file that the linker wrote is mapped in smaller pages
# and starts more slowly than one that was installed.
CGO_ENABLED=0 "$go" build -trimpath -ldflags '-s -w' -o "$dir/linked/" ./cmd/... ./bench/speed/corpus ./bench/speed/timer ./bench/speed/empty ./bench/ledger/...
mkdir "$dir/bin"
cp "$dir/linked/"* "$dir/bin"
rm -r "$dir/linked"
"$dir/bin/agmem" link "$dir/bin" >/dev/null # each name leads to the build that users get

# A home of its own, so that what is set up here does not count.
for name in $(env | sed -n 's/^\(AGMEM_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
HOME=$dir/home GOTELEMETRY=off; export HOME GOTELEMETRY
mkdir "$dir/home"
ledger=$dir/bin/meta-memory

timer() { # timer COMMAND NAME KIND: a command with the inputs of a kind
	"$dir/bin/timer" -out "$dir/rows" -set "$size" -name "$2" -runs "$runs" -empty "$dir/bin/empty" \
		-each "$inputs/$3.tsv" -stdin '{1}' -- "$ledger" "$1"
}

for size; do
	corpus=$dir/corpus-$size inputs=$dir/inputs-$size
	META_MEMORY_DB=$dir/$size.db; export META_MEMORY_DB
	"$dir/bin/corpus" -n "$size" "$corpus" >&2
	"$dir/bin/make" "$corpus" "$inputs"
	while read -r file; do
		"$ledger" sync-turn <"$file" >/dev/null
	done <"$inputs/fill.tsv"
	for command in search context-pack; do
		timer $command "$command: a rare word" rare
		timer $command "$command: two very common words" common
		timer $command "$command: a question of eight words" question
	done
	timer remember remember new
	rm -rf "$corpus" "$inputs" "$META_MEMORY_DB"*
done
"$dir/bin/report" "$dir" >"$dir/speed.md"
cp "$dir/speed.md" "$results"
