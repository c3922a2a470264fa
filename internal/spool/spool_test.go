package spool

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/agmem/agmem"
)

// all reads to the end.
func all(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

func TestKeep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, text := range []string{"", "x", strings.Repeat("a long one ", 1<<17)} {
		kept, err := Keep(t.Context(), iotest.HalfReader(strings.NewReader(text)), all)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := io.ReadAll(kept)
			if err != nil || string(got) != text {
				t.Errorf("%d bytes, %v; want %d", len(got), err, len(text))
			}
			if _, err := kept.Seek(0, io.SeekStart); err != nil {
				t.Error(err)
			}
		}
		if names := temporaries(t); runtime.GOOS != "windows" && len(names) > 0 {
			t.Errorf("while it is open there is %v", names)
		}
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
		if names := temporaries(t); len(names) > 0 {
			t.Errorf("after it was closed there is %v", names)
		}
	}
}

// A file is read twice as it is.
func TestKeepAFile(t *testing.T) {
	path := t.TempDir() + "/file"
	if err := os.WriteFile(path, []byte("twice"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", t.TempDir()+"/none") // nothing can be kept there
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	kept, err := Keep(t.Context(), f, all)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(kept); err != nil || string(got) != "twice" {
		t.Errorf("%q, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Keep(ctx, f, all); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func temporaries(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// endless is a stream of one byte.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte{byte(e)}, len(p)))
	return len(p), nil
}

func TestKeepFails(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	refused := errors.New("refused")
	lost := errors.New("lost")
	for name, c := range map[string]struct {
		r     io.Reader
		check func(io.Reader) error
		cause error
		kind  agmem.Kind
	}{
		"the check refuses": {r: endless('x'), cause: refused, check: func(r io.Reader) error {
			_, err := io.CopyN(io.Discard, r, 1<<20)
			return errors.Join(err, refused)
		}},
		"it has no end":        {r: endless('x'), check: all, kind: agmem.TooLarge},
		"the check hides that": {r: endless('x'), check: func(r io.Reader) error { _ = all(r); return refused }, kind: agmem.TooLarge},
		"it cannot be read":    {r: iotest.ErrReader(lost), check: all, cause: lost, kind: agmem.Unavailable},
		"it is cancelled": {r: endless('x'), cause: context.Canceled, check: func(r io.Reader) error {
			cancel()
			return all(r)
		}},
	} {
		of := t.Context()
		if name == "it is cancelled" {
			of = ctx
		}
		kept, err := keep(of, c.r, 8<<20, c.check)
		if kept != nil || err == nil || c.cause != nil && !errors.Is(err, c.cause) || c.kind != 0 && agmem.KindOf(err) != c.kind {
			t.Errorf("%s: %v (%v)", name, err, agmem.KindOf(err))
		}
	}
	if names := temporaries(t); len(names) > 0 {
		t.Errorf("there is %v", names)
	}
}

// If nothing can be written, the error says so.
func TestNoRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	if _, err := Keep(t.Context(), strings.NewReader("x"), all); agmem.KindOf(err) != agmem.Unavailable {
		t.Errorf("%v", err)
	}
}
