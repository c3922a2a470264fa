package ledger_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
)

func newScene(t *testing.T) *scene {
	return &scene{t, open(t, ledger.Memory), map[string]string{}}
}

// pack returns a pack of the default scope.
func (w *scene) pack(query string) ledger.Pack {
	w.Helper()
	p, err := w.ContextPack(w.Context(), ledger.PackRequest{
		Query: query, Scope: ledger.DefaultScope(), BudgetTokens: 4000, Policy: ledger.Auto,
	})
	w.ok(err)
	return p
}

// found returns what a search of a scope finds, as citations.
func (w *scene) found(query string, scope ledger.Scope) string {
	w.Helper()
	results, err := w.Search(w.Context(), ledger.SearchRequest{Query: query, Limit: 10, Scope: scope})
	w.ok(err)
	var all []string
	for _, r := range results {
		all = append(all, r.Citation)
	}
	return strings.Join(all, " ")
}

// What one scope holds is not seen from another, but facts and core blocks of a
// global scope are seen from everywhere.
func TestScopes(t *testing.T) {
	w := newScene(t)
	global, user := ledger.Scope{Type: ledger.Global, ID: "all"}, ledger.Scope{Type: ledger.User, ID: "ann"}
	for _, scope := range []ledger.Scope{global, user} {
		o := ledger.Origin{Scope: scope}
		_, err := w.AddFact(t.Context(), ledger.NewFact{ID: "fact_" + scope.ID, Subject: "the heron", Predicate: "is", Object: scope.ID, Confidence: 1, Origin: o})
		w.ok(err)
		_, err = w.SetBlock(t.Context(), ledger.SetBlock{ID: "core", Label: "heron", Content: scope.ID, Scope: scope})
		w.ok(err)
		_, err = w.SetSession(t.Context(), ledger.SetSession{ID: "s", CurrentGoal: "heron", Summary: scope.ID, Status: ledger.Active, Origin: o})
		w.ok(err)
		_, err = w.SetResource(t.Context(), ledger.SetResource{URI: "r", Title: "heron", Content: scope.ID, Kind: "doc", Origin: o})
		w.ok(err)
	}
	if got := w.found("heron", ledger.DefaultScope()); got != "fact:fact_all" {
		t.Errorf("from a third scope: %s", got)
	}
	for _, citation := range []string{"fact:fact_all", "fact:fact_ann", "session:s", "resource:r"} {
		if got := w.found("heron", user); strings.Count(got, citation) != 1 {
			t.Errorf("from the user's scope: %s", got)
		}
	}
	if got := w.found("heron", global); strings.Contains(got, "ann") || strings.Count(got, ":") != 3 {
		t.Errorf("from the global scope: %s", got)
	}
	p := w.pack("nothing has this")
	if len(p.Items) != 1 || p.Items[0].Content != "heron: all" {
		t.Errorf("a pack of a third scope: %+v", p.Items)
	}
	p, err := w.ContextPack(t.Context(), ledger.PackRequest{Query: "xyz", Scope: user, BudgetTokens: 500, Policy: ledger.ForWorkspace})
	w.ok(err)
	if len(p.Items) != 2 || p.Items[0].Content != "heron: all" || p.Items[1].Content != "heron: ann" {
		t.Errorf("a pack of the user's scope: %+v", p.Items)
	}
}

// Global facts and blocks of one id do not hide each other, nor are they hidden by
// one of the scope itself.
func TestEqualIDsOfSeveralScopes(t *testing.T) {
	w := newScene(t)
	for _, scope := range []ledger.Scope{{Type: ledger.Global, ID: "team"}, {Type: ledger.Global, ID: "me"}, ledger.DefaultScope()} {
		_, err := w.SetBlock(t.Context(), ledger.SetBlock{ID: "rules", Label: "Rules", Content: scope.ID, Authority: 50, Scope: scope})
		w.ok(err)
		_, err = w.AddFact(t.Context(), ledger.NewFact{
			ID: "f", Subject: "the heron", Predicate: "is", Object: scope.ID, Confidence: 1, Origin: ledger.Origin{Scope: scope},
		})
		w.ok(err)
	}
	for scope, want := range map[ledger.Scope]int{ledger.DefaultScope(): 3, {Type: ledger.Project, ID: "p"}: 2, {Type: ledger.Global, ID: "me"}: 2} {
		if got := strings.Count(w.found("heron", scope), "fact:f"); got != want {
			t.Errorf("a search of %v finds %d facts, want %d", scope, got, want)
		}
		pack, err := w.ContextPack(t.Context(), ledger.PackRequest{Query: "heron", Scope: scope, BudgetTokens: 500, Policy: ledger.Auto})
		w.ok(err)
		if len(pack.Items) != 2*want {
			t.Errorf("a pack of %v has %d items, want %d: %+v", scope, len(pack.Items), 2*want, pack.Items)
		}
	}
}

