// Package recall turns texts into terms and questions into ranked answers. It
// is pure: no file, no database, no clock.
//
// A search walks through it in this order. [Parse] reads a question into an
// [Expr]; [NewPlan] analyses its words into [Leaf] values, the lists that a
// text index has to read; the index scores every document that has one of
// them with [BM25]; and [Plan.Rank] reads the texts of the best of them and
// weighs the signals that need the words in their places. [ReciprocalRank]
// joins the lists of different searchers.
//
// Documents and questions go through one analyzer, [Analyze] and the scanner
// below it, so that what is written one way and asked another way meets: case
// and accents are folded, English words have their stem beside them,
// identifiers are found whole and in parts, and scripts that do not separate
// words are found by overlapping pairs of characters.
package recall
