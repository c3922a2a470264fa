package memorycli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func newMCP(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the banks to an agent over MCP",
		Long: `Serve the banks over the Model Context Protocol on standard input and output,
until the input ends. The tools are memory_read, memory_write, memory_update,
memory_delete, memory_list, memory_query and memory_search.`,
		Example: `memory-cli mcp`,
		Args:    cli.Arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.mcp(cmd.Context(), a.Stdin, a.Stdout, a.banks())
		},
	}
	a.AddAllowSecretFlag(cmd)
	return cmd
}
