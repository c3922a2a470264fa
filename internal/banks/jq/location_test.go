package jq

import (
	"strings"
	"testing"
)

func TestLocation(t *testing.T) {
	for filter, want := range map[string]string{
		`$__loc__`:            `{"file":"<top-level>","line":1}`,
		"\n\n  $__loc__.line": `3`,
		`{$__loc__, a: 1}`:    `{"__loc__":{"file":"<top-level>","line":1},"a":1}`,
		`"$__loc__"`:          `"$__loc__"`,
		"\"\\($__loc__)\",\n\"$__loc__\" # $__loc__\n, $__loc__.line": `"{\"file\":\"<top-level>\",\"line\":1}" "$__loc__" 3`,
		`def f: $__loc__; f | keys`:                                   `["file","line"]`,
		`try error("\($__loc__)") catch .`:                            `"{\"file\":\"<top-level>\",\"line\":1}"`,
		`1 as $__loc__0_0_ | $__loc__0_0_, $__loc__.line`:             `1 1`,
		`1 as $__loc__2 | $__loc__2, "$__loc__"`:                      `1 "$__loc__"`,
		`1 as $__loc__x | $__loc__x`:                                  `1`,
		`{"$__loc__": $__loc__.line}`:                                 `{"$__loc__":1}`,
		`"\("$__loc__" + "\($__loc__.line)")"`:                        `"$__loc__1"`,
	} {
		got, err := results(t, filter, `null`)
		if joined := strings.Join(got, " "); err != nil || joined != want {
			t.Errorf("%q gives %s, %v, want %s", filter, joined, err, want)
		}
	}
}

// An error says where in the filter as it was written.
func TestLocationLeavesOffsets(t *testing.T) {
	_, err := newFilter(`$__loc__ & 1`, nil)
	if _, message := told(err); message != `the filter is not valid jq: unexpected token "&" at offset 9` {
		t.Error(message)
	}
}
