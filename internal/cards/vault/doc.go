// Package vault keeps Markdown notes as files in a folder, for people and
// programs that edit them at any time.
//
// A vault is a home folder with cards/ in it, which is searched with all its
// subfolders, and archive/, which is not. The files are the truth. An index of
// them is in the cache folder, never in the home, and is made true at every
// search (see package fileindex). The lock of those who change them is there
// too.
package vault
