// Package safetensors reads the weights of models from a safetensors file. The
// file is mapped into memory where the system can do that: only the parts that
// are used are read, and processes share them.
//
// What a file says about itself is checked when it is opened: every tensor is
// within the file, and its size is that of its shape.
package safetensors

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/agmem/agmem"
)

const (
	maxHeader = 16 << 20 // headers of large models have less than a megabyte
	maxFile   = 1 << 40
)

// File is an open file of weights. What its methods return is valid until
// Close.
type File struct {
	header  []byte
	size    int64
	data    []byte // of all tensors
	dataAt  int    // where it begins in the file
	tensors map[string]tensor
	unmap   func() error
	ahead   sync.WaitGroup
}

// tensor is the description of a tensor in the header.
type tensor struct {
	Type    string  `json:"dtype"`
	Shape   []int64 `json:"shape"`
	Offsets []int64 `json:"data_offsets"` // where it begins and ends in the data
}

// Open maps a file. It fails with NotFound or Unavailable if it cannot be
// read, and with Corrupt if it is not a file of weights or is cut short.
func Open(name string) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, failure(name, err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, failure(name, err)
	}
	if size := info.Size(); !info.Mode().IsRegular() || size < 8 || size > maxFile || int64(int(size)) != size {
		return nil, damaged(name, "it is not a regular file of a possible size")
	}
	header, err := readHeader(f, info.Size())
	if err != nil {
		return nil, damaged(name, "its header cannot be read")
	}
	file := &File{header: header, size: info.Size()}
	dataAt := 8 + len(header)
	if problem := file.readTensors(file.size - int64(dataAt)); problem != "" {
		return nil, damaged(name, problem)
	}
	whole, unmap, err := mapFile(f, int(file.size))
	if err != nil {
		return nil, failure(name, err)
	}
	file.data, file.dataAt, file.unmap = whole[dataAt:], dataAt, unmap
	return file, nil
}

func readHeader(f io.ReaderAt, size int64) ([]byte, error) {
	var length [8]byte
	if _, err := f.ReadAt(length[:], 0); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxHeader || int64(n) > size-8 {
		return nil, io.ErrUnexpectedEOF
	}
	header := make([]byte, n)
	_, err := f.ReadAt(header, 8)
	return header, err
}

// readTensors fills in the tensors and returns what is wrong with them, if
// anything is.
func (f *File) readTensors(size int64) string {
	if err := json.Unmarshal(f.header, &f.tensors); err != nil {
		return "its header is not an object with tensors"
	}
	delete(f.tensors, "__metadata__")
	for name, t := range f.tensors {
		if !t.fits(size) {
			return "the tensor " + name + " does not fit"
		}
	}
	return ""
}

// fits reports whether a tensor is within data of a size and as long as its
// shape says.
func (t *tensor) fits(size int64) bool {
	if len(t.Offsets) != 2 || t.Offsets[0] < 0 || t.Offsets[1] < t.Offsets[0] || t.Offsets[1] > size {
		return false
	}
	elements := int64(1)
	for _, n := range t.Shape {
		if n < 0 || n > 0 && elements > math.MaxInt64/n {
			return false
		}
		elements *= n
	}
	width := widthOf(t.Type)
	return width == 0 || elements <= math.MaxInt64/width && elements*width == t.Offsets[1]-t.Offsets[0]
}

// widthOf returns the bytes of an element of the types that can be read, 0 for
// others, which a model may have beside its weights.
func widthOf(typ string) int64 {
	switch typ {
	case "F32":
		return 4
	case "F16", "BF16":
		return 2
	}
	return 0
}

// Header returns the description of all tensors as it is in the file.
func (f *File) Header() []byte { return f.header }

// Size returns the size of the whole file.
func (f *File) Size() int64 { return f.size }

// Has reports whether there is a tensor of this name.
func (f *File) Has(name string) bool {
	_, ok := f.tensors[name]
	return ok
}

// Float32 returns a tensor that must have this shape. The result is part of
// the mapped file, unless it has to be converted, and must not be changed. It
// fails with Corrupt if there is no such tensor.
func (f *File) Float32(name string, shape ...int) ([]float32, error) {
	t, ok := f.tensors[name]
	if !ok {
		return nil, agmem.Errorf(agmem.Corrupt, "the weights do not have %q", name)
	}
	if !slices.EqualFunc(t.Shape, shape, func(have int64, want int) bool { return have == int64(want) }) {
		return nil, agmem.Errorf(agmem.Corrupt, "the weights have %q in the shape %d, not %d", name, t.Shape, shape)
	}
	data := f.data[t.Offsets[0]:t.Offsets[1]]
	switch t.Type {
	case "F32":
		return float32s(data), nil
	case "F16":
		return converted(data, fromHalf), nil
	case "BF16":
		return converted(data, func(h uint16) uint32 { return uint32(h) << 16 }), nil
	}
	return nil, agmem.Errorf(agmem.Invalid, "the weights have %q as %s, which is not supported", name, t.Type)
}

// Sample returns the bytes of every tensor at its beginning and in its middle,
// at most size of each, in the order of their places: enough to tell two
// versions of a model apart without reading them.
func (f *File) Sample(size int) []byte {
	var places []int64
	for _, t := range f.tensors {
		places = append(places, t.Offsets[0], (t.Offsets[0]+t.Offsets[1])/2)
	}
	slices.Sort(places)
	var sample []byte
	for _, at := range places {
		sample = append(sample, f.data[at:min(at+int64(size), int64(len(f.data)))]...)
	}
	return sample
}

// ReadAhead begins to read the tensors whose names begin with a prefix, which
// are about to be used in whole, and does not wait for them.
func (f *File) ReadAhead(prefix string) {
	from, to := int64(len(f.data)), int64(0)
	for name, t := range f.tensors {
		if strings.HasPrefix(name, prefix) {
			from, to = min(from, t.Offsets[0]), max(to, t.Offsets[1])
		}
	}
	// The system takes whole pages, which begin where the file does.
	const page = 1 << 16
	from = max(0, roundUp(from+int64(f.dataAt), page)-int64(f.dataAt))
	if from < to {
		f.ahead.Go(func() { readAhead(f.data[from:to]) })
	}
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// Close gives the memory back. What was returned before must not be used.
func (f *File) Close() error {
	f.ahead.Wait()
	f.tensors, f.data = nil, nil
	if f.unmap == nil {
		return nil
	}
	unmap := f.unmap
	f.unmap = nil
	return unmap()
}

func damaged(name, problem string) error {
	return agmem.Errorf(agmem.Corrupt, "%s cannot be used as the weights of a model: %s", name, problem)
}

func failure(name string, err error) error {
	kind := agmem.Unavailable
	switch {
	case os.IsNotExist(err):
		kind = agmem.NotFound
	case os.IsPermission(err):
		kind = agmem.Denied
	}
	return agmem.Errorf(kind, "%s cannot be read: %w", name, err)
}