// A scope that is a small part of a large ledger is searched as well as one alone.
func TestASmallScopeOfALargeLedger(t *testing.T) {
	w := newScene(t)
	var news []ledger.NewEvent
	for i := range 600 {
		e := event(fmt.Sprint("a heron stands in the reeds, number ", i))
		e.Scope = ledger.Scope{Type: ledger.Project, ID: "large"}
		news = append(news, e)
	}
	_, err := w.Remember(t.Context(), news...)
	w.ok(err)
	id := remember(t, w.Ledger, "this text is much longer than the others, and at its very end, after many other words, there is a heron")
	if got := w.found("heron reeds", ledger.DefaultScope()); got != "event:"+id {
		t.Errorf("found %s", got)
	}
	sound(t, w.Ledger)
}

// Better matches score higher, scores are in 0..1, and those of facts are
// multiplied by the confidence.
func TestScores(t *testing.T) {
	w := newScene(t)
	w.event("", ledger.ExplicitMemory, ledger.ByUser, "the heron nests in May")
	w.event("", ledger.ExplicitMemory, ledger.ByUser, "a heron was seen by somebody at some other place in a long report about the river")
	for i, confidence := range []float64{1, 0.5, 0} {
		_, err := w.AddFact(t.Context(), ledger.NewFact{
			ID: fmt.Sprint("f", i), Subject: "the heron", Predicate: "nests", Object: "in May", Confidence: confidence, Origin: from(),
		})
		w.ok(err)
	}
	for limit := 1; limit < 7; limit++ {
		results, err := w.Search(t.Context(), ledger.SearchRequest{Query: "when does the heron nest", Limit: limit, Scope: ledger.DefaultScope()})
		w.ok(err)
		if len(results) != min(limit, 5) {
			t.Fatalf("%d results, want %d", len(results), min(limit, 5))
		}
		scores := map[string]float64{}
		for i, r := range results {
			if r.Score < 0 || r.Score > 1 || i > 0 && r.Score > results[i-1].Score {
				t.Errorf("limit %d: %+v", limit, results)
			}
			scores[r.ID] = r.Score
		}
		if limit == 5 && (scores["f0"] < 0.1 || scores["f1"] < 0.45*scores["f0"] || scores["f1"] > 0.55*scores["f0"] || scores["f2"] != 0) {
			t.Errorf("%v", scores)
		}
	}
}

func TestChinese(t *testing.T) {
	w := newScene(t)
	id := w.event("", ledger.ExplicitMemory, ledger.ByUser, "数据库在提交之前写入日志")
	w.event("", ledger.ExplicitMemory, ledger.ByUser, "苍鹭站在芦苇里")
	if got := w.found("提交时写日志吗", ledger.DefaultScope()); got != "event:"+id {
		t.Errorf("found %s", got)
	}
}

// A projection write that is refused leaves no audit event.
func TestRefusedWritesLeaveNothing(t *testing.T) {
	w := newScene(t)
	w.fact("f", "a", "b", "c")
	_, err := w.SetBlock(t.Context(), ledger.SetBlock{ID: "b", Label: "l", Content: "c", ReadOnly: true, Scope: ledger.DefaultScope()})
	w.ok(err)
	count := func() int {
		events, err := w.Events(t.Context(), ledger.EventsRequest{Scope: ledger.DefaultScope(), Limit: 100, IncludeAudit: true})
		w.ok(err)
		return len(events)
	}
	before := count()
	_, err = w.AddFact(t.Context(), ledger.NewFact{ID: "f", Subject: "a", Predicate: "b", Object: "c", Origin: from()})
	if agmem.KindOf(err) != agmem.Conflict {
		t.Errorf("%v", err)
	}
	_, err = w.SetBlock(t.Context(), ledger.SetBlock{ID: "b", Label: "l", Content: "d", Scope: ledger.DefaultScope()})
	if agmem.KindOf(err) != agmem.Denied {
		t.Errorf("%v", err)
	}
	if _, err := w.Remember(t.Context(), event("one"), ledger.NewEvent{}); err == nil {
		t.Error("half of a batch is written")
	}
	if n := count(); n != before || before != 2 {
		t.Errorf("%d events before, %d after", before, n)
	}
	sound(t, w.Ledger)
}

