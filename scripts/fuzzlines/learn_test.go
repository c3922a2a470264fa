//go:build linux || darwin

package main

import (
	"reflect"
	"testing"
)

func TestReadHelp(t *testing.T) {
	page := readHelp(`Print things.

  bash        an indented line of the text, no command

Usage:
  agmem show BANK [KEY] [flags]

Reading:
  list        Browse
  get-all     Show

agmem COMMAND --help shows the flags of a command.

Examples:
  agmem  show

Flags:
  -r, --raw        print it raw
      --limit N    show N (default: $AGMEM_LIMIT)

Exit status:
  0 done
`)
	want := helpPage{
		usage:     "agmem show BANK [KEY] [flags]",
		commands:  []string{"list", "get-all"},
		flags:     []option{{names: []string{"--raw", "-r"}}, {names: []string{"--limit"}, value: "N"}},
		variables: []string{"AGMEM_LIMIT"},
	}
	if !reflect.DeepEqual(page, want) {
		t.Errorf("got  %+v\nwant %+v", page, want)
	}
}
