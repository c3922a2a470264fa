package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/ledger"
)

// mostOfPack is more than a pack of a few short items is printed as, in bytes.
const mostOfPack = 30_000

// What is packed beside the contents is bounded, and what is left out is counted.
func TestPackIsBounded(t *testing.T) {
	w := newScene(t)
	e := event("a walrus")
	e.Metadata = ledger.Metadata(`{"gitBranch":"main","x":"` + strings.Repeat("y ", 200_000) + `","z":1}`)
	events, err := w.Remember(t.Context(), e)
	w.ok(err)
	var sources []string
	for i := range 20_000 {
		sources = append(sources, fmt.Sprint("event_", i))
	}
	w.fact("f", "the walrus", "is", "large", sources...)
	for i := range 300 {
		w.relate(fmt.Sprint("fact_", i), ledger.Contradicts, "f")
	}
	w.relate("fact_new", ledger.Supersedes, "f")
	_, err = w.Verify(t.Context(), ledger.NewVerification{
		TargetID: "f", Status: "failed", Message: strings.Repeat("wrong ", 100_000), Metadata: e.Metadata,
	})
	w.ok(err)

	pack := w.pack("walrus")
	if printed := text(t, pack); len(printed) > mostOfPack {
		t.Errorf("the pack has %d bytes: %.400s", len(printed), printed)
	}
	at := slices.IndexFunc(pack.Items, func(i ledger.PackItem) bool { return i.ID == events[0].ID })
	if at < 0 || string(pack.Items[at].Metadata) != `{"gitBranch":"main","z":1}` || pack.Items[at].MetadataLeftOut != 1 {
		t.Errorf("%d, %.400s", at, text(t, pack))
	}
	kinds := map[ledger.WarningKind]int{}
	for _, warning := range pack.RecallWarnings {
		kinds[warning.Kind]++
	}
	for _, kind := range []ledger.WarningKind{ledger.CitationMissing, ledger.TemporalContradiction, ledger.TemporalSupersession} {
		if kinds[kind] == 0 {
			t.Errorf("no warning %s among %v", kind, kinds)
		}
	}
	if all := len(pack.RecallWarnings) + pack.RecallWarningsLeftOut; all != 20_000+300+1 {
		t.Errorf("%d warnings and %d left out", len(pack.RecallWarnings), pack.RecallWarningsLeftOut)
	}
	if v := pack.VerificationWarnings; len(v) != 1 || v[0].Status != "failed" || !strings.HasPrefix(v[0].Message, "wrong wrong") {
		t.Errorf("%.400v", v)
	}
}