// Relations warn while they are valid, in the scope of the pack, at the ends that
// they are about.
func TestTemporalWarnings(t *testing.T) {
	for name, c := range map[string]struct {
		relation ledger.Relation
		want     string
	}{
		"contradicts warns at both ends": {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Contradicts},
			"Memory item a has an active contradiction with b.|Memory item b has an active contradiction with a."},
		"supersedes warns at the old end": {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes},
			"Memory item b has been superseded by a."},
		"with what is not packed":                   {ledger.Relation{FromID: "gone", ToID: "b", Relation: ledger.Supersedes}, "Memory item b has been superseded by gone."},
		"others do not warn":                        {ledger.Relation{FromID: "a", ToID: "b", Relation: "supports"}, ""},
		"not yet":                                   {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidFrom: "2027-01-15T10:00:00.001Z"}, ""},
		"no longer":                                 {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidUntil: "2027-01-15T09:59:59Z"}, ""},
		"from now":                                  {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidFrom: "2027-01-15T11:00:00+01:00"}, "Memory item b has been superseded by a."},
		"until now":                                 {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidUntil: "2027-01-15T10:00:00Z"}, "Memory item b has been superseded by a."},
		"until the end of a day":                    {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidUntil: "2027-01-15"}, "Memory item b has been superseded by a."},
		"until the end of another":                  {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidUntil: "2027-01-14"}, ""},
		"bounds that are not times":                 {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidFrom: "spring", ValidUntil: "fall"}, "Memory item b has been superseded by a."},
		"until a time without a zone, of UTC":       {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidUntil: "2020-01-01T00:00:00"}, ""},
		"from a time without seconds":               {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidFrom: "2099-01-01T00:00Z"}, ""},
		"from a time without seconds and zone":      {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidFrom: "2027-01-15T10:01"}, ""},
		"until a time with a blank and small marks": {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, ValidUntil: "2020-01-01t00:00:00.123456z"}, ""},
		"of another scope":                          {ledger.Relation{FromID: "a", ToID: "b", Relation: ledger.Supersedes, Scope: ledger.Scope{Type: ledger.User, ID: "x"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newScene(t)
			e := w.event("", ledger.ExplicitMemory, ledger.ByUser, "said")
			w.fact("a", "heron", "is", "tall", e)
			w.fact("b", "heron", "is", "small", e)
			if c.relation.Scope == (ledger.Scope{}) {
				c.relation.Scope = ledger.DefaultScope()
			}
			for i := range 2 { // the same twice is one warning
				c.relation.ID = fmt.Sprint("relation_", i)
				c.relation.SourceEventIDs = []string{}
				w.ok(w.Relate(t.Context(), c.relation))
			}
			p := w.pack("heron")
			var messages []string
			for _, warning := range p.RecallWarnings {
				messages = append(messages, warning.Message)
				if warning.Severity != "warning" || len(warning.RelatedIDs) != 1 || !strings.HasPrefix(warning.ID, "recall_warning_") || len(warning.ID) != 31 {
					t.Errorf("%+v", warning)
				}
			}
			if got := strings.Join(messages, "|"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if len(p.Items) != 2 {
				t.Errorf("%d items: risky ones have to stay", len(p.Items))
			}
		})
	}
}

// What is not a time cannot be written as the bound of anything.
func TestBoundsAreTimes(t *testing.T) {
	w := newScene(t)
	for text, ok := range map[string]bool{
		"": true, "2027-01-15": true, "2027-01-15T10:00:00Z": true, "2027-01-15T10:00:00.123456": true, "2027-01-15T10:00+02:00": true,
		"2020-13-45": false, "spring": false, "2027": false, "2027-01-15 10:00": true,
	} {
		_, err := w.AddRelation(t.Context(), ledger.NewRelation{FromID: "a", ToID: "b", Relation: "supports", ValidFrom: text, Origin: from()})
		w.timely(text, "validFrom", ok, err)
		_, err = w.AddFact(t.Context(), ledger.NewFact{Subject: "a", Predicate: "b", Object: "c", ValidUntil: text, Origin: from()})
		w.timely(text, "validUntil", ok, err)
	}
}

func (w *scene) timely(text, field string, ok bool, err error) {
	w.Helper()
	switch {
	case ok && err != nil:
		w.Errorf("%q: %v", text, err)
	case !ok && (agmem.KindOf(err) != agmem.Usage || err.Error() != `Expected "`+field+`" to be an RFC 3339 timestamp or a date`):
		w.Errorf("%q: %v", text, err)
	}
}

