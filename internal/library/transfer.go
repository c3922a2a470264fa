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
	return t.addressed(src, report), err
}

// ImportFiles stores what files say in the source that something new goes to; see
// [agmem.FileImporter]. The ids in the report are addresses.
func (t Transfer) ImportFiles(ctx context.Context, files iter.Seq2[agmem.FileContents, error], opts agmem.ImportOptions) (agmem.ImportReport, error) {
	ctx, importer, src, err := writingPort[agmem.FileImporter](ctx, t.sources, "cannot import files")
	if err != nil {
		return agmem.ImportReport{}, err
	}
	report, err := importer.ImportFiles(ctx, files, opts)
	return t.addressed(src, report), err
}

func (t Transfer) addressed(src *source, report agmem.ImportReport) agmem.ImportReport {
	for _, ids := range [][]string{report.KeptOut, report.KeptEdited} {
		for i := range ids {
			ids[i] = t.sources.written(Address{src.Name, ids[i]})
		}
	}
	return report
}
