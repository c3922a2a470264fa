package secrets

import (
	"context"
	"iter"

	"github.com/agmem/agmem"
)

// The names of the texts of a memory.
const (
	content = "content"
	digest  = "digest"
	tag     = "tag"
)

// Idle says whether a guard lets everything of a call through unseen.
func (g *Guard) Idle(ctx context.Context) bool { return g == nil || allowed(ctx) }

// Draft is [Guard.Check] for a memory that is about to be added.
func (g *Guard) Draft(ctx context.Context, d *agmem.Draft) error {
	return g.texts(ctx, &d.Content, &d.Digest, &d.Tags)
}

// Patch is [Guard.Check] for what is new in a memory.
func (g *Guard) Patch(ctx context.Context, p *agmem.Patch) error {
	if p.Content != nil {
		text := *p.Content
		p.Content = &text // that of the caller stays
	}
	if p.Digest != nil {
		text := *p.Digest
		p.Digest = &text
	}
	if p.Tags != nil {
		tags := *p.Tags
		p.Tags = &tags
	}
	if err := g.texts(ctx, p.Content, p.Digest, p.Tags); err != nil {
		return err
	}
	return g.texts(ctx, nil, nil, &p.AddTags)
}

// Memory is [Guard.Check] for a memory that comes from elsewhere.
func (g *Guard) Memory(ctx context.Context, m *agmem.Memory) error {
	before := m.Content
	if err := g.texts(ctx, &m.Content, &m.Digest, &m.Tags); err != nil {
		return err
	}
	if m.Content != before {
		m.Hash = agmem.HashContent(m.Content)
	}
	return nil
}

// Memories is Memory for each of a sequence. One with a secret ends it with an
// [agmem.EntryError].
func (g *Guard) Memories(ctx context.Context, memories iter.Seq2[agmem.Memory, error]) iter.Seq2[agmem.Memory, error] {
	if g.Idle(ctx) {
		return memories
	}
	return func(yield func(agmem.Memory, error) bool) {
		index := 0
		for m, err := range memories {
			if err == nil {
				if refused := g.Memory(ctx, &m); refused != nil {
					err = &agmem.EntryError{Index: index, Err: refused}
				}
			}
			index++
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// texts judges the texts of a memory; nil is one that is not written. A digest that
// is the content stays so.
func (g *Guard) texts(ctx context.Context, contentText, digestText *string, tags *[]string) error {
	if g == nil {
		return nil
	}
	same := contentText != nil && digestText != nil && *contentText == *digestText
	if err := g.Check(ctx, Field{content, contentText}); err != nil {
		return err
	}
	if same {
		*digestText = *contentText
	} else if err := g.Check(ctx, Field{digest, digestText}); err != nil {
		return err
	}
	if tags == nil {
		return nil
	}
	for i, text := range *tags {
		kept, err := g.Text(ctx, tag, text)
		if err != nil {
			return err
		}
		if kept != text {
			*tags = append((*tags)[:i:i], append([]string{kept}, (*tags)[i+1:]...)...)
		}
	}
	return nil
}

// Files is Memory for each memory of files. The error of one with a secret names
// the file.
func (g *Guard) Files(ctx context.Context, files iter.Seq2[agmem.FileContents, error]) iter.Seq2[agmem.FileContents, error] {
	if g.Idle(ctx) {
		return files
	}
	return func(yield func(agmem.FileContents, error) bool) {
		for f, err := range files {
			for i := 0; i < len(f.Memories) && err == nil; i++ {
				if refused := g.Memory(ctx, &f.Memories[i]); refused != nil {
					err = agmem.Named(f.Path, refused)
				}
			}
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}
