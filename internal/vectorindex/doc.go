// Package vectorindex keeps the vectors of documents in the tables of a SQLite
// database and finds those that point the way a question does. It knows numbers
// and vectors, no memories and no cards, and no model.
//
// # Form
//
//   - NAME_generation lists the sets of vectors, each by one model. One of them
//     answers, one may be in the making, others wait to be removed;
//   - NAME_vector has each vector as one byte for a dimension and a scale. A
//     document has one for each of its passages, and the best of them counts;
//   - NAME_chunk has the signs of up to [chunkRows] vectors, a bit for a
//     dimension, and says whose they are. A vector that is in no chunk is pending.
//
// A search reads all chunks, compares their bits with four bits for a dimension
// of the question, and so finds some hundred vectors that may be the nearest.
// Those are read, with the pending ones, and compared as they are. Where there
// are no more vectors than that, nothing is estimated.
//
// A chunk never has the bits of a vector that is gone: what is removed is cut out
// of it in the same transaction. Everything happens in the caller's transaction.
package vectorindex
