package agmemcli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// MCP says what a server of tools offers, and to whom.
type MCP struct {
	Place Place
	// Tools are names of tools and of groups; none: those of memories.
	Tools []string
	// Address is HOST:PORT to serve over HTTP; empty: standard input and output.
	Address string
	// Remote lets Address be one that other machines can reach.
	Remote bool
	// Hosts are names by which clients may call the server over HTTP.
	Hosts []string
	// Ready is told where the server listens and where its token is kept.
	Ready func(url, token string)
}

type mcpOptions struct {
	tools, hosts cli.TagsFlag // comma-separated like tags
	address      string
	remote       bool
}

func newMCP(a *app) *cobra.Command {
	var o mcpOptions
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve memories to agents over MCP",
		Long: `Serve memories over the Model Context Protocol, on standard input and output until
the input ends, or over HTTP with --http.

The tools are remember, recall, get, revise, forget and list. --tools takes names of
tools and of groups (memories, banks, connectors). Groups alone are added to the
memories; with the name of a tool only what is named is offered.

Over HTTP every request must bear a token, that of $AGMEM_MCP_TOKEN or of a private
file that is made where there is none. Pages in browsers are refused.`,
		Example: `
			agmem mcp
			agmem mcp --tools banks
			agmem mcp --tools recall,get,list
			agmem mcp --http 127.0.0.1:8765`,
		Args: cli.Arguments(0, 0, ""),
	}
	flags := cmd.Flags()
	flags.Var(&o.tools, "tools", "offer these `TOOLS` (t1,t2)")
	flags.Var(cli.TextFlag{Value: &o.address}, "http", "serve over HTTP at this `ADDRESS` (127.0.0.1:8765; with the port 0 one is chosen)")
	flags.BoolVar(&o.remote, "allow-remote", false, "let --http be an address that other machines can reach; nothing is encrypted")
	flags.Var(&o.hosts, "host", "let clients call the server by these host `NAMES`, beside localhost and addresses")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), a) }
	return cmd
}

func (o *mcpOptions) run(ctx context.Context, a *app) error {
	if o.address == "" && (o.remote || len(o.hosts) > 0) {
		return agmem.Errorf(agmem.Usage, "--allow-remote and --host are for --http").
			WithHint("agmem mcp --http ADDRESS")
	}
	return a.services.MCP(ctx, MCP{
		Place:   a.place(),
		Tools:   o.tools,
		Address: o.address,
		Remote:  o.remote,
		Hosts:   o.hosts,
		Ready: func(url, token string) {
			fmt.Fprintf(a.Stderr, "agmem: serving MCP at %s; the token is in %s\n", cli.Visible(url), cli.Visible(token))
		},
	})
}
