package agmem

// Change is one row of a store's change log: something that happened to a
// memory. Counting an access is not a change.
type Change struct {
	// Seq counts the changes of a store and is never reused.
	Seq int64 `json:"seq"`
	// ID is the memory's, also after its deletion.
	ID string `json:"id"`
	// Short is the shortest unique beginning of ID, see [WithShortIDs].
	Short string `json:"-"`
	// Operation is what happened.
	Operation Operation `json:"operation"`
	// Fields names what an update changed.
	Fields []string `json:"fields,omitempty"`
	At     Instant  `json:"at"`
	// By is the author of the change, empty where none was given.
	By string `json:"by,omitempty"`
	// Undoes is the Seq of the change that this one took back, 0 for none.
	Undoes int64 `json:"undoes,omitempty"`
	// Undoable says that what undo needs is still there.
	Undoable bool `json:"undoable"`
	// Digest is the memory's digest after the change, or before a deletion;
	// empty once it is purged.
	Digest string `json:"digest,omitempty"`
	// Size is that of the content which Digest stands for, in bytes.
	Size int64 `json:"size,omitempty"`
}

// Operation is the kind of a change.
type Operation string

// What can happen to a memory.
const (
	Added   Operation = "add"
	Updated Operation = "update"
	Deleted Operation = "delete"
)

// UndoDays is how long a change can be taken back.
const UndoDays = 30
