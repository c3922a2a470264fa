package agmemcli

import (
	"context"
	"fmt"

	"github.com/agmem/agmem/internal/library"
)

// vectorFindings says what of the memories a search by meaning cannot find: those
// without a vector, or all where their vectors are of another model than the one
// that is configured. A search says nothing of either.
func vectorFindings(ctx context.Context, lib *library.Library, configured EmbedderState, sources []library.SourceInfo) []finding {
	if configured.Err != nil || len(sources) == 0 || !sources[0].Active || sources[0].Count == nil {
		return nil // there is nothing, or another finding says why not
	}
	o, err := lib.Finder.Stats(ctx)
	if err != nil || o.Stats.IndexStatus == nil {
		return nil
	}
	status := *o.Stats.IndexStatus
	f := finding{Area: "embedder", Name: "vectors", Status: isNoted}
	switch missing := status.Total - status.Indexed; {
	case configured.Model == "" || status.Total == 0:
		return nil
	case status.Model != configured.Model:
		f.Text = fmt.Sprintf("they are of the model %s, and %s is configured: searches go by words until all are embedded again", status.Model, configured.Model)
		f.Next = "agmem run embed-rebuild"
	case missing > 0:
		f.Text = fmt.Sprintf("missing for %d of %s: searches go by words there", missing, counted(status.Total, "memory", "memories"))
		f.Next = "agmem run embed"
	default:
		return nil
	}
	return []finding{f}
}
