package jq

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/banks"
)

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		mustCompile(b, `.items[] | select(.done == false) | .title`)
	}
}

// BenchmarkRun queries a text of about 10 MB.
func BenchmarkRun(b *testing.B) {
	var text strings.Builder
	text.WriteString(`{"entries":{`)
	for i := range 10_000 {
		fmt.Fprintf(&text, `"key-%05d":{"value":{"n":%d,"done":false,"text":"%s","tags":["a","b"]},"size":1},`, i, i, strings.Repeat("words ", 150))
	}
	text.WriteString(`"last":null}}`)
	input := []byte(text.String())
	for _, filter := range []string{`.`, `.entries | length`, `[.entries[].value.n?] | add`, `.entries[].value`} {
		f := mustCompile(b, filter)
		b.Run(filter, func(b *testing.B) {
			b.SetBytes(int64(len(input)))
			for b.Loop() {
				if err := f.Run(b.Context(), input, func(banks.Result) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
