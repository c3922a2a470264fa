package bert

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"unsafe"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/embed/safetensors"
	"github.com/agmem/agmem/internal/embed/wordpiece"
)

// What is derived from the files of a model is its vocabulary as an index and
// its fingerprint. It is kept in a file of the cache:
//
//	magic        8 bytes; other code that derives something else has another
//	stamp        32 bytes, of the names, sizes and times of the files
//	fingerprint  32 bytes
//	index        of the vocabulary
//	sum          4 bytes, CRC-32C of all before
const (
	derivedMagic = "agmbert\x01"
	derivedHead  = len(derivedMagic) + 2*sha256.Size
	derivedSum   = 4
	maxDerived   = 128 << 20
)

// sources are the files of a model that its vectors depend on.
func sources() []string {
	return []string{configFile, wordpiece.File, weightsFile, modulesFile, poolingFile, lengthFile, promptsFile}
}

// derive fills in the tokenizer and the fingerprint. A cache that cannot be
// read or written only costs time.
func (e *Embedder) derive(folder, cache string) error {
	if cache == "" {
		_, err := e.deriveNow(folder)
		return err
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return agmem.Errorf(agmem.Unavailable, "the folder of the model is unknown: %w", err)
	}
	name := sha256.Sum256([]byte(folder))
	kept := filepath.Join(cache, hex.EncodeToString(name[:16])+".model")
	stamp := stampOf(folder)
	if e.takeKept(kept, stamp) {
		return nil
	}
	derived, err := e.deriveNow(folder)
	if err != nil {
		return err
	}
	text := append(append([]byte(derivedMagic), stamp...), derived...)
	text = binary.LittleEndian.AppendUint32(text, sumOf(text))
	_ = atomicfile.WriteFile(kept, text)
	return nil
}

// takeKept uses what an earlier process derived from the same files, if it is
// whole.
func (e *Embedder) takeKept(name string, stamp []byte) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxDerived {
		return false
	}
	text, err := os.ReadFile(name)
	if err != nil || len(text) <= derivedHead+derivedSum {
		return false
	}
	body, sum := text[:len(text)-derivedSum], text[len(text)-derivedSum:]
	if string(body[:len(derivedMagic)]) != derivedMagic || string(body[len(derivedMagic):][:sha256.Size]) != string(stamp) ||
		binary.LittleEndian.Uint32(sum) != sumOf(body) {
		return false
	}
	tokenizer, err := wordpiece.New(unsafe.String(&body[derivedHead], len(body)-derivedHead))
	if err != nil {
		return false
	}
	e.tokenizer = tokenizer
	e.name(body[derivedHead-sha256.Size : derivedHead])
	return true
}

// deriveNow reads the tokenizer and returns the fingerprint with its index.
func (e *Embedder) deriveNow(folder string) ([]byte, error) {
	index, err := wordpiece.LoadIndex(folder)
	if err != nil {
		return nil, err
	}
	if e.tokenizer, err = wordpiece.New(index); err != nil {
		return nil, err
	}
	fingerprint := fingerprintOf(e.model.config, index, e.weights)
	e.name(fingerprint)
	return append(fingerprint, index...), nil
}

// name sets the fingerprint.
func (e *Embedder) name(fingerprint []byte) {
	e.fingerprint = "bert-" + hex.EncodeToString(fingerprint[:16])
}

// fingerprintOf depends on everything that a vector depends on. Of the weights
// it reads the description and a part of each tensor: training changes them all.
func fingerprintOf(c config, index string, weights *safetensors.File) []byte {
	h := sha256.New()
	add(h, fmt.Sprintf("%+v", c))
	add(h, index)
	add(h, string(weights.Header()))
	add(h, fmt.Sprint(weights.Size()))
	add(h, string(weights.Sample(64)))
	return h.Sum(nil)
}

// stampOf is another one when a file of the model was changed or replaced.
func stampOf(folder string) []byte {
	h := sha256.New()
	for _, name := range sources() {
		info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			add(h, name)
			continue
		}
		add(h, fmt.Sprint(name, " ", info.Size(), " ", info.ModTime().UnixNano()))
	}
	return h.Sum(nil)
}

// add hashes a text with its length, so that texts do not run together.
func add(h hash.Hash, text string) {
	var size [8]byte
	binary.LittleEndian.PutUint64(size[:], uint64(len(text)))
	_, _ = h.Write(size[:])
	_, _ = io.WriteString(h, text)
}

func sumOf(text []byte) uint32 { return crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)) }
