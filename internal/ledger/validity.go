package ledger

import "time"

// validBounds reports the bound of a time that is not a time.
func validBounds(from, until string) error {
	for _, bound := range []struct{ name, text string }{{"validFrom", from}, {"validUntil", until}} {
		if _, _, ok := moment(bound.text, time.UTC); !ok && bound.text != "" {
			return Expected(bound.name, "an RFC 3339 timestamp or a date")
		}
	}
	return nil
}

// outOfTime warns of a fact that does not hold at a moment. It is a supersession
// that names nothing in its place.
func (e *entry) outOfTime(now time.Time) []Warning {
	if from, _, ok := moment(e.fact.from, now.Location()); ok && now.Before(from) {
		return []Warning{newWarning(TemporalSupersession, e.id, "Memory item "+e.id+" is valid from "+e.fact.from+" on.",
			members{{"validFrom", e.fact.from}})}
	}
	if _, last, ok := moment(e.fact.until, now.Location()); ok && now.After(last) {
		return []Warning{newWarning(TemporalSupersession, e.id, "Memory item "+e.id+" was valid until "+e.fact.until+".",
			members{{"validUntil", e.fact.until}})}
	}
	return nil
}

// withValidity adds to the metadata of a fact for what time it holds, which its
// sentence does not say.
func (e *entry) withValidity(m Metadata) Metadata {
	if e.kind != KindFact {
		return m
	}
	if e.fact.from != "" {
		m = m.with("validFrom", e.fact.from)
	}
	if e.fact.until != "" {
		m = m.with("validUntil", e.fact.until)
	}
	return m
}
