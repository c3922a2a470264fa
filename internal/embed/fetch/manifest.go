package fetch

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/embed"
)

// manifest says what is in the folder of a model. It is the file that is written
// last.
type manifest struct {
	Model string  `json:"model"`
	From  string  `json:"from"`
	Files []entry `json:"files"`
}

// entry is one file of a manifest.
type entry struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	// Compared says that the hash is the one that the program knows of the file.
	Compared bool `json:"compared"`
}

func (m manifest) write(folder string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(folder, embed.Manifest), append(text, '\n'))
}

func (m manifest) report(folder string) embed.Fetched {
	r := embed.Fetched{Folder: folder, From: m.From, Files: len(m.Files)}
	for _, e := range m.Files {
		r.Bytes += e.Size
		if e.Compared {
			r.Compared++
		}
	}
	return r
}

// installed reads the model that is there, and says whether each of its files is
// what its manifest says, and what the program knows of it.
func installed(folder string, m model) (embed.Fetched, bool) {
	text, err := os.ReadFile(filepath.Join(folder, embed.Manifest))
	var list manifest
	if err != nil || json.Unmarshal(text, &list) != nil || len(list.Files) == 0 {
		return embed.Fetched{}, false
	}
	known := make(map[string]file)
	for _, f := range m.files {
		known[f.path] = f
	}
	for _, e := range list.Files {
		now, err := check(filepath.Join(folder, filepath.FromSlash(e.Path)), known[e.Path])
		if err != nil || now.SHA256 != e.SHA256 {
			return embed.Fetched{}, false
		}
	}
	r := list.report(folder)
	r.Already = true
	return r, true
}

// check reads a file and compares it with what is known of it. Of one that nobody
// has compared it says at least whether it can be what it should be.
func check(path string, wanted file) (entry, error) {
	f, err := os.Open(path)
	if err != nil {
		return entry{}, err
	}
	defer f.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, f)
	if err != nil {
		return entry{}, err
	}
	e := entry{Path: wanted.path, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil)), Compared: wanted.sha256 != ""}
	switch {
	case wanted.sha256 != "" && wanted.sha256 != e.SHA256:
		return entry{}, agmem.Errorf(agmem.Corrupt, "%s is not the published one: its SHA-256 is %s and not %s", wanted.path, e.SHA256, wanted.sha256).
			WithHint("repeat the command; to use a model of your own, give it a name of its own as embedding.model")
	case wanted.sha256 == "" && !looksRight(f, wanted.path, size):
		return entry{}, agmem.Errorf(agmem.Corrupt, "%s is not what such a file is: it may be a page that says something else", wanted.path).
			WithHint("check where it comes from")
	}
	return e, nil
}

// looksRight says whether a file can be what its name says: weights that end where
// they say, or JSON.
func looksRight(f *os.File, path string, size int64) bool {
	if path != weights {
		text := make([]byte, size)
		_, err := f.ReadAt(text, 0)
		return err == nil && json.Valid(text)
	}
	const lengthBytes, largestHeader = 8, 32 << 20
	var start [lengthBytes]byte
	if _, err := f.ReadAt(start[:], 0); err != nil {
		return false
	}
	length := binary.LittleEndian.Uint64(start[:])
	if length > largestHeader || int64(length) > size-lengthBytes {
		return false
	}
	text := make([]byte, length)
	if _, err := f.ReadAt(text, lengthBytes); err != nil {
		return false
	}
	var tensors map[string]struct {
		Place [2]int64 `json:"data_offsets"`
	}
	if json.Unmarshal(text, &tensors) != nil {
		return false
	}
	end := int64(0)
	for _, t := range tensors {
		end = max(end, t.Place[1])
	}
	return end > 0 && lengthBytes+int64(length)+end == size
}
