package memories

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/testsize"
)

// 100,000 random byte strings are ids of nothing, each in a clear sentence.
func TestHostileIDs(t *testing.T) {
	s := filled(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range testsize.Of(100, 10) {
		ids := make([]string, 1000)
		for i := range ids {
			text := make([]byte, random.IntN(300))
			for j := range text {
				text[j] = byte(random.Uint32())
			}
			ids[i] = string(text)
		}
		found, err := s.Get(t.Context(), ids)
		joined, ok := err.(interface{ Unwrap() []error })
		if !ok || len(found) != 0 || len(joined.Unwrap()) != len(ids) {
			t.Fatalf("%d found, %v", len(found), err)
		}
		for _, err := range joined.Unwrap() {
			if kind := agmem.KindOf(err); kind != agmem.NotFound && kind != agmem.Usage || !isSentence(err.Error()) {
				t.Fatalf("%v: %q", kind, err)
			}
		}
	}
}

func isSentence(text string) bool {
	return len(text) < 500 && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}
