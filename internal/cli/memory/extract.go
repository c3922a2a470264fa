package memory

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/numbered"
)

// autoExtract is who enters extracted memories, unless somebody is named.
const autoExtract = "auto-extract"

type extractOptions struct {
	dryRun    bool
	enteredBy string
}

func newExtract(a *app) *cobra.Command {
	o := extractOptions{enteredBy: autoExtract}
	cmd := &cobra.Command{
		Use:   "extract [FILE | -]",
		Short: "Store what a text asks to be remembered",
		Long: `Store each fact behind *Remember*: in a text, such as the message of an assistant,
with the tags and the expiry that its words stand for.

Without FILE, or with -, the text is read from standard input.`,
		Example: `
			memory extract message.md --dry-run
			memory extract - --entered-by optimize-agent < message.md`,
		Args: cli.Arguments(0, 1, "one FILE, or -"),
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.dryRun, "dry-run", false, "only show what would be stored")
	flags.Var(cli.TextFlag{Value: &o.enteredBy}, "entered-by", "the `NAME` of who stores it")
	a.AddAllowSecretFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *extractOptions) run(ctx context.Context, a *app, args []string) error {
	text, err := o.text(ctx, a, args)
	if err != nil {
		return err
	}
	memories, err := a.memories()
	if err != nil {
		return err
	}
	facts, refused, doubts := memories.Facts(ctx, text, o.enteredBy)
	for _, w := range slices.Concat(refused, doubts) {
		a.Warn(w)
	}
	done := extracted{refused: len(refused), dryRun: o.dryRun}
	if o.dryRun {
		done.memories = planned(facts, a)
		return a.Print(done)
	}
	for _, f := range facts {
		memory, created, err := memories.Store(ctx, f)
		if err != nil {
			return err
		}
		done.memories = append(done.memories, stored{memory, created})
	}
	return a.confirm(done)
}

// text returns the text of a file or of standard input.
func (o *extractOptions) text(ctx context.Context, a *app, args []string) (string, error) {
	if len(args) > 0 && args[0] != cli.Stdin {
		return readText(ctx, args[0])
	}
	if len(args) == 0 && a.StdinTerminal {
		return "", agmem.Errorf(agmem.Usage, "there is no text to extract from").
			WithHint("%s extract FILE, or pipe it in", a.Program)
	}
	text, err := io.ReadAll(io.LimitReader(a.Input(ctx), agmem.MaxContent+1))
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", agmem.Errorf(agmem.Unavailable, "standard input cannot be read: %w", err)
	case len(text) > agmem.MaxContent:
		return "", agmem.Errorf(agmem.TooLarge, "standard input has more than %d bytes", agmem.MaxContent).
			WithHint("extract from one message at a time")
	}
	return string(text), nil
}

// planned returns what facts would be stored as, without numbers.
func planned(facts []numbered.Draft, a *app) []stored {
	all := make([]stored, len(facts))
	for i, f := range facts {
		all[i] = stored{agmem.Memory{
			Content: f.Content, Tags: f.Tags, ExpiresAt: f.ExpiresAt, CreatedAt: agmem.InstantOf(a.Now()),
			Origin: agmem.Origin{Author: f.EnteredBy},
		}, true}
	}
	return all
}

// extracted is the result of extract.
type extracted struct {
	memories []stored
	refused  int // facts that cannot be stored
	dryRun   bool
}

// plannedJSON is the JSON form of a memory that would be stored.
type plannedJSON struct {
	Content   string         `json:"content"`
	Tags      []string       `json:"tags"`
	EnteredBy *string        `json:"entered_by"`
	ExpiresAt *agmem.Instant `json:"expires_at"`
}

func (v extracted) JSON() any {
	list := make([]any, len(v.memories))
	for i, m := range v.memories {
		if list[i] = m.JSON(); v.dryRun {
			r := recordOf(m.memory)
			list[i] = plannedJSON{r.Content, r.Tags, r.EnteredBy, r.ExpiresAt}
		}
	}
	return map[string]any{"memories": list}
}

func (v extracted) Human(p *cli.Page) {
	for _, m := range v.shown() {
		writeEntry(p, entry{memory: m.memory})
	}
	if more := len(v.memories) - len(v.shown()); more > 0 {
		p.Linef("and %d more", more)
	}
	p.Linef("%s", v.sentence())
}

func (v extracted) Markdown(p *cli.Page) {
	for _, m := range v.shown() {
		quoteEntry(p, m.memory)
	}
	if more := len(v.memories) - len(v.shown()); more > 0 {
		p.Linef("\nand %d more", more)
	}
	p.Linef("\n%s", v.sentence())
}

// shown are the memories that are printed for people.
func (v extracted) shown() []stored {
	all := make([]agmem.Memory, len(v.memories))
	for i, m := range v.memories {
		all[i] = m.memory
	}
	return v.memories[:readable(all)]
}

func (v extracted) sentence() string {
	created := 0
	for _, m := range v.memories {
		if m.created {
			created++
		}
	}
	switch {
	case len(v.memories) == 0 && v.refused > 0:
		return "Nothing stored: of " + counted(v.refused, "fact", "facts") + " none can be."
	case len(v.memories) == 0:
		return "Nothing to remember found."
	case v.dryRun:
		return memoryCount(len(v.memories)) + " would be stored (--dry-run)."
	case created < len(v.memories):
		return fmt.Sprintf("%s stored, %d there already.", memoryCount(created), len(v.memories)-created)
	}
	return memoryCount(created) + " stored."
}
