package banktools

import (
	"fmt"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/mcp"
)

// describe returns an error as the command line prints it, with the next step
// that a client can take by a tool.
func describe(err error) banks.Failure {
	f := banks.Describe(err)
	if hint := hintFor(err, f.Code); f.Hint == "" || hint != "" && (banks.FoundIn(err) != banks.AnyScope || f.Code == banks.SecretFound) {
		f.Hint = hint
	}
	return f
}

func hintFor(err error, code banks.Code) string {
	if scope := banks.FoundIn(err); scope != banks.AnyScope {
		return fmt.Sprintf("it is in the scope %s: pass \"scope\": %q", scope, scope)
	}
	switch code {
	case banks.AmbiguousScope:
		return fmt.Sprintf("say which: pass \"scope\": %q or %q", banks.ProjectScope, banks.UserScope)
	case banks.BankCorrupt:
		return "a person can save what can be read: memory-cli repair"
	case banks.SecretFound:
		return "leave it out, and say where it is kept instead; if it is not a secret, a person can allow it: agmem config set secrets warn"
	case banks.TTLExpired:
		return "write it again"
	case banks.TooManyKeys, banks.BankTooLarge:
		return "delete what is no longer needed, or use a second bank"
	}
	return ""
}

// addFailures adds the errors of what could not be read beside what could.
func addFailures(o *mcp.Object, errs []error) {
	o.Failures(errs, func(err error) any { return describe(err) })
}

// partial returns the errors of a use case that answered all the same, or the
// one error of a use case that did not. Use cases join the former.
func partial(err error) (errs []error, failed error) {
	if _, joined := err.(interface{ Unwrap() []error }); err != nil && !joined {
		return nil, err
	}
	return mcp.Flatten(err), nil
}
