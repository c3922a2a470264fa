#!/bin/sh
# Measures agmem hook as whole processes in a store of 10,000 memories, or of SIZE,
# and writes results.md.
#
#   bench/hooks/run.sh [SIZE]
#
# RUNS=n    runs of each hook that count (default 21)
# RESULTS=f the file to write (default results.md beside this script)
set -eu
cd "$(dirname "$0")/../.."
go=${GO:-go}
runs=${RUNS:-21}
results=${RESULTS:-bench/hooks/results.md}
size=${1:-10000}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
# What runs are copies, as in bench/speed/run.sh.
CGO_ENABLED=0 "$go" build -trimpath -ldflags '-s -w' -o "$dir/linked/" ./cmd/agmem ./bench/speed/corpus ./bench/speed/timer ./bench/speed/empty ./bench/hooks/report
mkdir "$dir/bin" "$dir/home" "$dir/events" "$dir/nowhere"
cp "$dir/linked/"* "$dir/bin"
for name in $(env | sed -n 's/^\(AGMEM_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
HOME=$dir/home; export HOME
agmem=$dir/bin/agmem

"$dir/bin/corpus" -n "$size" "$dir/corpus"
"$agmem" import - <"$dir/corpus/memories.jsonl" >/dev/null
# A repository that has some of the memories.
repository=$(sed -n 's/.*"repository":"\([^"]*\)".*/\1/p' "$dir/corpus/memories.jsonl" | sort | uniq -c | sort -rn | sed -n '20s/.* //p')
git init -q "$dir/project"
git -C "$dir/project" remote add origin "https://$repository"

# Each run is of another session, so that nothing was told before.
questions=$(wc -l <"$dir/corpus/question.tsv")
for n in $(seq $((runs + 3))); do
	question=$(sed -n "$(((n - 1) % questions + 1))p" "$dir/corpus/question.tsv")
	event() { # event FILE FOLDER MEMBERS
		printf '{"session_id":"%s-%s","cwd":"%s",%s}' "$1" "$n" "$dir/$2" "$3" >"$dir/events/$1-$n"
	}
	event start nowhere '"hook_event_name":"SessionStart","source":"startup"'
	event project project '"hook_event_name":"SessionStart","source":"startup"'
	event prompt nowhere "\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"$question\""
	event inproject project "\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"$question\""
	event silent project '"hook_event_name":"UserPromptSubmit","prompt":"which rover found zebra quagmire xylophones on mars"'
	event done project '"hook_event_name":"Stop","last_assistant_message":"Done: all tests pass."'
	event remember project "\"hook_event_name\":\"Stop\",\"last_assistant_message\":\"*Remember*: fact $n is new.\""
	event end project '"hook_event_name":"SessionEnd","reason":"other"'
	echo "$n" >>"$dir/each"
done

timer() { # timer NAME EVENT MOMENT [flags]
	name=$1 file=$2 moment=$3; shift 3
	"$dir/bin/timer" -out "$dir/rows" -set "$size" -name "$name" -runs "$runs" -empty "$dir/bin/empty" -each "$dir/each" -stdin "$dir/events/$file-{1}" "$@" -- "$agmem" hook "$moment"
}

timer 'session-start outside of a repository' start session-start
timer 'session-start in a repository' project session-start
timer 'prompt that is answered outside of a repository' prompt prompt
timer 'prompt that is answered in a repository' inproject prompt
timer 'prompt that nothing answers (silent)' silent prompt
timer 'prompt whose answer was told (silent)' inproject prompt
timer 'pre-compact (silent)' inproject pre-compact
timer 'stop with nothing to remember (silent)' done stop
timer 'stop that appends to the spool (silent)' remember stop
timer 'session-end (silent)' end session-end
"$dir/bin/report" "$dir" >"$dir/results.md"
cp "$dir/results.md" "$results"
