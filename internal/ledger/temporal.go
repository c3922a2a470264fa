package ledger

import (
	"context"
	"encoding/json"
	"strings"
	"time"
)

// temporalWarnings names the facts that do not hold now, and the items that another
// item contradicts or has taken the place of, as far as the relations of the scope
// are valid now.
func temporalWarnings(ctx context.Context, t *txn, scope Scope, taken []candidate) ([]Warning, error) {
	ids, err := json.Marshal(idsOf(taken))
	if err != nil {
		return nil, err
	}
	found, err := relations(ctx, t, &scope, `l.relation IN ('contradicts', 'supersedes') AND (
		l.from_id IN (SELECT value FROM json_each(?3)) OR l.to_id IN (SELECT value FROM json_each(?3))) ORDER BY l.number`, string(ids))
	if err != nil {
		return nil, err
	}
	var all []Warning
	for _, c := range taken {
		all = append(all, c.entry.outOfTime(t.clock)...)
		for _, r := range found {
			if r.validAt(t.clock) {
				all = append(all, r.against(c.entry.id)...)
			}
		}
	}
	return distinct(all), nil
}

// against returns what a relation says against an item.
func (r Relation) against(id string) []Warning {
	metadata := members{{"relationId", r.ID}}
	switch {
	case r.Relation == Contradicts && (r.FromID == id || r.ToID == id):
		other := r.FromID
		if other == id {
			other = r.ToID
		}
		return []Warning{newWarning(TemporalContradiction, id, "Memory item "+id+" has an active contradiction with "+other+".", metadata, other)}
	case r.Relation == Supersedes && r.ToID == id:
		return []Warning{newWarning(TemporalSupersession, id, "Memory item "+id+" has been superseded by "+r.FromID+".", metadata, r.FromID)}
	}
	return nil
}

// validAt says whether a moment is within the bounds of a relation. A bound that
// is not a time does not bound anything.
func (r Relation) validAt(now time.Time) bool {
	if from, _, ok := moment(r.ValidFrom, now.Location()); ok && now.Before(from) {
		return false
	}
	_, last, ok := moment(r.ValidUntil, now.Location())
	return !ok || !now.After(last)
}

// moment reads a time, or a day of a place, which lasts until its end. A time
// without a zone is one of UTC, as many programs write it.
func moment(text string, place *time.Location) (first, last time.Time, ok bool) {
	spelled := strings.ToUpper(strings.Replace(text, " ", "T", 1))
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04"} {
		if at, err := time.Parse(layout, spelled); err == nil {
			return at, at, true
		}
	}
	day, err := time.ParseInLocation(time.DateOnly, text, place)
	if err != nil {
		return time.Time{}, time.Time{}, false
	}
	return day, day.AddDate(0, 0, 1).Add(-time.Nanosecond), true
}
