package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
)

// TextFlag is a flag whose value is not blank: an unset shell variable must
// not look like a flag that was not given.
type TextFlag struct{ Value *string }

func (f TextFlag) String() string {
	if f.Value == nil {
		return ""
	}
	return *f.Value
}

// Type is what help says of the value.
func (f TextFlag) Type() string { return "text" }

// Set takes the value; a blank one is Usage.
func (f TextFlag) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return agmem.Errorf(agmem.Usage, "the value is empty")
	}
	*f.Value = text
	return nil
}

// Complete offers values for a flag while it is being typed, also behind a
// comma. Errors there are not reported.
func Complete(cmd *cobra.Command, flag string, values func(context.Context) []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		done := typed[:strings.LastIndexByte(typed, ',')+1]
		var offers []string
		for _, v := range values(cmd.Context()) {
			offers = append(offers, done+v)
		}
		return offers, cobra.ShellCompDirectiveNoFileComp
	})
}

// Fixed returns values to offer that are always the same.
func Fixed(values ...string) func(context.Context) []string {
	return func(context.Context) []string { return values }
}
