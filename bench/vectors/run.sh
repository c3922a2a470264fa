#!/bin/sh
# Measures the index of vectors in fresh processes, for the numbers of rows given
# (default: 10000 100000) and 384 and 768 dimensions, and prints a table.
#
#   bench/vectors/run.sh [ROWS…]
#
# TMPDIR=d  where the databases go, some 0.5 KB for each row of 384 dimensions
# QUESTIONS=n  how many questions are asked (default 40)
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- 10000 100000
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$dir/" ./bench/vectors/...
echo '| rows × dimensions | file, MB | only open, ms wall / CPU | index | exact scan | recall@10 index | exact | memory index, MB | exact |'
echo '|---|---|---|---|---|---|---|---|---|'
for rows in "$@"; do
	for dims in 384 768; do
		"$dir/build" "$dir/$rows-$dims.db" "$rows" "$dims" "${QUESTIONS:-40}"
		"$dir/measure" "$dir/search" "$dir/$rows-$dims.db" "$rows × $dims"
		rm -f "$dir/$rows-$dims".db*
	done
done
