package agmem

import "context"

type shortIDsKey struct{}

// WithShortIDs returns a context that asks a source for a Short beside every ID
// that it returns: the shortest beginning of eight or more characters that is
// unique in the source at that moment and does not look like a number. A source
// that has nothing shorter leaves it empty.
func WithShortIDs(ctx context.Context) context.Context {
	return context.WithValue(ctx, shortIDsKey{}, true)
}

// WithoutShortIDs returns a context that does not ask for a Short, for a call of
// which only some results are shown: each Short is a look into the index.
func WithoutShortIDs(ctx context.Context) context.Context {
	return context.WithValue(ctx, shortIDsKey{}, false)
}

// WantsShortIDs reports whether the caller asks for a Short beside every ID.
func WantsShortIDs(ctx context.Context) bool {
	wanted, _ := ctx.Value(shortIDsKey{}).(bool)
	return wanted
}

// Identity is what a memory is called.
type Identity struct {
	ID    string
	Short string // the shortest unique beginning of ID, see [WithShortIDs]
}
