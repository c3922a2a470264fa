package histories

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/agmem/agmem"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 16 << 20

// eachLine calls take for each line that is not blank. Lines that are too long are
// passed over and counted.
func (p *page) eachLine(ctx context.Context, from io.Reader, take func(line []byte)) error {
	r := bufio.NewReaderSize(from, 256<<10)
	var long []byte
	skipping := false
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		part, err := r.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if skipping = skipping || len(long)+len(part) > maxLine; skipping {
				long = long[:0]
			} else {
				long = append(long, part...)
			}
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return agmem.Errorf(agmem.Unavailable, "cannot read %s: %w", p.Path, err)
		}
		line := part
		if len(long) > 0 {
			line = append(long, part...)
			long = line[:0]
		}
		if line = bytes.TrimSpace(line); skipping {
			p.Left.add(longLine)
		} else if len(line) > 0 {
			take(line)
		}
		skipping = false
		if err != nil {
			return nil
		}
	}
}

// decode reads a line of JSON and counts one that is damaged.
func (p *page) decode(line []byte, to any) bool {
	if err := json.Unmarshal(line, to); err != nil {
		p.Left.add(damaged)
		return false
	}
	return true
}

// instant reads a time of RFC 3339; zero for anything else, and for what is later
// than the import.
func (p *page) instant(text string) agmem.Instant {
	var at agmem.Instant
	if err := at.UnmarshalText([]byte(text)); err != nil || at > p.now || at < 0 {
		return 0
	}
	return at
}
