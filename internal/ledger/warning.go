package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// newWarning returns a warning about an item. Its id follows from what it says, so
// the same warning has the same id in every pack.
func newWarning(kind WarningKind, target, message string, metadata members, related ...string) Warning {
	said := strings.Join([]string{string(kind), target, message, strings.Join(related, "\x00")}, "\x00")
	sum := sha256.Sum256([]byte(said))
	return Warning{
		ID: "recall_warning_" + hex.EncodeToString(sum[:8]), Kind: kind, TargetID: target, Severity: "warning",
		Message: message, RelatedIDs: related, Metadata: metadata.metadata(),
	}
}

// distinct returns the warnings without those whose id was there before.
func distinct(all []Warning) []Warning {
	var list []Warning
	seen := make(map[string]bool, len(all))
	for _, w := range all {
		if !seen[w.ID] {
			seen[w.ID] = true
			list = append(list, w)
		}
	}
	return list
}
