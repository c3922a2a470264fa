// Package textindex is an inverted index in the tables of a SQLite database:
// terms in, documents and their scores out. It knows numbers and terms, no
// memories and no cards.
//
// # Form
//
// It is a log-structured merge tree, made so that one write touches one row
// and one search reads little:
//
//   - NAME_pending has the terms of each document that was written lately;
//   - NAME_segment lists the segments: sets of documents that were pending
//     once and have been turned around;
//   - NAME_block has the terms of each segment in their order, as many in a row
//     as fill a page, each with the list of its documents: the differences
//     between their numbers as variable-length integers, each followed by a
//     [recall.Impact];
//   - NAME_words has the words of a segment by their length, for misspellings;
//   - NAME_hidden says which documents have been written again or removed
//     since: what a segment up to a given one says of them is void.
//
// When enough documents are pending they become a segment, and when enough
// segments of a size are there they become one of the next size, up to
// [maxSegment] documents, so that no write takes longer than about a second.
//
// Everything happens in the caller's transaction: what the table of texts
// says and what the index says become true together.
//
// A search scores every document that has one of its terms; nothing is cut
// before the best are chosen. Positions are not kept: phrases and distances
// are read from the texts of the best candidates.
package textindex
