package transfer

import (
	"context"
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/secrets"
)

// fewSecrets is how many memories with secrets are named. Each is found again in
// the input for its line.
const fewSecrets = 5

// checkSecrets looks through an input before anything of it is stored, because a
// memory with a secret refuses all of them. What is wrong names its line.
func checkSecrets(ctx context.Context, c *cli.Console, in *Input, guard *secrets.Guard) error {
	if guard.Idle(ctx) {
		return nil
	}
	var found []error
	index := 0
	told := secrets.WithNotice(ctx, func(sentence string) {
		c.Warn(in.At(index, agmem.Errorf(agmem.Invalid, "%s", sentence).WithCode(secrets.Code)))
	})
	for m, err := range in.All() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if err := guard.Memory(told, &m); err != nil {
			if found = append(found, in.At(index, err)); len(found) == fewSecrets {
				break
			}
		}
		index++
	}
	return errors.Join(found...)
}
