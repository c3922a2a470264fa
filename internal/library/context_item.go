package library

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/when"
)

// maxText is how many characters of a memory an item has.
const maxText = 600

// ContextPack is what an agent should know, within a budget of tokens.
type ContextPack struct {
	// Notice says that the items are data.
	Notice string `json:"notice"`
	Budget int    `json:"budget"`
	// EstimatedTokens is about how many tokens the pack has, never more than
	// Budget; 0 without items.
	EstimatedTokens int            `json:"estimatedTokens"`
	Items           []ContextItem  `json:"items"`
	LeftOut         ContextLeftOut `json:"leftOut"`

	now agmem.Instant
}

// ContextLeftOut counts what is not in a pack.
type ContextLeftOut struct {
	// Budget is how many items did not fit, Weak how many hits score too low.
	Budget int `json:"budget"`
	Weak   int `json:"weak"`
	// OtherProjects is how many of the newest memories belong to other projects.
	OtherProjects int `json:"otherProjects"`
}

// Why says for what reason an item is in a pack.
type Why string

// The reasons, in the order in which items are shown.
const (
	Pinned Why = "pinned"
	State  Why = "state"  // the newest state of a session
	Found  Why = "found"  // it answers the query
	Newest Why = "newest" // written last
)

func whys() []Why { return []Why{Pinned, State, Found, Newest} }

// ContextItem is a memory in a pack.
type ContextItem struct {
	// Address is where the memory is, Also where else the same text is.
	Address string   `json:"address"`
	Also    []string `json:"also,omitempty"`
	// Short is the short form of the address, where that was asked for.
	Short string `json:"-"`
	Why   Why    `json:"why"`
	// Score is the relevance of what was found, in 0..1; 0 for the rest.
	Score float64 `json:"score,omitempty"`
	// Age says in words how long ago CreatedAt was.
	Age       string        `json:"age"`
	CreatedAt agmem.Instant `json:"createdAt"`
	ExpiresAt agmem.Instant `json:"expiresAt,omitzero"`
	Project   string        `json:"project,omitempty"`
	Author    string        `json:"author,omitempty"`
	// Text is the memory, or a part of it where Cut says so.
	Text string `json:"text"`
	Cut  bool   `json:"cut,omitempty"`
	// Against is what speaks against the memory.
	Against []agmem.Objection `json:"against,omitempty"`

	hash string
}

// Hash is the hash of the whole text, by which a caller knows what it has told. A
// memory that was changed has another one.
func (i ContextItem) Hash() string { return i.hash }

// item makes an item of a memory.
func (g *gathering) item(m agmem.Memory, why Why) ContextItem {
	i := ContextItem{
		Address: m.ID, Short: m.Short, Why: why, Age: when.Ago(m.CreatedAt.Time(), g.request.Now.Time()), CreatedAt: m.CreatedAt,
		ExpiresAt: m.ExpiresAt, Project: m.Origin.Repository, Author: m.Origin.Author, hash: agmem.HashText(m.Content),
	}
	i.Text, i.Cut = excerpt(m)
	return i
}

// excerpt returns what an item shows of a memory, and whether something is
// missing: the digest that someone gave to a long one, else its beginning.
func excerpt(m agmem.Memory) (string, bool) {
	text := strings.TrimSpace(m.Content)
	if utf8.RuneCountInString(text) <= maxText {
		return text, false
	}
	digest := strings.TrimSpace(m.Digest)
	if digest != "" && !strings.HasPrefix(text, digest) {
		text = digest
	}
	return shorten(text, maxText), true
}

// unite makes one item of those that are the same memory or the same text: the
// first, with the addresses of the others.
func (g *gathering) unite() {
	var known []*ContextItem
	once := func(items []ContextItem) []ContextItem {
		kept := make([]ContextItem, 0, len(items))
		for _, i := range items {
			at := slices.IndexFunc(known, func(k *ContextItem) bool { return k.Address == i.Address || i.hash != "" && k.hash == i.hash })
			if at < 0 {
				kept = append(kept, i)
				known = append(known, &kept[len(kept)-1])
				continue
			}
			known[at].join(i)
		}
		return kept
	}
	g.first = once(g.first)
	g.rest = once(g.rest)
}

// join adds what the same memory is elsewhere.
func (i *ContextItem) join(other ContextItem) {
	for _, address := range append([]string{other.Address}, other.Also...) {
		if address != i.Address && !slices.Contains(i.Also, address) {
			i.Also = append(slices.Clone(i.Also), address)
		}
	}
	i.Score = max(i.Score, other.Score)
}

// object asks every source what speaks against the items.
func (g *gathering) object(ctx context.Context) {
	var all []*ContextItem
	for _, items := range [][]ContextItem{g.first, g.rest} {
		for i := range items {
			all = append(all, &items[i])
		}
	}
	if len(all) == 0 {
		return
	}
	g.failed(g.ask(ctx, func(ctx context.Context, src *source, opened agmem.Source) error {
		objector, ok := opened.(agmem.Objector)
		if !ok {
			return nil
		}
		subjects := make([]agmem.Subject, len(all))
		for i, item := range all {
			subjects[i] = g.subject(src, item)
		}
		found, err := objector.Objections(ctx, subjects)
		for _, o := range found {
			all[o.Subject].Against = append(all[o.Subject].Against, o)
		}
		return err
	}))
}

// subject says what an item is called, for a source that is asked about it.
func (g *gathering) subject(src *source, item *ContextItem) agmem.Subject {
	var s agmem.Subject
	for _, address := range append([]string{item.Address}, item.Also...) {
		a, err := g.sources.parse(address)
		if err != nil {
			continue
		}
		if a.Source == src.Name {
			s.ID = a.ID
		}
		s.Names = append(s.Names, address)
		if full := a.Source + ":" + a.ID; full != address {
			s.Names = append(s.Names, full)
		}
	}
	return s
}
