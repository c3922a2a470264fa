package cli

import "github.com/spf13/cobra"

const allowSecretFlag = "allow-secret"

// AllowSecretHint is the next step after [agmem.ActionAllowSecret] for a program
// with --allow-secret.
const AllowSecretHint = "leave it out, and say where it is kept instead; if it is not a secret, add --" + allowSecretFlag +
	"; agmem config set secrets redact, warn or off is for every write"

// AddAllowSecretFlag defines --allow-secret for a command that writes what its user
// gives it. The context of the command says so to every room.
func (c *Console) AddAllowSecretFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&c.AllowSecret, allowSecretFlag, false, "store also what looks like a secret")
}
