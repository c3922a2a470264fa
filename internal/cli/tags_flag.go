package cli

import (
	"strings"

	"github.com/agmem/agmem"
)

// TagsFlag is a comma-separated list of tags; given again it adds to the list.
type TagsFlag []string

// String returns the list as it may be typed.
func (f *TagsFlag) String() string { return strings.Join(*f, ",") }

// Type is for the error of a bad value.
func (f *TagsFlag) Type() string { return "tags" }

// Set adds the tags of a list.
func (f *TagsFlag) Set(list string) error {
	*f = agmem.CleanTags(append(*f, agmem.SplitTags(list)...))
	return nil
}
