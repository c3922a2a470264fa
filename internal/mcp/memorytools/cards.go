package memorytools

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
)

// cardSource is how the cards are called as a source.
const cardSource = "cards"

// cardPage is how many cards a page of resources has.
const cardPage = 100

// cards shows the cards as resources. Memories are too many and too short for
// that, and banks have tools of their own.
type cards struct{ tools }

// Resources returns a page of the cards, the latest first.
func (c cards) Resources(ctx context.Context, cursor string) ([]mcp.Resource, string, error) {
	offset, err := offsetOf(cursor)
	if err != nil {
		return nil, "", err
	}
	list, err := using(ctx, c.Services, func(ctx context.Context, lib *library.Library) ([]agmem.Summary, error) {
		list, err := lib.Finder.ListSource(ctx, cardSource, agmem.Listing{Limit: cardPage + 1, Offset: offset})
		if len(list) > 0 {
			err = nil // one that cannot be read does not hide the others
		}
		return list, err
	})
	next := ""
	if len(list) > cardPage {
		list, next = list[:cardPage], cursorOf(offset+cardPage)
	}
	page := make([]mcp.Resource, len(list))
	for i, card := range list {
		name := strings.TrimPrefix(card.ID, cardSource+":")
		page[i] = mcp.Resource{URI: urlOf(card.ID), Name: name, Title: card.Digest, Size: card.Size}
	}
	return page, next, err
}

// Read returns the text of a card in a fence.
func (c cards) Read(ctx context.Context, uri string) (string, error) {
	path, ok := strings.CutPrefix(uri, scheme+cardSource+"/")
	slug, escape := url.PathUnescape(path)
	if !ok || escape != nil {
		return "", agmem.Errorf(agmem.NotFound, "there is no resource %.200q", uri)
	}
	return using(ctx, c.Services, func(ctx context.Context, lib *library.Library) (string, error) {
		found, err := lib.Memories.Get(ctx, []string{cardSource + ":" + slug})
		if err != nil {
			return "", err
		}
		return fencedCard(found[0]), nil
	})
}

// fencedCard returns the text of a card, or its beginning, in a fence.
func fencedCard(card agmem.Memory) string {
	n := fitting(card.Content, mcp.MaxAnswer)
	text := mcp.FenceText(card.Content[:n])
	if n < len(card.Content) {
		text += fmt.Sprintf("Cut: these are the first %d of %d bytes. The tool get with the id %.200q and the offset %d goes on.\n",
			n, len(card.Content), card.ID, n)
	}
	return text
}
