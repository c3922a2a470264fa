package memorycli

import (
	"fmt"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// hintFor returns the next step after an error: its own hint, or the command or
// flag of this program that is one.
func hintFor(program string, e *agmem.Error) string {
	switch scope := banks.FoundIn(e); {
	case scope != banks.AnyScope:
		return fmt.Sprintf("it is in the scope %s: --scope %[1]s", scope)
	case e.Next.Action == agmem.ActionFollowLinks:
		return cli.FollowHint
	case e.Next.Action == agmem.ActionAllowSecret:
		return cli.AllowSecretHint
	case e.Next.Action == banks.ActionExport:
		return program + " export BANK writes one"
	case e.Next.Action == banks.ActionExportAll:
		return program + " export --all writes one; import BANK reads a single bank"
	case e.Next.Action == banks.ActionQuote:
		return `a text needs JSON quotes inside those of the shell: '"text"'`
	case e.Hint != "":
		return e.Hint
	}
	return commandFor(program, banks.Code(e.Code))
}

// commandFor returns the hint of a code whose error has none of its own.
func commandFor(program string, code banks.Code) string {
	switch code {
	case banks.AmbiguousScope:
		return fmt.Sprintf("say which: --scope %s or --scope %s", banks.ProjectScope, banks.UserScope)
	case banks.BankCorrupt:
		return program + " repair --check-only shows what is wrong; " + program + " repair saves what can be read"
	case banks.TTLExpired:
		return "write it again; " + program + " gc removes what has expired"
	case banks.TooManyKeys, banks.BankTooLarge:
		return program + " gc removes what has expired; else use a second bank"
	case banks.BankExists:
		return "--merge keeps the newer entry of each key, --replace replaces the whole bank"
	}
	return ""
}