// A fact that no longer holds, or not yet, stays in the pack with a warning, and its
// bounds can be read back.
func TestFactsHoldForATime(t *testing.T) {
	for _, c := range []struct{ from, until, want string }{
		{"", "2001-01-01T00:00:00Z", "Memory item f was valid until 2001-01-01T00:00:00Z."},
		{"2099-01-01", "", "Memory item f is valid from 2099-01-01 on."},
		{"2001-01-01", "2099-01-01", ""},
	} {
		w := newScene(t)
		e := w.event("", ledger.ExplicitMemory, ledger.ByUser, "said")
		_, err := w.AddFact(t.Context(), ledger.NewFact{
			ID: "f", Subject: "the heron", Predicate: "is", Object: "tall", Confidence: 0.5, ValidFrom: c.from, ValidUntil: c.until, Origin: from(e),
		})
		w.ok(err)
		pack := w.pack("heron")
		got := ""
		for _, warning := range pack.RecallWarnings {
			got += warning.Message
			if warning.Kind != ledger.TemporalSupersession || warning.TargetID != "f" {
				t.Errorf("%+v", warning)
			}
		}
		if got != c.want || len(pack.Items) != 1 {
			t.Errorf("from %q until %q: %q, want %q, in %d items", c.from, c.until, got, c.want, len(pack.Items))
		}
		for name, value := range map[string]string{"validFrom": c.from, "validUntil": c.until} {
			var members map[string]any
			w.ok(json.Unmarshal(pack.Items[0].Metadata, &members))
			if there := fmt.Sprint(members[name]); value != "" && there != value || value == "" && there != "<nil>" {
				t.Errorf("%s is %s, want %q", name, there, value)
			}
		}
	}
}

func TestCitationWarnings(t *testing.T) {
	w := newScene(t)
	e := w.event("", ledger.ExplicitMemory, ledger.ByUser, "a heron")
	w.fact("f", "heron", "is", "tall", e, "event_x", "event_y", "event_x")
	w.session("s", "heron", "watch it")
	w.ok(w.SaveUncited(t.Context(), "g", "a heron nearly"))
	var messages []string
	for _, warning := range w.pack("heron").RecallWarnings {
		messages = append(messages, string(warning.Kind)+" "+warning.TargetID+": "+warning.Message)
	}
	want := "citation_missing g: Memory item has no source event IDs.|" +
		"citation_missing f: Memory item references missing source event event_x.|" +
		"citation_missing f: Memory item references missing source event event_y."
	if got := strings.Join(messages, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Of several checks the last counts.
func TestVerifications(t *testing.T) {
	w := newScene(t)
	id := w.event("", ledger.ExplicitMemory, ledger.ByUser, "a heron")
	for _, c := range []struct{ status, want ledger.Verdict }{
		{"failed", "failed"}, {"passed", ""}, {"stale", "stale"}, {"unknown", "unknown"}, {"warning", "warning"}, {"passed", ""},
	} {
		_, err := w.Verify(t.Context(), ledger.NewVerification{TargetID: id, Status: c.status, Message: "m"})
		w.ok(err)
		var got ledger.Verdict
		for _, v := range w.pack("heron").VerificationWarnings {
			got += v.Status
		}
		if got != c.want {
			t.Errorf("after %s: %q", c.status, got)
		}
	}
}

// What is known of a conversation finds the messages beside those that match.
func TestConversations(t *testing.T) {
	w := newScene(t)
	var news []ledger.NewEvent
	for _, text := range []string{"Which bird did you see?", "It was a heron, in the reeds.", "How lovely!", "Unrelated words about the weather."} {
		e := event(text)
		e.Kind = ledger.UserMessage
		e.Metadata = ledger.Metadata(`{"session_id":"one"}`)
		news = append(news, e)
	}
	events, err := w.Remember(t.Context(), news...)
	w.ok(err)
	remember(t, w.Ledger, "a note that is not part of it")
	found := w.found("heron reeds", ledger.DefaultScope())
	if !strings.HasPrefix(found, "event:"+events[1].ID) || !strings.Contains(found, events[0].ID) || strings.Contains(found, "note") {
		t.Errorf("found %s of %v", found, events)
	}
}

// A caller who gives up is told so, and nothing is written.
func TestCancelled(t *testing.T) {
	l := open(t, ledger.Memory)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Remember(ctx, event("x")); agmem.KindOf(err) != agmem.Cancelled {
		t.Errorf("%v", err)
	}
	if _, err := l.ContextPack(ctx, ledger.PackRequest{Query: "x", Scope: ledger.DefaultScope(), BudgetTokens: 5, Policy: ledger.Auto}); agmem.KindOf(err) != agmem.Cancelled {
		t.Errorf("%v", err)
	}
}

// Two writes in the same millisecond are listed in the order of writing, the last
// first, and one that says when it happened is where it belongs.
func TestEventsInOrder(t *testing.T) {
	l := open(t, ledger.Memory)
	old := event("old")
	old.Timestamp = agmem.InstantOf(now().Add(-time.Hour))
	if _, err := l.Remember(t.Context(), event("one"), event("two"), old); err != nil {
		t.Fatal(err)
	}
	events, err := l.Events(t.Context(), ledger.EventsRequest{Scope: ledger.DefaultScope(), Limit: 10})
	if err != nil || len(events) != 3 || events[0].Content != "two" || events[1].Content != "one" || events[2].Content != "old" {
		t.Errorf("%v, %+v", err, events)
	}
}
