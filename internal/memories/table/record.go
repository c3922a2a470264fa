package table

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Record is a memory as the file holds it.
type Record struct {
	Number  int64
	ID      ID
	Hash    Hash
	Content string
	Digest  string // empty: the content
	Tags    []string
	Created agmem.Instant
	Updated agmem.Instant
	Count   int64
	Expires agmem.Instant
	Origin  agmem.Origin
	// Pinned is when it was pinned, of a record that was removed; see [PinnedAt] for
	// others.
	Pinned agmem.Instant
	// Given is the hash of the content that the file of the origin has, where the
	// memory was changed by hand since; else zero.
	Given Hash
}

// Hash is the SHA-256 of a content.
type Hash [sha256.Size]byte

func hashOf(content string) Hash { return sha256.Sum256([]byte(content)) }

// Folded is the hash of the content with a blank for each run of white space. A
// text that a file wraps in another way has the same.
func (r *Record) Folded() Hash { return hashOf(strings.Join(strings.Fields(r.Content), " ")) }

// SetContent changes the content and what follows from it.
func (r *Record) SetContent(content string) {
	r.Content = content
	r.Hash = hashOf(content)
	r.SetDigest(r.Digest)
}

// InFile returns the hash of the content that its file has, zero where it came
// from none.
func (r *Record) InFile() Hash {
	switch {
	case r.Origin.File == "":
		return Hash{}
	case r.Given != Hash{}:
		return r.Given
	}
	return r.Hash
}

// ByHand notes that the record differs from old because somebody wanted so: its
// file must not change it back.
func (r *Record) ByHand(old *Record) {
	if old.Content != r.Content || old.Digest != r.Digest || !slices.Equal(old.Tags, r.Tags) {
		r.Given = old.InFile()
	}
}

// SetDigest keeps a digest that says the same as the content as none, so that
// it follows the content.
func (r *Record) SetDigest(digest string) {
	if digest == r.Content {
		digest = ""
	}
	r.Digest = digest
}

// Shown returns the digest that listings show.
func (r *Record) Shown() string {
	if r.Digest == "" {
		return r.Content
	}
	return r.Digest
}

// Expired says that the memory is not found any more.
func (r *Record) Expired(now agmem.Instant) bool { return r.Expires != 0 && r.Expires <= now }

// Document returns what is searched.
func (r *Record) Document() recall.Document {
	return recall.Document{Content: r.Content, Digest: r.Digest, Tags: r.Tags, Author: r.Origin.Author}
}

// Memory returns the record as the world sees it.
func (r *Record) Memory() agmem.Memory {
	return agmem.Memory{
		ID: r.ID.String(), Hash: hex.EncodeToString(r.Hash[:]), Content: r.Content, Digest: r.Shown(),
		Tags: r.Tags, CreatedAt: r.Created, UpdatedAt: r.Updated, AccessCount: r.Count,
		ExpiresAt: r.Expires, Origin: r.Origin, Number: r.Number,
	}
}

// SelectRecords reads whole records; a condition follows.
const SelectRecords = `
	SELECT m.number, m.id, m.hash, m.content, m.digest, m.tags, m.created_at, m.updated_at,
		m.access_count, m.expires_at, s.name, o.author, o.repository, o.branch, o."commit", o.host,
		p.file, p.heading, m.given
	FROM memories AS m
	LEFT JOIN sessions AS s ON s.id = m.session
	LEFT JOIN origins AS o ON o.id = m.origin
	LEFT JOIN places AS p ON p.id = m.place `

// ScanRecord reads a row of SelectRecords.
func ScanRecord(row interface{ Scan(...any) error }) (Record, error) {
	var r Record
	var digest, tags, session, author, repository, branch, commit, host, file, heading sql.NullString
	var expires sql.NullInt64
	err := row.Scan(&r.Number, ScanBytes(r.ID[:]), ScanBytes(r.Hash[:]), &r.Content, &digest, &tags,
		&r.Created, &r.Updated, &r.Count, &expires, &session, &author, &repository, &branch, &commit, &host,
		&file, &heading, (*nullHash)(&r.Given))
	r.Count = agmem.BoundCount(r.Count)
	r.Digest = digest.String
	r.Tags = SplitTags(tags.String)
	r.Expires = agmem.Instant(expires.Int64)
	r.Origin = agmem.Origin{
		Author: author.String, Session: session.String, Repository: repository.String,
		Branch: branch.String, Commit: commit.String, Host: host.String, File: file.String, Heading: heading.String,
	}
	return r, err
}

// findRecord returns the record of which a condition with one argument is
// true, and whether there is one.
func findRecord(ctx context.Context, t *Txn, condition string, arg any) (Record, bool, error) {
	var r Record
	found := false
	err := t.Rows(ctx, SelectRecords+condition, []any{arg}, func(rows *sql.Rows) (err error) {
		r, err = ScanRecord(rows)
		found = true
		return err
	})
	return r, found, err
}

// RecordByNumber returns the record of a number, and whether there is one.
func RecordByNumber(ctx context.Context, t *Txn, number int64) (Record, bool, error) {
	return findRecord(ctx, t, `WHERE m.number = ?`, number)
}

// RecordByID returns the record of a whole id, and whether there is one.
func RecordByID(ctx context.Context, t *Txn, id ID) (Record, bool, error) {
	return findRecord(ctx, t, `WHERE m.id = ?`, id[:])
}

// RecordsOfFile returns the records that came from a file, in the order of their
// numbers.
func RecordsOfFile(ctx context.Context, t *Txn, file string) ([]Record, error) {
	var all []Record
	err := t.Rows(ctx, SelectRecords+`WHERE p.file = ? ORDER BY m.number`, []any{file}, func(rows *sql.Rows) error {
		r, err := ScanRecord(rows)
		all = append(all, r)
		return err
	})
	return all, err
}

// RecordByHash returns the record of a content, and whether there is one.
func RecordByHash(ctx context.Context, t *Txn, h Hash) (Record, bool, error) {
	return findRecord(ctx, t, `WHERE m.hash = ?`, h[:])
}

// JoinTags returns tags as the file holds them. No tag holds a comma.
func JoinTags(tags []string) string { return strings.Join(tags, ",") }

// SplitTags takes apart what JoinTags made; never nil.
func SplitTags(joined string) []string {
	if joined == "" {
		return []string{}
	}
	return strings.Split(joined, ",")
}
