package banks_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks"
)

// endless is a stream of one byte.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte{byte(e)}, len(p)))
	return len(p), nil
}

// A bank without an end is refused before it fills the memory, and a text of
// white space ends with its context. Nothing is left of either.
func TestImportWithoutEnd(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	heads := map[byte]string{'x': `{"name":"`}
	for name, tail := range map[string]byte{"a bank": 'x', "white space": ' '} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		in := io.MultiReader(strings.NewReader(`{"version":1,"banks":[`), strings.NewReader(heads[tail]), endless(tail))
		_, err := newShelf(t.TempDir()).banks().Transfer.ImportAll(ctx, banks.AnyScope, in, banks.ImportNew)
		if !banks.HasCode(err, banks.BankTooLarge) && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("there is %v, %v", left, err)
	}
}
