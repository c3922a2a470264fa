package portable

import (
	"io"
	"iter"

	"github.com/agmem/agmem"
)

// Input is memories that were all read once and found good, and that can be
// read again.
type Input struct {
	// Total is how many memories there are.
	Total int
	// Warnings name what was left out; the rest is whole.
	Warnings []error
	// again calls yield for each memory until that returns false.
	again func(yield func(agmem.Memory, place) bool) error
}

// All returns the memories in order. It reads them again, so what has changed
// since may end it with an error.
func (in Input) All() iter.Seq2[agmem.Memory, error] {
	return func(yield func(agmem.Memory, error) bool) {
		left := false
		err := in.again(func(m agmem.Memory, _ place) bool {
			left = !yield(m, nil)
			return !left
		})
		if err != nil && !left {
			yield(agmem.Memory{}, err)
		}
	}
}

// At returns err as an error of the memory with this index, so that it names
// the line. It keeps the kind and the hint of err. It reads the input again.
func (in Input) At(index int, err error) error {
	located := err
	_ = in.again(func(_ agmem.Memory, p place) bool { // unreadable by now: without the line
		if index == 0 {
			located = p.error(err)
		}
		index--
		return index >= 0
	})
	return located
}

// NewInput returns memories that come from elsewhere and are named by their
// ids in the file at path.
func NewInput(path string, total int, memories iter.Seq2[agmem.Memory, error]) Input {
	return Input{Total: total, again: func(yield func(agmem.Memory, place) bool) error {
		for m, err := range memories {
			if err != nil || !yield(m, place{file: path, id: m.ID}) {
				return err
			}
		}
		return nil
	}}
}

// Input returns the memories of a batch.
func (b Batch) Input() Input {
	return Input{
		Total:    len(b.Memories),
		Warnings: b.Warnings,
		again: func(yield func(agmem.Memory, place) bool) error {
			for i, m := range b.Memories {
				if !yield(m, b.places[i]) {
					break
				}
			}
			return nil
		},
	}
}

// Checked is what [CheckLines] keeps of an input.
type Checked struct {
	total int
	ids   *ids
}

// CheckLines reads everything that [ReadLines] would. It keeps how many
// memories there are and a little of each id.
func CheckLines(r io.Reader) (Checked, error) {
	c := Checked{ids: newIDs()}
	err := scanLines(r, func(m agmem.Memory, _ place) bool {
		c.total++
		c.ids.add(m.ID)
		return true
	})
	return c, err
}

// CheckedLines returns what [CheckLines] has read. It reads r from its start
// each time; r must not be closed before. One memory at a time is in memory.
// Two texts of which an import would lose one are Invalid.
func CheckedLines(r io.ReadSeeker, c Checked) (Input, error) {
	in := Input{Total: c.total, again: func(yield func(agmem.Memory, place) bool) error {
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return agmem.Errorf(agmem.Unavailable, "cannot read the input again: %w", err)
		}
		return scanLines(r, yield)
	}}
	return in, c.ids.checkRepeats(in.again)
}
