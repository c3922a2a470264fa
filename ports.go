package agmem

import (
	"context"
	"errors"
	"iter"
)

// Source is a place that holds memories. What it can do beyond having a name
// it says by also being a Reader, Writer, Searcher, Recorder, Exporter,
// Chronicler, Importer or Runner. Its configuration reaches it with every call, see
// [Metadata].
//
// Every method may return Unavailable, Denied, Corrupt or Cancelled besides
// the kinds it names.
type Source interface {
	// Name is how --source and configuration call it.
	Name() string
	// Type is the kind of store behind it, such as "sqlite".
	Type() string
	// Location is where its data is, for people.
	Location() string
	// Close releases what the source holds. It may be called once.
	Close() error
}

// Reader finds memories by their place. An unknown id is NotFound. Where ids
// are UUIDs, any unique prefix of four or more characters will do wherever an
// id is asked for, and an ambiguous one is Conflict with the candidates in its
// hint.
type Reader interface {
	// Get returns the memories in the order of ids, and counts an access for
	// each memory once where the store can be written. Where some ids cannot
	// be resolved it returns the memories of the others with an error that
	// joins one error for each id that failed.
	Get(ctx context.Context, ids []string) ([]Memory, error)
	// List returns summaries in the order of the listing.
	List(ctx context.Context, listing Listing) ([]Summary, error)
	// Tags returns every tag in use, by count descending, then name.
	Tags(ctx context.Context) ([]TagCount, error)
	// Stats returns the size of the source. Where a part of it cannot be read
	// it returns that of the rest with an error that names the part.
	Stats(ctx context.Context) (Stats, error)
}

// Surveyor knows which projects its memories belong to.
type Surveyor interface {
	// Survey counts the memories that the filter of a listing lets through, by the
	// repository that they belong to, in the order of its name. Its Projects.Only,
	// order, limit and offset do not matter.
	Survey(ctx context.Context, listing Listing) ([]RepositoryCount, error)
}

// GetEach is Get for a source that fetches memories one by one.
func GetEach(ctx context.Context, ids []string, get func(ctx context.Context, id string) (Memory, error)) ([]Memory, error) {
	found := make([]Memory, 0, len(ids))
	var errs []error
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return found, errors.Join(append(errs, err)...)
		}
		m, err := get(ctx, id)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		found = append(found, m)
	}
	return found, errors.Join(errs...)
}

// Writer changes memories. Each call is one transaction: done wholly and
// durably when it returns nil, not at all otherwise. It may also drop, for good,
// memories that expired [UndoDays] ago and that nothing has happened to since.
type Writer interface {
	// Add stores a draft. Where its content exists already it returns the
	// existing memory and false: with the united tags, with the digest of the
	// draft if it has one, and alive again if it had expired.
	Add(ctx context.Context, draft Draft) (Memory, bool, error)
	// Update applies a patch. A digest that was equal to the old content
	// follows the new one. New content that another memory has is Conflict.
	// A source that cannot keep what a patch names, such as an expiry, says
	// Denied and changes nothing.
	Update(ctx context.Context, id string, patch Patch) (Memory, error)
	// Delete removes all the memories or none and leaves a tombstone for
	// each. It returns what they were called.
	Delete(ctx context.Context, ids []string, opts DeleteOptions) ([]Identity, error)
}

// DeleteOptions says how to delete.
type DeleteOptions struct {
	// Purge also drops what undo would need, of these and earlier changes of
	// the same memories.
	Purge  bool
	Origin Origin
}

// Searcher answers queries.
type Searcher interface {
	// Search returns the best hits, best first. Every text that is not blank
	// is a valid query.
	Search(ctx context.Context, query Query) ([]Hit, error)
}

// Recorder remembers what happened to memories.
type Recorder interface {
	// History returns the changes of one memory, oldest first, also of a
	// deleted one.
	History(ctx context.Context, id string) ([]Change, error)
	// Undo takes back a change, with all that was changed by the same call. It
	// returns the changes that this made. NotFound if there is no change to undo,
	// Expired if undo no longer has what it needs, Conflict if a later change
	// is in the way.
	Undo(ctx context.Context, opts UndoOptions) ([]Change, error)
}

// UndoOptions says which change to take back. Without ID and Any it is the last
// one of the session in Origin; if none is known, of the author; if none is known
// either, of anyone.
type UndoOptions struct {
	// ID asks for the last change of one memory, of any session.
	ID string
	// Any asks for the last change of anyone.
	Any bool
	// Origin is who undoes.
	Origin Origin
}

// Exporter exports everything it holds.
type Exporter interface {
	// Export calls yield for every memory in the order of writing, all from
	// one moment, and stops at its first error.
	Export(ctx context.Context, yield func(Memory) error) error
}

