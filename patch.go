package agmem

import (
	"slices"
	"strings"
)

// Patch names the fields of a memory to change; what is nil stays as it is.
type Patch struct {
	Content *string
	Digest  *string   // empty: the digest is the content again
	Tags    *[]string // instead of the old ones
	// AddTags and RemoveTags change single tags, compared under case folding.
	// A tag that is there already, or was not there, changes nothing.
	AddTags, RemoveTags []string
	ExpiresAt           *Instant // zero: never
	Origin              Origin   // who changes it; kept in the change log alone
}

// Validate reports a patch that changes nothing or asks for what a memory
// cannot be.
func (p Patch) Validate() error {
	if p.Content == nil && p.Digest == nil && p.Tags == nil && p.ExpiresAt == nil && !p.changesTags() {
		return Errorf(Usage, "nothing to update").
			WithHint("give new content, a new digest, new tags or an expiry").WithStep(ActionRevise, "")
	}
	if p.Content != nil && strings.TrimSpace(*p.Content) == "" {
		return Errorf(Usage, "the new content is empty").
			WithHint("to remove the memory, delete it").WithStep(ActionDelete, "")
	}
	if err := p.validateTags(); err != nil {
		return err
	}
	tags := p.AddTags
	if p.Tags != nil {
		tags = *p.Tags
	}
	return validateFields(p.Content, p.Digest, tags)
}

// changesTags says that single tags are named.
func (p Patch) changesTags() bool { return len(p.AddTags)+len(p.RemoveTags) > 0 }

// validateTags reports tags that contradict each other.
func (p Patch) validateTags() error {
	if p.Tags != nil && p.changesTags() {
		return Errorf(Usage, "tags are either replaced or changed one by one, not both").
			WithHint("give all the tags that it will have, or those to add and to remove")
	}
	for _, added := range p.AddTags {
		if containsTag(p.RemoveTags, added) {
			return Errorf(Usage, "the tag %q is both added and removed", added)
		}
	}
	return nil
}

// Retag returns the tags of a memory after the patch. Old ones keep their
// order and spelling, new ones come behind them.
func (p Patch) Retag(old []string) []string {
	if p.Tags != nil {
		return CleanTags(*p.Tags)
	}
	if !p.changesTags() {
		return old
	}
	tags := make([]string, 0, len(old)+len(p.AddTags))
	for _, t := range old {
		if !containsTag(p.RemoveTags, t) {
			tags = append(tags, t)
		}
	}
	return CleanTags(append(tags, p.AddTags...))
}

// containsTag reports a tag of a list that is the same under case folding.
func containsTag(tags []string, tag string) bool {
	folded := FoldTag(strings.TrimSpace(tag))
	return slices.ContainsFunc(tags, func(t string) bool { return FoldTag(strings.TrimSpace(t)) == folded })
}
