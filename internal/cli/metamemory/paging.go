package metamemory

import (
	"bytes"
	"encoding/json"
)

const (
	// maxListed is how many bytes of records an answer has; what is around them has
	// room up to 30,000.
	maxListed = 29_900
	// shortestRecord is less than any record is printed as, in bytes. More than
	// maxListed allows are not read.
	shortestRecord = 100
)

// span is the part of a list that is asked for.
type span struct{ offset, limit int }

func (in *input) span(otherwise int) span {
	return span{offset: in.natural("offset", 0), limit: in.positive("limit", otherwise)}
}

// cut reads the records of a page, which read returns by their place, and returns
// as many as an answer has room for. The first always has. next is the offset of
// the next page, 0 if there is none.
func cut[R any](s span, read func(offset, limit int) ([]R, error)) (records []R, next int, err error) {
	limit := min(s.limit, maxListed/shortestRecord)
	records, err = read(s.offset, limit+1)
	if err != nil {
		return nil, 0, err
	}
	shown := min(room(records), limit)
	if shown < len(records) {
		next = s.offset + shown
	}
	return records[:shown], next, nil
}

// room returns how many of the records an answer has room for.
func room[R any](records []R) int {
	var printed bytes.Buffer
	e := json.NewEncoder(&printed)
	e.SetEscapeHTML(false)
	e.SetIndent("    ", "  ")
	for i, r := range records {
		printed.WriteString("    ,") // which Encode does not write around a record
		// What cannot be encoded fails where the answer is printed.
		if err := e.Encode(r); err == nil && printed.Len() > maxListed && i > 0 {
			return i
		}
	}
	return len(records)
}
