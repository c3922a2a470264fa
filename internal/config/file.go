package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/agmem/agmem"
)

// maxFile is the largest file that is read, in bytes; no configuration comes
// near it, and a device or a mistaken path does not fill the memory.
const maxFile = 1 << 20

// rawMember is a JSON value that is kept as it was read.
type rawMember = json.RawMessage

// Load reads the file at path. A missing or blank file is an empty
// configuration. One that is not a JSON object of the right form is Corrupt, and
// the message names the line.
func Load(path string) (*Config, error) {
	text, err := read(path)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if len(bytes.TrimSpace(text)) == 0 {
		return &Config{}, nil
	}
	return newDecoder(path, text).config()
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, fs.ErrPermission):
		return nil, agmem.Errorf(agmem.Denied, "cannot read the configuration %s: %w", path, err)
	case err != nil:
		return nil, agmem.Errorf(agmem.Unavailable, "cannot read the configuration %s: %w", path, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, agmem.Errorf(agmem.Unavailable, "cannot read the configuration %s: %w", path, err)
	}
	if len(text) > maxFile {
		return nil, agmem.Errorf(agmem.TooLarge, "the configuration %s is larger than %d bytes", path, maxFile)
	}
	return text, nil
}

// encode returns the text of the file.
func (c *Config) encode() ([]byte, error) {
	members := make(map[string]any, len(c.rest)+2)
	for name, member := range c.rest {
		members[name] = member
	}
	if len(c.global) > 0 {
		members["global"] = c.global
	}
	if len(c.sources) > 0 {
		members["sources"] = c.sources
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(members); err != nil {
		return nil, agmem.Errorf(agmem.Internal, "cannot write the configuration: %w", err)
	}
	return text.Bytes(), nil
}
