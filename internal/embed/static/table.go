package static

import (
	_ "embed" // for the table
	"encoding/binary"
	"math"

	"github.com/agmem/agmem"
)

// A table is one string:
//
//	magic       8 bytes
//	header      the dimensions and the number of rows, 32 bits each, little endian
//	rows        of each token its scale, a float32, then a signed byte for each dimension
//	vocabulary  an index of package wordpiece
const (
	magic      = "agmst\x00\x00\x01"
	headerSize = len(magic) + 8
	scaleSize  = 4

	maxDims = 4096
	maxRows = 1 << 18
)

//go:embed table.bin
var table string

// rows are the vectors of the tokens. How much a token matters is in its scale.
type rows struct {
	dims int
	text string
}

// parse returns the parts of a table. It fails with Corrupt where they do not fit
// together.
func parse(table string) (rows, string, error) {
	damaged := agmem.Errorf(agmem.Corrupt, "the table of token vectors is damaged")
	if len(table) < headerSize || table[:len(magic)] != magic {
		return rows{}, "", damaged
	}
	header := []byte(table[len(magic):headerSize])
	dims, count := int(binary.LittleEndian.Uint32(header)), int(binary.LittleEndian.Uint32(header[4:]))
	if dims < 1 || dims > maxDims || count > maxRows || len(table)-headerSize < count*(scaleSize+dims) {
		return rows{}, "", damaged
	}
	end := headerSize + count*(scaleSize+dims)
	return rows{dims, table[headerSize:end]}, table[end:], nil
}

// add adds the row of a token to a sum. A token without a row adds nothing.
func (r rows) add(sum []float32, token int) {
	size := scaleSize + r.dims
	if token < 0 || token >= len(r.text)/size {
		return
	}
	row := r.text[token*size : (token+1)*size]
	scale := math.Float32frombits(uint32(row[0]) | uint32(row[1])<<8 | uint32(row[2])<<16 | uint32(row[3])<<24)
	values := row[scaleSize:]
	for i := range sum {
		sum[i] += scale * float32(int8(values[i]))
	}
}
