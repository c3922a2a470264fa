// Package evaluation measures how well a search answers questions whose answers
// are known: by what answers them (recall, hits, reciprocal rank, discounted gain),
// and by what has to be, or must not be, among the answers.
//
// A set is a folder in the form of the BEIR collections: queries.jsonl, qrels.tsv,
// and corpus.jsonl with the documents, where these are not the memories of a store.
package evaluation