// Importer stores memories that come from elsewhere.
type Importer interface {
	// Import stores the memories with the ids, dates and counts they bring and
	// fills in what they lack. A new memory keeps the Number that it brings
	// where that is above every other, but an import leaves no more than a
	// million numbers unused. Importing the same again changes nothing. It
	// works in transactions of at most about one second, so that other writers
	// get in; after a failure what was committed stays, and the same import
	// completes the rest. It keeps few memories at a time.
	//
	// It ranges over memories once, perhaps in its own goroutine, and no
	// longer than the call lasts. An error of the sequence ends the import and
	// is returned as it is. A memory that cannot be stored ends it with an
	// [EntryError]; anyone who wants all or nothing checks them before.
	Import(ctx context.Context, memories iter.Seq2[Memory, error], opts ImportOptions) (ImportReport, error)
}

// ImportOptions says how to import.
type ImportOptions struct {
	// DryRun reports what would happen and writes nothing.
	DryRun bool
	// Revive brings in what a tombstone would keep out.
	Revive bool
	// Total is how many memories there are, for Progress; 0 if unknown.
	Total int
	// Progress, if set, is called after each transaction with Total.
	Progress func(done, total int)
	Origin   Origin
}

// ImportReport counts what became of the memories of an import.
type ImportReport struct {
	Added      int      `json:"added"`
	Updated    int      `json:"updated"`           // an older version was there
	Unchanged  int      `json:"unchanged"`         // the same or a newer version was there
	Tombstoned int      `json:"tombstoned"`        // deleted here before, kept out
	Revived    int      `json:"revived"`           // deleted here before, brought back
	KeptOut    []string `json:"keptOut,omitempty"` // ids of the tombstoned, at most 20

	Removed    int      `json:"removed,omitempty"`    // its file no longer says it
	Edited     int      `json:"edited,omitempty"`     // its file says something else, but it was changed here
	KeptEdited []string `json:"keptEdited,omitempty"` // ids of the edited, at most 20
}

// FileContents is all that a file says, read at one time.
type FileContents struct {
	// Path is the Origin.File of its memories.
	Path string
	// Memories have no ids.
	Memories []Memory
}

// FileImporter is an Importer that knows which file a memory came from.
type FileImporter interface {
	Importer
	// ImportFiles makes what came from each file the same as what it says now. A
	// memory whose text changed under the same heading takes the new text, and one
	// that is gone from the file is deleted, but not one that was changed here by
	// hand. What was deleted here stays deleted without Revive. A memory that is
	// here already, and came from elsewhere, stays as it is but for its tags.
	//
	// A file is one transaction, which several files can share. For the rest it is
	// Import, with files where that has memories.
	ImportFiles(ctx context.Context, files iter.Seq2[FileContents, error], opts ImportOptions) (ImportReport, error)
}

// Runner offers its own commands, such as building embeddings.
type Runner interface {
	// Commands lists what Run understands.
	Commands() []RunCommand
	// Run does one of them; progress may be nil. An unknown name is NotFound.
	Run(ctx context.Context, name string, progress func(string)) (RunResult, error)
}

// Fixer is a Runner that can set right what one of its commands finds wrong.
type Fixer interface {
	Runner
	// Fix does a command, and before that sets right what it would find, as far
	// as that loses nothing. A command that fixes nothing is Usage.
	Fix(ctx context.Context, name string, progress func(string)) (RunResult, error)
}

// RunCommand is a command that a source offers.
type RunCommand struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// RunResult is what a source's command found or did, as ordered pairs.
type RunResult []RunField

// RunField is one line of a RunResult. Value is a string, a number or a bool.
type RunField struct {
	Name  string
	Value any
}

// Embeddable is a source whose documents can be embedded, and that has no commands of
// its own for it.
type Embeddable interface {
	// Embed gives a vector to each document that has none, or with again to all of
	// them anew, and returns how many that were. progress is told how many are done.
	Embed(ctx context.Context, again bool, progress func(done int)) (int, error)
}

// Embedder turns texts into vectors. It is optional everywhere: a search
// without one has one signal fewer.
type Embedder interface {
	// Model is the fingerprint of the model; vectors of different
	// fingerprints are never compared.
	Model() string
	// EmbedDocuments returns a vector for each text that will be searched.
	EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error)
	// EmbedQuery returns the vector of a question.
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
}

// Metadata is the configuration of a source, as pairs.
type Metadata map[string]string

type metadataKey struct{}

// WithMetadata returns a context that carries a source's configuration to it.
func WithMetadata(ctx context.Context, md Metadata) context.Context {
	return context.WithValue(ctx, metadataKey{}, md)
}

// MetadataFrom returns the configuration that the caller sent along, nil for
// none. It must not be changed.
func MetadataFrom(ctx context.Context) Metadata {
	md, _ := ctx.Value(metadataKey{}).(Metadata)
	return md
}
