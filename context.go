package agmem

import "context"

// Pin says that something belongs into every context, in whatever source it is.
type Pin struct {
	// Source is the name of the source that holds it; empty for the one that keeps
	// the pin.
	Source string
	// ID is what it is called there.
	ID string
	// At is when it was pinned.
	At Instant
}

// Pinner keeps what is pinned. A pin is a change: it can be undone, and the
// history of a memory has it. A memory that is deleted loses its pin, and has it
// again when the deletion is undone.
type Pinner interface {
	// Pin pins all or none. What is pinned already stays as it is. A memory of its
	// own that is not there is NotFound; those of others are not looked up.
	Pin(ctx context.Context, pins []Pin, origin Origin) error
	// Unpin takes all the pins away, or none where one of them is NotFound.
	Unpin(ctx context.Context, pins []Pin, origin Origin) error
	// Pins returns the pins in the order in which they were made. Memories of its
	// own that have expired are left out.
	Pins(ctx context.Context) ([]Pin, error)
}

// Viewer is a Reader whose Get counts accesses, and that can do without.
type Viewer interface {
	// View is [Reader].Get without counting.
	View(ctx context.Context, ids []string) ([]Memory, error)
}

// StateKeeper knows how far the work of a session is.
type StateKeeper interface {
	// LastState returns the newest state of a session. If a repository is given,
	// states of other projects do not count. It is false if there is none.
	LastState(ctx context.Context, repository string) (Memory, bool, error)
}

// Objector knows what speaks against memories, of other sources too.
type Objector interface {
	// Objections returns what it knows against some memories, in their order.
	Objections(ctx context.Context, subjects []Subject) ([]Objection, error)
}

// Subject is a memory that objections are asked about.
type Subject struct {
	// ID is its id in the source that is asked, empty if it is not in there.
	ID string
	// Names are the other names that it is known by: addresses, with and without
	// the name of the source.
	Names []string
}

// Objection is one thing that speaks against a memory.
type Objection struct {
	// Subject is the place of the memory among those that were asked about.
	Subject int `json:"-"`
	// Kind is the stable name of what is wrong.
	Kind ObjectionKind `json:"kind"`
	// Text is a sentence about it.
	Text string `json:"text"`
	// By names what speaks against it, such as the memory that took its place.
	By []string `json:"by,omitempty"`
}

// ObjectionKind is what can speak against a memory.
type ObjectionKind string

// The kinds of objections.
const (
	Superseded    ObjectionKind = "superseded"    // another one took its place
	Contradicted  ObjectionKind = "contradicted"  // another one says otherwise
	OutOfDate     ObjectionKind = "expired"       // it said until when it would hold
	NotYetValid   ObjectionKind = "not_yet_valid" // it said from when it would hold
	CheckFailed   ObjectionKind = "failed"        // its last check was not passed
	Unfounded     ObjectionKind = "unfounded"     // what it rests on is missing
	BranchChanged ObjectionKind = "branch_drift"  // written on another branch
	CommitChanged ObjectionKind = "commit_drift"  // written at another commit
	FileChanged   ObjectionKind = "file_drift"    // about a file that has changed
	FileGone      ObjectionKind = "file_missing"  // about a file that is not there
)
