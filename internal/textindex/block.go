package textindex

import (
	"context"
	"database/sql"
	"encoding/binary"
)

// blockSize is how many bytes of terms and lists go into one row. With it a
// row fills a page of the database; a longer list has its own row.
const blockSize = 3800

// appendPosting adds a term and its list to a block.
func appendPosting(block []byte, term string, list []byte) []byte {
	block = binary.AppendUvarint(block, uint64(len(term)))
	block = append(block, term...)
	block = binary.AppendUvarint(block, uint64(len(list)))
	return append(block, list...)
}

// takePosting returns the first term of a block, its list and what follows.
// They are parts of the block, not copies.
func takePosting(block []byte) (term, list, rest []byte, err error) {
	if term, block, err = takeBytes(block); err != nil {
		return nil, nil, nil, err
	}
	list, rest, err = takeBytes(block)
	return term, list, rest, err
}

func takeBytes(buf []byte) (piece, rest []byte, err error) {
	size, buf, err := takeUvarint(buf)
	if err != nil || uint64(len(buf)) < size {
		return nil, nil, damaged()
	}
	return buf[:size], buf[size:], nil
}

// eachPosting calls yield for every term of a block and its list.
func eachPosting(block []byte, yield func(term, list []byte) error) error {
	for len(block) > 0 {
		term, list, rest, err := takePosting(block)
		if err != nil {
			return err
		}
		if err := yield(term, list); err != nil {
			return err
		}
		block = rest
	}
	return nil
}

// cursor walks over the terms of one segment in their order.
type cursor struct {
	segment int64
	rows    *sql.Rows
	block   sql.RawBytes // what is left of the row
	term    []byte
	list    []byte
	done    bool
}

func (x Index) newCursor(ctx context.Context, db DB, segment int64) (*cursor, error) {
	rows, err := db.QueryContext(ctx, x.sql(`SELECT lists FROM NAME_block WHERE segment = ? ORDER BY term`), segment)
	if err != nil {
		return nil, err
	}
	return &cursor{segment: segment, rows: rows}, nil
}

// next moves to the next term. Term and list are good until then.
func (c *cursor) next() (err error) {
	for len(c.block) == 0 {
		if !c.rows.Next() {
			c.done = true
			return c.rows.Err()
		}
		if err := c.rows.Scan(&c.block); err != nil {
			return err
		}
	}
	c.term, c.list, c.block, err = takePosting(c.block)
	return err
}
