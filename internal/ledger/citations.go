package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
)

// citationWarnings names the items that rest on events that are not there, or on
// none at all.
func citationWarnings(ctx context.Context, t *txn, taken []candidate) ([]Warning, error) {
	var cited []string
	for _, c := range taken {
		cited = append(cited, c.entry.sources...)
	}
	there, err := existing(ctx, t, cited)
	if err != nil {
		return nil, err
	}
	var all []Warning
	for _, c := range taken {
		if !c.entry.citesEvents() {
			continue
		}
		if len(c.entry.sources) == 0 {
			all = append(all, newWarning(CitationMissing, c.entry.id, "Memory item has no source event IDs.",
				members{{"sourceEventIds", []string{}}}))
		}
		for _, id := range c.entry.sources {
			if !there[id] {
				all = append(all, newWarning(CitationMissing, c.entry.id, "Memory item references missing source event "+id+".",
					members{{"missingSourceEventId", id}}))
			}
		}
	}
	return distinct(all), nil
}

// existing returns which of some ids are those of events, in whatever scope.
func existing(ctx context.Context, t *txn, ids []string) (map[string]bool, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	there := make(map[string]bool)
	err = t.Rows(ctx, `SELECT id FROM ledger_entries WHERE kind IN ('audit', 'evidence') AND id IN (SELECT value FROM json_each(?))`,
		[]any{string(list)}, func(rows *sql.Rows) error {
			var id string
			err := rows.Scan(&id)
			there[id] = true
			return err
		})
	return there, err
}
