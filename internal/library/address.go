package library

import (
	"strings"

	"github.com/agmem/agmem"
)

// Address says where a memory is: in which source, and by which id there. It
// is written as `<source>:<id>`; the id may hold colons itself. A memory of the
// store of memories is written by its id alone. Whatever the configuration
// says, an address means the same.
type Address struct {
	Source string
	ID     string
}

// parse reads an address. With --source an id is one of that source, and may
// be written with or without its name.
func (s *Sources) parse(text string) (Address, error) {
	name, id, named := strings.Cut(text, ":")
	switch {
	case named && s.chosen != "" && name != s.chosen && s.knows(name):
		return Address{}, agmem.Errorf(agmem.Usage, "%s is in the source %q, but --source says %q", text, name, s.chosen)
	case named && (s.chosen == "" || name == s.chosen):
		return Address{name, id}, nil
	case s.chosen != "":
		return Address{s.chosen, text}, nil
	}
	return Address{s.memories, text}, nil
}

// written returns an address as it is shown and read.
func (s *Sources) written(a Address) string {
	if a.Source == s.memories {
		return a.ID
	}
	return a.Source + ":" + a.ID
}

// locate returns the source of an address and the id there.
func (s *Sources) locate(text string) (*source, string, error) {
	a, err := s.parse(text)
	if err != nil {
		return nil, "", err
	}
	src, err := s.find(a.Source)
	return src, a.ID, err
}

// name makes addresses of an id of a source and of its short form, where there
// is one.
func (s *Sources) name(src *source, id, short *string) {
	*id = s.written(Address{src.Name, *id})
	if *short != "" {
		*short = s.written(Address{src.Name, *short})
	}
}
