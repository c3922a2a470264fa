package bankfile_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks/bankfile"
)

// bankText returns the text of a bank with so many entries of about so many
// bytes.
func bankText(tb testing.TB, entries, size int) []byte {
	tb.Helper()
	now := time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC)
	b := bankfile.New(now)
	for i := range entries {
		value := fmt.Sprintf(`{"id": %d, "name": "entry number %d", "tags": ["a", "b"], "text": %q}`, i, i, strings.Repeat("lorem ipsum ", size/12))
		b.Put(bankfile.Entry{Key: fmt.Sprintf("key-%05d", i), Value: []byte(value), CreatedAt: now, UpdatedAt: now})
	}
	return b.Render()
}

func BenchmarkParse(b *testing.B) {
	text := bankText(b, 10_000, 700)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := bankfile.Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkChangeOne(b *testing.B) {
	text := bankText(b, 10_000, 700)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		bank, err := bankfile.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		bank.Put(bankfile.Entry{Key: "key-05000", Value: []byte("1"), UpdatedAt: time.Now()})
		bank.Render()
	}
}
