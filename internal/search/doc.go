// Package search has the one way from a question to its answers, for every
// collection of documents that has a text index.
//
// [Run] goes these steps:
//
//  1. The question becomes a plan: words, operators, days ([recall.Plan]).
//  2. The index says which documents have the words, and so what each word
//     weighs ([textindex.Snapshot.Weigh]).
//  3. Every document that has one of them is scored ([textindex.Weighed.Match]).
//  4. The best become candidates, with those of the days that are named.
//  5. What is beside the best joins them, where the corpus knows that
//     ([Neighbourhood]).
//  6. The texts of the candidates are read and ranked by them
//     ([recall.Plan.Rank]). If too few answer, more candidates are tried.
//
// A [Corpus] says what only the tables of a room know: which documents a
// filter lets through, when they were written, and what their texts are.
package search
