package agmem_test

import (
	"errors"
	"testing"

	"github.com/agmem/agmem"
)

// What an error is about is before its sentence; everything else is kept.
func TestNamed(t *testing.T) {
	cause := agmem.Errorf(agmem.Conflict, "it was changed").WithHint("undo that first").WithStep(agmem.ActionUndo, "7")
	e := agmem.Named("source team", cause)
	if e.Kind != agmem.Conflict || e.Message != "source team: it was changed" || e.Hint != cause.Hint || e.Next != cause.Next || !errors.Is(e, cause) {
		t.Errorf("%+v", e)
	}
	if e := agmem.Named("source team", errors.New("a bug")); e.Kind != agmem.Internal || e.Message != "source team: a bug" || e.Hint != "" {
		t.Errorf("%+v", e)
	}
}
