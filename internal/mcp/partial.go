package mcp

// maxErrors is how many errors an answer lists before it only counts them.
const maxErrors = 5

// Flatten returns the errors that err joins, and err itself if it joins none.
func Flatten(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, Flatten(e)...)
	}
	return all
}

// Failures adds the errors of what could not be read beside what could.
func (o *Object) Failures(errs []error, describe func(error) any) {
	if len(errs) == 0 {
		return
	}
	list := make([]any, min(len(errs), maxErrors))
	for i := range list {
		list[i] = describe(errs[i])
	}
	o.Member("errors", list)
	if more := len(errs) - maxErrors; more > 0 {
		o.Member("more_errors", more)
	}
}
