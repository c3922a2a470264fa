package agmemcli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/config"
)

func newConfig(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show and change settings",
		Long: `Show and change the settings of agmem, or with --source those of a source.

A source gets its settings with every call. It can be configured before it
exists.`,
		Example: `
			agmem config set default_source local
			agmem config set api_token ghp_xxxx --source team-gist
			agmem config list --known`,
		Args: cli.Group,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newConfigSet(a), newConfigGet(a), newConfigList(a), newConfigDelete(a))
	return cmd
}

func newConfigSet(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "set KEY VALUE",
		Short:             "Set a key",
		Example:           `agmem config set author "Ada Lovelace"`,
		Args:              cli.Arguments(2, 2, "a KEY and a VALUE"),
		Annotations:       cli.FreeText(),
		ValidArgsFunction: completeKeys,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := a.checkSetting(args[0], args[1]); err != nil {
				return err
			}
			path, err := a.services.ConfigFile()
			if err != nil {
				return err
			}
			err = config.Update(path, func(c *config.Config) error { return c.Set(a.scope(), args[0], args[1]) })
			if err != nil {
				return err
			}
			return a.Print(setting{args[0], config.Mask(args[0], args[1]), a.source})
		},
	}
}

// checkSetting refuses what the file could hold but no command could use.
func (a *app) checkSetting(key, value string) error {
	if a.source != "" || key != config.DefaultSource {
		return nil
	}
	if err := config.CheckSource(value); err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	return lib.Sources.CheckDefault(value)
}

func newConfigGet(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "get KEY",
		Short:             "Print the value of a key",
		Long:              `Print the value of a key, unmasked even if it is a secret. A key that is not set is an error.`,
		Example:           `agmem config get default_source`,
		Args:              cli.Arguments(1, 1, "one KEY"),
		ValidArgsFunction: completeKeys,
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.loadConfig()
			if err != nil {
				return err
			}
			value, ok := c.Get(a.scope(), args[0])
			if !ok {
				return config.NotSet(a.scope(), args[0])
			}
			return a.Print(rawSetting{args[0], value, a.source})
		},
	}
}

func newConfigList(a *app) *cobra.Command {
	var known bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the keys that are set",
		Long: `List the keys that are set, with their values. Values of secrets are masked.

--known lists every key that agmem knows instead.`,
		Example: `agmem config list --known --human`,
		Args:    cli.Arguments(0, 0, ""),
	}
	cmd.Flags().BoolVar(&known, "known", false, "list every key that agmem knows, with type, default and help")
	cmd.RunE = func(*cobra.Command, []string) error {
		if known {
			return a.printKnown()
		}
		c, err := a.loadConfig()
		if err != nil {
			return err
		}
		pairs := c.List(a.scope())
		for i, p := range pairs {
			pairs[i].Value = config.Mask(p.Key, p.Value)
		}
		return a.Print(settings(pairs))
	}
	return cmd
}

func newConfigDelete(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "delete KEY",
		Short:             "Remove a key",
		Example:           `agmem config delete author`,
		Args:              cli.Arguments(1, 1, "one KEY"),
		ValidArgsFunction: completeKeys,
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := a.services.ConfigFile()
			if err != nil {
				return err
			}
			err = config.Update(path, func(c *config.Config) error { return c.Delete(a.scope(), args[0]) })
			if err != nil {
				return err
			}
			return a.Print(removedSetting{args[0], a.source})
		},
	}
}

func (a *app) printKnown() error {
	if a.source != "" {
		return agmem.Errorf(agmem.Usage, "the known keys are agmem's own, not those of the source %q", a.source).
			WithHint("leave out --source or --known")
	}
	return a.Print(knownKeys(config.Known()))
}

// scope is whose settings a command is about.
func (a *app) scope() string {
	if a.source == "" {
		return config.Global
	}
	return a.source
}

func (a *app) loadConfig() (*config.Config, error) {
	if a.source != "" {
		if err := config.CheckSource(a.source); err != nil {
			return nil, err
		}
	}
	path, err := a.services.ConfigFile()
	if err != nil {
		return nil, err
	}
	return config.Load(path)
}

func completeKeys(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) == 0 {
		for _, k := range config.Known() {
			names = append(names, k.Name+"\t"+k.Help)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
