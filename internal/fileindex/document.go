package fileindex

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Folder is what an index follows: files, and the documents in them. Its
// methods are called by one goroutine at a time.
type Folder interface {
	// Files lists the files that there are, each name once. An error that comes
	// with a list is reported, and the list is followed all the same.
	Files(ctx context.Context) ([]File, error)
	// Read returns the documents of a file as they are now, in the order of
	// their keys. They are ranged over once, before the next call. A file that
	// has gone since it was listed is [fs.ErrNotExist]. Any other error is
	// reported with every answer; the documents that come with it are followed
	// all the same, and the file is read again by every call.
	Read(ctx context.Context, file File) (iter.Seq[Document], error)
}

// File is a file as it is listed.
type File struct {
	Name  string // unique in the folder
	Stamp Stamp
}

// Document is one thing to be found.
type Document struct {
	Key string // unique in its file
	// Text is what is searched and ranked.
	Text recall.Document
	// CreatedAt is when it was written first, for filters, days and recency.
	CreatedAt agmem.Instant
	UpdatedAt agmem.Instant
	// ExpiresAt is when it stops being found; zero for never.
	ExpiresAt agmem.Instant
	// Size is that of the content which the document stands for, in bytes. The
	// text may be a part of it.
	Size int64
	// Extra is the caller's own, kept beside the text and not searched.
	Extra string
	// Names are what [View.Named] finds it by, each once. They are not searched,
	// and are not handed over again.
	Names []string
}

// Entry is a document with the name of its file.
type Entry struct {
	File string
	Document
}

// ChangedAt is when it was written or changed last.
func (d Document) ChangedAt() agmem.Instant { return max(d.CreatedAt, d.UpdatedAt) }

// Found is an entry that answers a query.
type Found struct {
	Entry
	// Repository is the project that it belongs to; empty for none.
	Repository string
	// Value ranks it, also among the documents of other indexes that are asked
	// together with this one (package pool).
	Value float64
	// Score is the relevance in 0..1, never above that of the one before it.
	Score float64
	// Compared says that its vector was compared with that of the query.
	Compared bool
	// Missing is how many words of the query it lacks, of those that any
	// document has.
	Missing   int
	Corrected []agmem.Correction
	// Passage is the part of the text that answers, where the query asked for it.
	Passage *agmem.Passage
	// Explanation is filled where the query asked for it.
	Explanation *agmem.Explanation
}

// hashSize is enough that no two states of a document ever share a hash.
const hashSize = 16

// hash tells one state of a document from the next.
func (d Document) hash() [hashSize]byte {
	h := sha256.New()
	var buf []byte
	for _, field := range append([]string{
		d.Text.Content, d.Text.Digest, joinTags(d.Text.Tags), d.Text.Author, d.Extra,
	}, d.Names...) {
		buf = binary.AppendUvarint(buf[:0], uint64(len(field)))
		h.Write(append(buf, field...))
	}
	for _, n := range []int64{int64(d.CreatedAt), int64(d.UpdatedAt), int64(d.ExpiresAt), d.Size} {
		h.Write(binary.BigEndian.AppendUint64(buf[:0], uint64(n)))
	}
	return [hashSize]byte(h.Sum(nil))
}

// Tags hold no line breaks, so they are stored as lines.
func joinTags(tags []string) string { return strings.Join(tags, "\n") }

func splitTags(joined string) []string {
	if joined == "" {
		return []string{}
	}
	return strings.Split(joined, "\n")
}

// carries says whether stored tags have all of those of a filter, which are
// folded.
func carries(joined string, folded []string) bool {
	if len(folded) == 0 {
		return true
	}
	tags := splitTags(joined)
	for i := range tags {
		tags[i] = agmem.FoldTag(tags[i])
	}
	return !slices.ContainsFunc(folded, func(tag string) bool { return !slices.Contains(tags, tag) })
}

// ordered returns the files in the order of their names, each name once.
func ordered(files []File) []File {
	byName := func(a, b File) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(files, byName) {
		files = slices.SortedStableFunc(slices.Values(files), byName)
	}
	return slices.CompactFunc(files, func(a, b File) bool { return a.Name == b.Name })
}

// fingerprint is what a listing of files is known by.
func fingerprint(files []File) []byte {
	h := sha256.New()
	var buf []byte
	for _, f := range files {
		buf = binary.AppendUvarint(buf, uint64(len(f.Name)))
		buf = append(buf, f.Name...)
		buf = f.Stamp.append(buf)
		if len(buf) > 1<<15 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return h.Sum(nil)
}
