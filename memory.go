package agmem

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxContent is the longest content of a memory, in bytes.
const MaxContent = 1 << 20

// MaxTag is the longest tag, in bytes.
const MaxTag = 200

// MaxAccessCount is where the count of a memory stays: a number that every
// reader of JSON holds exactly.
const MaxAccessCount = 1<<53 - 1

// BoundCount returns an access count within its bound. One that an earlier
// version counted over the end of 64 bits, far below zero, counts as the
// greatest; other negative numbers are never a count and stay.
func BoundCount(n int64) int64 {
	if n > MaxAccessCount || n < -MaxAccessCount {
		return MaxAccessCount
	}
	return n
}

// Memory is one short text that is worth keeping, with what helps to find it
// again. Its JSON form is a stable interface (docs/json.md).
type Memory struct {
	// ID is a UUID in lower case, given at creation and never changed.
	ID string `json:"id"`
	// Short is the shortest unique beginning of ID, see [WithShortIDs].
	Short string `json:"-"`
	// Hash is the SHA-256 of Content in lower-case hexadecimal. No two
	// memories of a store share one.
	Hash string `json:"hash"`
	// Content is the text, at most MaxContent bytes of valid UTF-8.
	Content string `json:"content"`
	// Digest is the line that search and list show; Content where none was given.
	Digest string `json:"digest"`
	// Tags in the order they were given, unique under case folding; never nil.
	Tags []string `json:"tags"`
	// CreatedAt and UpdatedAt are the first and the last writing of content,
	// digest or tags.
	CreatedAt Instant `json:"createdAt"`
	UpdatedAt Instant `json:"updatedAt"`
	// AccessCount is how often the memory was fetched by its id, at most
	// MaxAccessCount.
	AccessCount int64 `json:"accessCount"`
	// ExpiresAt is when the memory stops being found; zero for never.
	ExpiresAt Instant `json:"expiresAt,omitzero"`
	// Origin is where it was written; it is not part of the content.
	Origin Origin `json:"origin,omitzero"`
	// Number counts the memories of a store from 1 and is never reused.
	Number int64 `json:"-"`
}

// Origin says where a memory was written. Every field may be empty.
type Origin struct {
	Author     string `json:"author,omitempty"`
	Session    string `json:"session,omitempty"`
	Repository string `json:"repository,omitempty"` // the git remote without scheme and user, else the folder
	Branch     string `json:"branch,omitempty"`
	Commit     string `json:"commit,omitempty"`
	Host       string `json:"host,omitempty"`
	// File is the file that an import read it from, and Heading the headings above
	// it there, joined with " › ".
	File    string `json:"file,omitempty"`
	Heading string `json:"heading,omitempty"`
}

// Draft is a memory about to be added.
type Draft struct {
	Content   string
	Digest    string   // empty: the content; on existing content: unchanged
	Tags      []string // as typed; see CleanTags
	ExpiresAt Instant  // zero: never
	// LaterExpiry lets existing content have the later of both expiries, see
	// [LaterExpiry]. Otherwise that of the draft, if it has one, replaces it.
	LaterExpiry bool
	Origin      Origin
}

// LaterExpiry returns the later of two expiries. Never, which is zero, is the latest.
func LaterExpiry(a, b Instant) Instant {
	if a == 0 || b == 0 {
		return 0
	}
	return max(a, b)
}

// Validate reports why the draft cannot be a memory, Usage for blank content
// and Invalid or TooLarge for the rest.
func (d Draft) Validate() error {
	if strings.TrimSpace(d.Content) == "" {
		return Errorf(Usage, "the content is empty").
			WithHint("say what is worth remembering").WithStep(ActionAdd, "")
	}
	return validateFields(&d.Content, &d.Digest, d.Tags)
}

func validateFields(content, digest *string, tags []string) error {
	for _, f := range []struct {
		name string
		text *string
	}{{"content", content}, {"digest", digest}} {
		if f.text == nil {
			continue
		}
		if len(*f.text) > MaxContent {
			return Errorf(TooLarge, "the %s has %d bytes, the limit is %d", f.name, len(*f.text), MaxContent).
				WithHint("split it into memories that each say one thing")
		}
		if !utf8.ValidString(*f.text) {
			return Errorf(Invalid, "the %s is not valid UTF-8", f.name)
		}
	}
	for _, t := range tags {
		if err := validateTag(t); err != nil {
			return err
		}
	}
	return nil
}

