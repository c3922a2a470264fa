package memorycli

import (
	"fmt"

	"github.com/agmem/agmem/internal/banks"
)

// hintFor returns the next step after an error where a command or a flag of
// this program is that, empty where the error says enough.
func hintFor(program string, err error) string {
	if scope := banks.FoundIn(err); scope != banks.AnyScope {
		return fmt.Sprintf("it lies in the scope %s: --scope %[1]s", scope)
	}
	switch e := banks.AsError(err); {
	case banks.Code(e.Code) == banks.AmbiguousScope:
		return fmt.Sprintf("say which: --scope %s or --scope %s", banks.ProjectScope, banks.UserScope)
	case e.Hint != "":
		return ""
	default:
		return commandFor(program, banks.Code(e.Code))
	}
}

// commandFor returns the hint of a code whose error has none of its own.
func commandFor(program string, code banks.Code) string {
	switch code {
	case banks.BankCorrupt:
		return program + " repair --check-only shows what is wrong; " + program + " repair saves what can be read"
	case banks.TTLExpired:
		return "write it again; " + program + " gc removes what has expired"
	case banks.TooManyKeys, banks.BankTooLarge:
		return program + " gc removes what has expired; else use a second bank"
	case banks.BankExists:
		return "--merge keeps the later entry of each key, --replace makes the bank what is imported"
	case banks.InvalidJSON:
		return `text goes in quotes inside the shell's: '"text"'`
	}
	return ""
}
