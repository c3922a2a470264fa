package mcp

import "github.com/agmem/agmem"

// partial returns the errors of a use case that answered all the same, or the
// one error of a use case that did not. Use cases join the former.
func partial(err error) (errs []*agmem.BankError, failed error) {
	if err == nil {
		return nil, nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil, err
	}
	for _, e := range joined.Unwrap() {
		if below, alone := partial(e); alone != nil {
			errs = append(errs, agmem.AsBankError(alone))
		} else {
			errs = append(errs, below...)
		}
	}
	return errs, nil
}