func validateTag(tag string) error {
	switch {
	case !utf8.ValidString(tag):
		return Errorf(Invalid, "the tag %q is not valid UTF-8", tag)
	case len(tag) > MaxTag:
		return Errorf(TooLarge, "a tag has %d bytes, the limit is %d", len(tag), MaxTag)
	case strings.ContainsFunc(tag, func(r rune) bool { return r == ',' || r == '|' || isLineBreak(r) }):
		return Errorf(Invalid, "the tag %q contains a comma, a | or a line break", tag)
	}
	return nil
}

func isLineBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// SplitTags returns the tags of a comma-separated list as a person types it,
// without surrounding blanks and empties.
func SplitTags(list string) []string { return CleanTags(strings.Split(list, ",")) }

// CleanTags returns the tags trimmed, without empties and without a second
// one that folds to the same; the first spelling and the order stay. The
// result is never nil.
func CleanTags(tags []string) []string {
	clean := make([]string, 0, len(tags))
	seen := make(map[string]bool, len(tags))
	for _, t := range tags {
		t = strings.TrimSpace(t)
		if t == "" || seen[FoldTag(t)] {
			continue
		}
		seen[FoldTag(t)] = true
		clean = append(clean, t)
	}
	return clean
}

// FoldTag returns the form under which two tags are the same: simple Unicode
// case folding, rune by rune.
func FoldTag(tag string) string {
	return strings.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, tag)
}

// HashContent returns the hash of a memory with this content.
func HashContent(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// HashText is what the same text has in common wherever it is kept: the
// [HashContent] of it without the white space around it. It is empty for a blank
// text: two cards that have only a title are not the same.
func HashText(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	return HashContent(text)
}

// Filter narrows a search or a listing. Its zero value lets everything through.
type Filter struct {
	Tags   []string // all of them, under case folding
	After  Instant  // created at this instant or later; zero: no bound
	Before Instant  // created before this instant; zero: no bound
}

// Listing asks for memories by their place, not by their words.
type Listing struct {
	Filter Filter
	Sort   Sort
	Limit  int // 1 or more
	Offset int // 0 or more
	// Projects says which projects come first, each in the order of Sort, and
	// which are left out.
	Projects Projects
}

// Validate reports a listing that cannot be made.
func (l Listing) Validate() error {
	switch {
	case l.Limit < 1:
		return Errorf(Usage, "the limit is %d, it must be 1 or more", l.Limit)
	case l.Offset < 0:
		return Errorf(Usage, "the offset is %d, it must be 0 or more", l.Offset)
	}
	return l.Sort.Validate()
}

// Sort is the order of a listing; empty for ByTime.
type Sort string

// The orders of a listing.
const (
	ByTime   Sort = "time"   // newest first
	ByAccess Sort = "access" // most often fetched first, then newest
)

// Validate reports an unknown order. Empty is [ByTime].
func (s Sort) Validate() error {
	switch s {
	case "", ByTime, ByAccess:
		return nil
	}
	return Errorf(Usage, "there is no order %q", string(s)).WithHint("the orders are %s and %s", ByTime, ByAccess)
}

// Summary is a memory without its content, as listings show it.
type Summary struct {
	ID string `json:"id"`
	// Short is the shortest unique beginning of ID, see [WithShortIDs].
	Short       string   `json:"-"`
	Digest      string   `json:"digest"`
	Size        int64    `json:"size"` // of the content, in bytes
	Tags        []string `json:"tags"`
	CreatedAt   Instant  `json:"createdAt"`
	AccessCount int64    `json:"accessCount"`
	// Repository is the project that it belongs to, as in [Origin]; empty for none.
	Repository string `json:"repository,omitempty"`
}

// TagCount is a tag and how many memories have it.
type TagCount struct {
	Tag   string `json:"tag"`
	Count int64  `json:"count"`
}

// CompareTagCounts orders tags by count descending, then by name.
func CompareTagCounts(a, b TagCount) int {
	return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Tag, b.Tag))
}

// Stats is the size of a source.
type Stats struct {
	TotalMemories int64        `json:"totalMemories"`
	TotalTags     int64        `json:"totalTags"`
	StorageSize   int64        `json:"storageSize"` // bytes on disk
	IndexStatus   *IndexStatus `json:"indexStatus,omitempty"`
}

// IndexStatus says how many memories have an embedding. Model is empty where
// no embedder is configured.
type IndexStatus struct {
	Indexed int64  `json:"indexed"`
	Total   int64  `json:"total"`
	Model   string `json:"model,omitempty"`
}
