package library

import (
	"context"
	"iter"

	"github.com/agmem/agmem"
)

// Transfer moves memories in and out as a whole.
type Transfer struct{ sources *Sources }

// Export hands out every memory of the target source; see [agmem.Exporter].
func (t Transfer) Export(ctx context.Context, yield func(agmem.Memory) error) error {
	ctx, exporter, _, err := targetPort[agmem.Exporter](ctx, t.sources, "cannot be exported")
	if err != nil {
		return err
	}
	return exporter.Export(ctx, yield)
}

// Import stores memories in the source that something new goes to; see [agmem.Importer]. The ids
// in the report are addresses.
func (t Transfer) Import(ctx context.Context, memories iter.Seq2[agmem.Memory, error], opts agmem.ImportOptions) (agmem.ImportReport, error) {
	ctx, importer, src, err := writingPort[agmem.Importer](ctx, t.sources, "cannot import memories")
	if err != nil {
		return agmem.ImportReport{}, err
	}
	report, err := importer.Import(ctx, memories, opts)
	for i := range report.KeptOut {
		report.KeptOut[i] = t.sources.written(Address{src.Name, report.KeptOut[i]})
	}
	return report, err
}
