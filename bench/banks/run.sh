#!/bin/sh
# Measures memory-cli as whole processes, on banks of 1 to 10,000 keys and of
# 10 MB, and writes results.md.
#
#   bench/banks/run.sh
#
# RUNS=n    runs of each command that count (default 21)
# RESULTS=f the file to write (default results.md beside this script)
# TMPDIR=d  where the banks go, some 40 MB
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
runs=${RUNS:-21}
results=${RESULTS:-bench/banks/results.md}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
# What runs are copies: a file that the linker wrote is mapped in smaller pages
# and starts more slowly than one that was installed.
CGO_ENABLED=0 "$go" build -trimpath -ldflags '-s -w' -o "$dir/linked/" ./cmd/... ./bench/speed/timer ./bench/speed/empty ./bench/banks/...
mkdir "$dir/bin"
cp "$dir/linked/"* "$dir/bin"
rm -r "$dir/linked"
"$dir/bin/agmem" link "$dir/bin" >/dev/null # each name leads to the build that users get

# A home of its own, so that what is set up here does not count.
for name in $(env | sed -n 's/^\(AGMEM_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
GOTELEMETRY=off; export GOTELEMETRY
cli=$dir/bin/memory-cli

"$dir/bin/make" "$dir"
mkdir "$dir/work" # no project is above it
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}' >"$dir/initialize"
repository=$PWD

timer() { # timer NAME COMMAND …
	name=$1; shift
	(cd "$dir/work" && "$dir/bin/timer" -out "$dir/rows" -set "$set" -name "$name" -runs "$runs" -empty "$dir/bin/empty" "$@")
}

while read -r set key size; do
	HOME=$dir/$set; export HOME
	case $set in
	*-gzip) "$dir/bin/agmem" config set banks.compress true >/dev/null ;;
	esac
	timer 'version' -- "$cli" version
	timer 'read KEY' -- "$cli" read bench "$key"
	timer 'read BANK' -- "$cli" read bench
	timer 'list BANK' -- "$cli" list bench
	timer 'list' -- "$cli" list
	timer 'search PATTERN' -- "$cli" search '^task-0000'
	timer 'search --value PATTERN' -- "$cli" search --value 'ba.*zuzuzu'
	timer 'query KEY .title' -- "$cli" query bench "$key" .title
	timer 'query BANK .entries | keys' -- "$cli" query bench '.entries | keys'
	timer 'write KEY' -- "$cli" write bench "$key" '{"title": "new", "count": 0}'
	timer 'update KEY .count += 1' -- "$cli" update bench "$key" '.count += 1'
	timer 'delete KEY,write KEY (new)' -- "$cli" delete bench "$key" -- "$cli" write bench "$key" '{"title": "new", "count": 0}'
	timer 'agmem search' -refuse 'results: []' -- "$dir/bin/agmem" search "title ${key#*-}"
	timer 'mcp: initialize and end' -stdin "$dir/initialize" -- "$cli" mcp
	timer 'export BANK' -- "$cli" export bench
done <"$dir/sets"
cd "$repository"
"$dir/bin/report" "$dir" >"$dir/results.md"
cp "$dir/results.md" "$results"
