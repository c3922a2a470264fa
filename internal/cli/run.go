package cli

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/secrets"
)

// Execute runs a command line; [Console.Finish] makes an exit code of its error.
// It gives root the behaviour of this package: errors are returned, not printed;
// help says what the dialect says; an unknown command, an unknown flag and
// a wrong number of arguments are errors of the kind Usage. A panic is an error
// of the kind Internal.
func Execute(ctx context.Context, c *Console, root *cobra.Command) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &agmem.Error{Kind: agmem.Internal, Message: fmt.Sprint(r), Err: fmt.Errorf("%s", debug.Stack())}
		}
	}()
	prepare(c, root)
	ctx = secrets.WithNotice(ctx, func(sentence string) {
		c.Warn(agmem.Errorf(agmem.Invalid, "%s", sentence).WithCode(secrets.Code))
	})
	if Completing(c.Args) {
		root.SetArgs(completable(c.Args))
		root.SetOut(offers{c.Stdout})
		// Whatever goes wrong while a shell asks for completions is not a text
		// for the command line that is being typed.
		if err := root.ExecuteContext(ctx); err != nil {
			return agmem.Errorf(agmem.Usage, "nothing to complete: %w", err)
		}
		return nil
	}
	root.SetArgs(shieldDashes(root, c.Args))
	return root.ExecuteContext(ctx)
}

// Completing says whether a shell asks by this command line what could follow
// the command line behind its first word.
func Completing(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

func prepare(c *Console, root *cobra.Command) {
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.CompletionOptions.DisableDefaultCmd = true
	if root.Annotations == nil {
		root.Annotations = make(map[string]string)
	}
	root.Annotations[cobra.CommandDisplayNameAnnotation] = c.Program
	help := c.Help
	if help == nil {
		help = (*Console).help
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { fmt.Fprint(c.Stdout, help(c, cmd)) })
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if c.AllowSecret {
			cmd.SetContext(secrets.Allow(cmd.Context()))
		}
		return c.check()
	}
}

// textAnnotation marks the commands whose arguments are free text.
const textAnnotation = "text"

// FreeText returns the annotations of a command whose arguments are texts, so
// that `-word` and `- an item of a list` are text there and no flags.
func FreeText() map[string]string { return map[string]string{textAnnotation: "true"} }

// shieldDashes moves the arguments of a free-text command behind a `--` where
// one of them begins with a dash but cannot be meant as a flag: it holds white
// space, or it is a single dash with more than one character behind it, or with
// one that is not a letter. A single letter stays a (wrong) flag, because `-l 5` is one
// that was mistyped.
func shieldDashes(root *cobra.Command, args []string) []string {
	cmd, rest, err := root.Find(args)
	if err != nil || cmd.Annotations[textAnnotation] == "" {
		return args
	}
	var flags, texts []string
	shield := false
	for i := 0; i < len(rest); i++ {
		arg := rest[i]
		switch {
		case arg == "--":
			texts = append(texts, rest[i+1:]...)
			i = len(rest)
		case dashedText(arg):
			shield = true
			texts = append(texts, arg)
		case arg == Stdin || !strings.HasPrefix(arg, "-"):
			texts = append(texts, arg)
		default:
			flags = append(flags, arg)
			if takesNext(cmd, arg) && i+1 < len(rest) {
				i++
				flags = append(flags, rest[i])
			}
		}
	}
	if !shield {
		return args
	}
	return slices.Concat(pathTo(cmd), flags, []string{"--"}, texts)
}

// pathTo returns the words that lead from the root to a command.
func pathTo(cmd *cobra.Command) []string {
	var path []string
	for ; cmd.HasParent(); cmd = cmd.Parent() {
		path = append(path, cmd.Name())
	}
	slices.Reverse(path)
	return path
}

func dashedText(arg string) bool {
	if !strings.HasPrefix(arg, "-") {
		return false
	}
	name, _, _ := strings.Cut(arg, "=")
	if strings.ContainsAny(name, " \t\r\n") {
		return true
	}
	behind := []rune(arg[1:])
	return len(behind) > 0 && behind[0] != '-' && (len(behind) > 1 || !unicode.IsLetter(behind[0]))
}

// takesNext reports a flag whose value is the argument after it.
func takesNext(cmd *cobra.Command, arg string) bool {
	flag := cmd.Flags().Lookup(strings.TrimPrefix(arg, "--"))
	return flag != nil && flag.NoOptDefVal == ""
}
