package memex

import (
	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// hintFor returns the next step after an error, with the command of this
// program where one is that.
func hintFor(program string, e *agmem.Error) string {
	switch e.Next.Action {
	case agmem.ActionFollowLinks:
		return cli.FollowHint
	case agmem.ActionAllowSecret:
		return cli.AllowSecretHint
	case cards.ActionWrite:
		return program + " write SLUG < card.md creates it"
	case cards.ActionStamp:
		return program + " organize --done writes it again"
	case cards.ActionDoctor:
		return "remove it, then run " + program + " doctor"
	}
	return e.Hint
}
