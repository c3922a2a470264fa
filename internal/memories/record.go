package memories

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// record is a memory as the file holds it.
type record struct {
	number  int64
	id      uuid
	hash    hash
	content string
	digest  string // empty: the content
	tags    []string
	created agmem.Instant
	updated agmem.Instant
	count   int64
	expires agmem.Instant
	origin  agmem.Origin
}

// hash is the SHA-256 of a content.
type hash [sha256.Size]byte

func hashOf(content string) hash { return sha256.Sum256([]byte(content)) }

// setContent changes the content and what follows from it.
func (r *record) setContent(content string) {
	r.content = content
	r.hash = hashOf(content)
	r.setDigest(r.digest)
}

// setDigest keeps a digest that says the same as the content as none, so that
// it follows the content.
func (r *record) setDigest(digest string) {
	if digest == r.content {
		digest = ""
	}
	r.digest = digest
}

// shown returns the digest that listings show.
func (r *record) shown() string {
	if r.digest == "" {
		return r.content
	}
	return r.digest
}

func (r *record) expired(now agmem.Instant) bool { return r.expires != 0 && r.expires <= now }

// document returns what is searched.
func (r *record) document() recall.Document {
	return recall.Document{Content: r.content, Digest: r.digest, Tags: r.tags, Author: r.origin.Author}
}

func (r *record) memory() agmem.Memory {
	return agmem.Memory{
		ID: r.id.String(), Hash: hex.EncodeToString(r.hash[:]), Content: r.content, Digest: r.shown(),
		Tags: r.tags, CreatedAt: r.created, UpdatedAt: r.updated, AccessCount: r.count,
		ExpiresAt: r.expires, Origin: r.origin, Number: r.number,
	}
}

// selectRecords reads whole records; a condition follows.
const selectRecords = `
	SELECT m.number, m.id, m.hash, m.content, m.digest, m.tags, m.created_at, m.updated_at,
		m.access_count, m.expires_at, s.name, o.author, o.repository, o.branch, o."commit", o.host
	FROM memories AS m
	LEFT JOIN sessions AS s ON s.id = m.session
	LEFT JOIN origins AS o ON o.id = m.origin `

func scanRecord(row interface{ Scan(...any) error }) (record, error) {
	var r record
	var digest, tags, session, author, repository, branch, commit, host sql.NullString
	var expires sql.NullInt64
	err := row.Scan(&r.number, scanBytes(r.id[:]), scanBytes(r.hash[:]), &r.content, &digest, &tags,
		&r.created, &r.updated, &r.count, &expires, &session, &author, &repository, &branch, &commit, &host)
	r.digest = digest.String
	r.tags = splitTags(tags.String)
	r.expires = agmem.Instant(expires.Int64)
	r.origin = agmem.Origin{
		Author: author.String, Session: session.String, Repository: repository.String,
		Branch: branch.String, Commit: commit.String, Host: host.String,
	}
	return r, err
}

// findRecord returns the record of which a condition with one argument is
// true, and whether there is one.
func findRecord(ctx context.Context, t *txn, condition string, arg any) (record, bool, error) {
	var r record
	found := false
	err := t.Rows(ctx, selectRecords+condition, []any{arg}, func(rows *sql.Rows) (err error) {
		r, err = scanRecord(rows)
		found = true
		return err
	})
	return r, found, err
}

func recordByNumber(ctx context.Context, t *txn, number int64) (record, bool, error) {
	return findRecord(ctx, t, `WHERE m.number = ?`, number)
}

func recordByHash(ctx context.Context, t *txn, h hash) (record, bool, error) {
	return findRecord(ctx, t, `WHERE m.hash = ?`, h[:])
}

// joinTags and splitTags are safe since no tag holds a comma.
func joinTags(tags []string) string { return strings.Join(tags, ",") }

func splitTags(joined string) []string {
	if joined == "" {
		return []string{}
	}
	return strings.Split(joined, ",")
}
