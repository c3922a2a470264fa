package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// The id of a warning is the beginning of a sum that every implementation makes in
// the same way, also where nothing is related.
func TestWarningIDs(t *testing.T) {
	for said, w := range map[string]Warning{
		"temporal_supersession\x00a\x00m\x00b":      newWarning(TemporalSupersession, "a", "m", nil, "b"),
		"temporal_supersession\x00a\x00m\x00b\x00c": newWarning(TemporalSupersession, "a", "m", nil, "b", "c"),
		"file_missing\x00a\x00m\x00":                newWarning(FileMissing, "a", "m", nil),
	} {
		sum := sha256.Sum256([]byte(said))
		if want := "recall_warning_" + hex.EncodeToString(sum[:])[:16]; w.ID != want {
			t.Errorf("%q: %s, want %s", said, w.ID, want)
		}
	}
}
