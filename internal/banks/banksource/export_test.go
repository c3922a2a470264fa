package banksource

import (
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/fileindex"
)

// Indexed returns the folder as its index sees it.
func Indexed(f *bankfolder.Folder) fileindex.Folder { return indexed{f} }

// Readable is what is indexed of a value.
func Readable(value []byte) string { return readable(value) }

// Digest is the line that stands for an entry.
func Digest(key string, value []byte) string { return digest(key, value) }
