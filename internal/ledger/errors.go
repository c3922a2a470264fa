package ledger

import (
	"slices"

	"github.com/agmem/agmem"
)

// NonEmpty is what most fields have to be.
const NonEmpty = "a non-empty string"

// Expected returns the error of a field that is not what it has to be. Its
// sentence is part of the stable interface of the ledger.
func Expected(field, what string) *agmem.Error {
	return agmem.Errorf(agmem.Usage, "Expected %q to be %s", field, what)
}

// oneOf reports a value that is none of the known ones.
func oneOf[V ~string](field string, value V, known []V, what string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return Expected(field, what)
}

// taken is the error of an id that cannot be used again.
func taken(what, id string) error {
	return agmem.Errorf(agmem.Conflict, "There is a %s %q already, and it stays as it is", what, id)
}
