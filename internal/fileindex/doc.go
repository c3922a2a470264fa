// Package fileindex finds documents that are in files: the values of a folder
// of banks, the cards of a vault. The files are the truth. What is beside
// them, in one SQLite file in the cache folder, is an index that is made true
// at every call and can be thrown away at any time.
//
// # One call
//
// Every call of an [Index] is one view: it lists the files, makes the index
// say what they say, and looks things up, in one transaction. What it finds
// are the documents of that listing, whatever other processes do in the meantime.
// [Index.View] looks up several things that belong together in one.
//
// The listing and the rows of the index are two lists in the order of their
// names, and one merge of them tells what is new, changed and gone; only that
// is read. Where the whole listing has the fingerprint of the last one, the
// merge is left out too, so that a call on ten thousand unchanged files reads
// one row.
//
// # What tells a change
//
// A file is unchanged while its [Stamp] is. A file that was written within the
// clock's grain before it was read may be written again without a trace in its
// stamp; such a file is unsettled, and is read every time until its last
// writing is old enough. Documents are compared by a hash, so that one changed
// value of a bank costs the index one document.
//
// # What protects the index
//
// A process that uses the cache file holds a lock beside it, shared to look
// something up and alone to change it. One that has changed it seals it, by
// giving it a time of writing that no clock shows; so a file that a crash, a
// copy or another program touched has another time, and is thrown away and made
// again. Where that cannot be done, for want of a folder, of space or of the
// lock, the index is made in memory: slower, and just as correct.
package fileindex
