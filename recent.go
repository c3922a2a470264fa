package agmem

import "context"

// Chronicler knows what was changed last.
type Chronicler interface {
	// Recent returns what was added or changed last and is still there, the latest
	// change first. The limit is 1 or more.
	Recent(ctx context.Context, limit int) ([]Recent, error)
}

// Recent is a memory with its last change. Its JSON form is a stable interface
// (docs/json.md).
type Recent struct {
	ID string `json:"id"`
	// Short is the shortest unique beginning of ID, see [WithShortIDs].
	Short  string `json:"-"`
	Digest string `json:"digest"`
	Size   int64  `json:"size"` // of the content, in bytes
	// ChangedAt is when it was added or changed last.
	ChangedAt Instant `json:"changedAt"`
	// Repository is the project that it belongs to, as in [Origin]; empty for none.
	Repository string `json:"repository,omitempty"`
	// Source is the name of the source that holds it.
	Source string `json:"source"`
}
