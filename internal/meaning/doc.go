// Package meaning gives the documents of a room their vectors: at once where a
// write may embed them, and otherwise when the room is caught up with. It also gives
// a question its vector ([OfQuestion]).
//
// What has no vector in the generation of a model waits; there is no other queue.
// [Room.CatchUp] embeds what waits in small transactions, so that it can be ended at
// any moment and goes on where it was. [Room.Rebuild] does the same in a second
// generation while the first one answers, and swaps them in one transaction.
package meaning
