package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/typo"
)

// Arguments returns a check for a number of arguments; most is -1 for no
// bound. What names them in the error.
func Arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usagef(cmd, "%s needs %s", cmd.CommandPath(), what)
		case most == 0 && len(args) > 0:
			return usagef(cmd, "%s takes no argument, but got %q", cmd.CommandPath(), args[0])
		case most > 0 && len(args) > most:
			return usagef(cmd, "%s takes %s, but got %d arguments", cmd.CommandPath(), what, len(args))
		}
		return nil
	}
}

// TextArguments is [Arguments] for a command whose last argument is a text or
// [Stdin]; before is the number of arguments before it.
func TextArguments(before int, what string) cobra.PositionalArgs {
	count := Arguments(before, before+1, what)
	return func(cmd *cobra.Command, args []string) error {
		err := count(cmd, args)
		if e, ok := errors.AsType[*agmem.Error](err); ok && len(args) > before+1 {
			if args[before] == Stdin || args[len(args)-1] == Stdin {
				return usagef(cmd, "- reads standard input, but the text is also given as an argument")
			}
			return e.WithHint("put the text in quotes")
		}
		return err
	}
}

// Group is the check of a command that only holds others.
func Group(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return nil
}

func usagef(cmd *cobra.Command, format string, args ...any) *agmem.Error {
	return agmem.Errorf(agmem.Usage, format, args...).WithHint("usage: %s", cmd.UseLine())
}

func unknownCommand(cmd *cobra.Command, name string) error {
	err := agmem.Errorf(agmem.Usage, "there is no command %q", strings.TrimSpace(cmd.CommandPath()+" "+name))
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if near := Nearest(name, names); near != "" {
		return err.WithHint("did you mean %s %s?", cmd.CommandPath(), near)
	}
	return err.WithHint("%s --help lists them", cmd.CommandPath())
}

// flagError turns an error of the flag parser into one of ours.
func flagError(cmd *cobra.Command, err error) error {
	// `agmem serach --limit 3` is about the command, not about its flag.
	if cmd.HasSubCommands() && cmd.Flags().NArg() > 0 {
		if unknown := cmd.ValidateArgs(cmd.Flags().Args()); unknown != nil {
			return unknown
		}
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, e)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return usagef(cmd, "--%s needs a value", e.GetSpecifiedName())
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return invalidValue(cmd, e)
	}
	if e, ok := errors.AsType[*agmem.Error](err); ok {
		return e
	}
	return usagef(cmd, "the flags are malformed: %w", err)
}

func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) error {
	name := e.GetSpecifiedName()
	if short := e.GetSpecifiedShortnames(); short != "" {
		err := usagef(cmd, "there is no flag -%s", short)
		if cmd.Annotations[textAnnotation] != "" {
			return err.WithHint("put a text that begins with a dash after --: %s -- TEXT", cmd.CommandPath())
		}
		return err
	}
	err := usagef(cmd, "there is no flag --%s", name)
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := Nearest(name, names); near != "" {
		return err.WithHint("did you mean --%s?", near)
	}
	return err
}

func invalidValue(cmd *cobra.Command, e *pflag.InvalidValueError) error {
	if _, ok := e.GetFlag().Value.(TextFlag); ok { // which refuses nothing but a blank
		return usagef(cmd, "the value of --%s is empty", e.GetFlag().Name)
	}
	if _, ok := errors.AsType[*agmem.Error](e); ok {
		return e.Unwrap() // what the flag itself says, whatever is around it
	}
	flag := e.GetFlag()
	if flag.Value.Type() == "int" && errors.Is(e, strconv.ErrRange) {
		return usagef(cmd, "--%s takes a whole number of at most %d, but got %q", flag.Name, math.MaxInt, e.GetValue())
	}
	return usagef(cmd, "--%s takes %s, but got %q", flag.Name, article(flag.Value.Type()), e.GetValue())
}

// article describes the types of flags that this program has.
func article(kind string) string {
	switch kind {
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "bool":
		return "no value or =true, =false"
	}
	return fmt.Sprintf("a %s", kind)
}

// Nearest returns the name that a word was most likely meant for, or "" where
// none is near: one edit in three letters, or a name that it begins.
func Nearest(word string, names []string) string {
	best, least := "", max(1, len(word)/3)+1
	for _, name := range names {
		d := typo.Distance(strings.ToLower(word), name)
		if len(word) > 1 && strings.HasPrefix(name, word) {
			d = 0
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}
