package intake

import (
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// fate is what becomes of a memory of an import.
type fate int

const (
	unchanged fate = iota
	added
	updated
	tombstoned
	revived
)

// decide says what becomes of an incoming memory, and for updated the state
// before and after.
func decide(in *incoming, at located, revive bool) (f fate, old, after *table.Record) {
	switch {
	case at.byID != nil && in.Updated <= at.byID.Updated:
		return unchanged, nil, nil
	case at.byID != nil && (at.byContent == nil || at.byContent.Number == at.byID.Number):
		return renew(in, at.byID)
	case at.byContent != nil:
		return unite(in, at.byContent, at.now)
	case at.grave == nil:
		return added, nil, nil
	case revive:
		return revived, nil, nil
	default:
		return tombstoned, nil, nil
	}
}

// renew takes the newer version of a memory. What only counts or says where it
// was written stays as it is here.
func renew(in *incoming, old *table.Record) (fate, *table.Record, *table.Record) {
	after := *old
	after.Digest = in.Digest
	after.SetContent(in.Content)
	after.Tags, after.Expires, after.Updated = in.Tags, in.Expires, in.Updated
	return changed(old, &after)
}

// unite gives the memory that has the same content under another id the tags,
// and the later expiry.
func unite(in *incoming, old *table.Record, now agmem.Instant) (fate, *table.Record, *table.Record) {
	after := *old
	after.Tags = agmem.CleanTags(slices.Concat(old.Tags, in.Tags))
	if len(after.Tags) > len(old.Tags) {
		after.Updated = now
	}
	after.Expires = agmem.LaterExpiry(old.Expires, in.Expires)
	return changed(old, &after)
}

func changed(old, after *table.Record) (fate, *table.Record, *table.Record) {
	if len(table.ChangedFields(old, after)) == 0 {
		return unchanged, nil, nil
	}
	after.ByHand(old) // of what its file says, an import of anything else knows nothing
	return updated, old, after
}

// maxKeptOut is how many ids a report names.
const maxKeptOut = 20

// count adds what became of a memory to a report. g is the tombstone that kept
// it out.
func count(report *agmem.ImportReport, f fate, g *table.Tombstone) {
	switch f {
	case added:
		report.Added++
	case updated:
		report.Updated++
	case unchanged:
		report.Unchanged++
	case revived:
		report.Revived++
	case tombstoned:
		report.Tombstoned++
		if len(report.KeptOut) < maxKeptOut {
			report.KeptOut = append(report.KeptOut, g.ID.String())
		}
	}
}

// addReport adds up two reports.
func addReport(sum *agmem.ImportReport, r agmem.ImportReport) {
	sum.Added += r.Added
	sum.Updated += r.Updated
	sum.Unchanged += r.Unchanged
	sum.Tombstoned += r.Tombstoned
	sum.Revived += r.Revived
	sum.KeptOut = append(sum.KeptOut, r.KeptOut...)
	sum.KeptOut = sum.KeptOut[:min(len(sum.KeptOut), maxKeptOut)]
	sum.Removed += r.Removed
	sum.Edited += r.Edited
	sum.KeptEdited = append(sum.KeptEdited, r.KeptEdited...)
	sum.KeptEdited = sum.KeptEdited[:min(len(sum.KeptEdited), maxKeptOut)]
}
