package ledger

import (
	"fmt"
	"strings"
)

// statement is a fact as a sentence.
func (e *entry) statement() string {
	return e.fact.subject + " " + e.fact.predicate + " " + e.content
}

// shown is an entry as the content of an item.
func (e *entry) shown() string {
	switch e.kind {
	case KindFact:
		return e.statement()
	case KindSession:
		return fmt.Sprintf("Current goal: %s\nStatus: %s\nSummary: %s\nWorking set: %s",
			e.session.goal, e.session.status, e.content, strings.Join(e.workingSet, ", "))
	case KindResource:
		return fmt.Sprintf("%s (%s): %s", e.resource.title, e.resource.kind, e.content)
	case KindCore:
		return e.block.label + ": " + e.content
	default:
		return e.content
	}
}

// citation says where an item comes from.
func (e *entry) citation() string {
	if e.kind.shown() == KindEvidence {
		return "event:" + e.id
	}
	return string(e.kind) + ":" + e.id
}

// result is an entry as an item with a score. What has sources names them in its
// metadata, and a fact its validity.
func (e *entry) result(score float64) Result {
	r := Result{ID: e.id, Kind: e.kind.shown(), Content: e.shown(), Score: score, Citation: e.citation(), Metadata: e.metadata}
	if e.kind != KindFact {
		r.Timestamp = e.written
	}
	if e.citesEvents() {
		r.Metadata = e.withValidity(e.metadata).with("sourceEventIds", e.sources)
	}
	return r
}

// citesEvents says whether an entry is one that has to name the events it rests
// on.
func (e *entry) citesEvents() bool {
	return e.kind == KindFact || e.kind == KindSession || e.kind == KindResource
}

func (e *entry) asEvent() Event {
	return Event{
		ID: e.id, Kind: EventKind(e.event.kind), Actor: Actor(e.event.actor), Content: e.content,
		Timestamp: e.written, Scope: e.scope, Metadata: e.metadata,
	}
}

func (e *entry) asFact() Fact {
	return Fact{
		ID: e.id, Subject: e.fact.subject, Predicate: e.fact.predicate, Object: e.content, Confidence: e.confidence,
		SourceEventIDs: e.sources, ValidFrom: e.fact.from, ValidUntil: e.fact.until, Metadata: e.metadata,
	}
}

func (e *entry) asSession() SessionState {
	return SessionState{
		ID: e.id, Scope: e.scope, Status: Status(e.session.status), CurrentGoal: e.session.goal, Summary: e.content,
		WorkingSet: e.workingSet, UpdatedAt: e.written, SourceEventIDs: e.sources, Metadata: e.metadata,
	}
}

func (e *entry) asResource() Resource {
	return Resource{
		URI: e.id, Scope: e.scope, Kind: ResourceKind(e.resource.kind), Title: e.resource.title, Content: e.content,
		ParentURI: e.resource.parent, UpdatedAt: e.written, SourceEventIDs: e.sources, Metadata: e.metadata,
	}
}

func (e *entry) asBlock() Block {
	return Block{
		ID: e.id, Label: e.block.label, Content: e.content, Authority: e.block.authority, ReadOnly: e.block.readOnly,
		UpdatedAt: e.written, Metadata: e.metadata,
	}
}
