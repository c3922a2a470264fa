package agmemcli

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/evaluation"
)

type evalOptions struct {
	limit   int
	compare []string
}

func newEval(a *app) *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use:   "eval DIR | FILE",
		Short: "Measure how well search answers known questions",
		Long: `Ask questions whose answers are known, and measure what search finds: recall, the
share of questions with a hit, MRR, nDCG, the time of a search and what reading
the answer costs.

A DIR has queries.jsonl and, one row for each answer, qrels.tsv (query-id,
corpus-id, score). With corpus.jsonl or corpus.jsonl.gz its documents are put into
stores that are removed at the end, one for each group. Without it the questions
are asked of your own memories, whose ids qrels.tsv has; nothing is changed there.

A question can also have conditions, each an id or a part of the text, in DIR or
in a FILE of their own. If one of them does not hold, the exit status is 1:

  {"query": "how do we deploy", "must": ["make ship"], "mustNot": ["ftp"]}

--compare asks everything twice: as configured, and with these keys changed.`,
		Example: `
			agmem eval golden.jsonl
			agmem eval questions/ --limit 5 --human
			agmem eval questions/ --compare search.fusion=rrf`,
		Args: cli.Arguments(1, 1, "a DIR or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args[0]) },
	}
	flags := cmd.Flags()
	flags.IntVar(&o.limit, "limit", defaultLimit, "look at the first `N` hits")
	flags.StringArrayVar(&o.compare, "compare", nil, "compare with the configuration in which `KEY=VALUE`; can be given several times")
	return cmd
}

func (o *evalOptions) run(ctx context.Context, a *app, path string) error {
	if o.limit < 1 {
		return agmem.Errorf(agmem.Usage, "the limit is %d, it must be 1 or more", o.limit)
	}
	changed, err := o.settings()
	if err != nil {
		return err
	}
	set, err := evaluation.Read(path)
	if err != nil {
		return err
	}
	view := evaluated{Set: path}
	first, err := o.ask(ctx, a, set, nil)
	if err != nil {
		return err
	}
	view.Report = evaluation.Summarise(set, first, o.limit)
	if len(changed) > 0 {
		second, err := o.ask(ctx, a, set, changed)
		if err != nil {
			return err
		}
		report := evaluation.Summarise(set, second, o.limit)
		view.Compared = &compared{With: o.compare, Report: report, Comparison: evaluation.Compare(first, second)}
	}
	if err := a.Print(view); err != nil {
		return err
	}
	if n := int64(len(view.Failed)); n > 0 {
		return agmem.Errorf(agmem.Invalid, "%s not answered as demanded", counted(n, "question was", "questions were"))
	}
	return nil
}

// settings reads the values of --compare.
func (o *evalOptions) settings() ([]config.Pair, error) {
	pairs := make([]config.Pair, len(o.compare))
	for i, text := range o.compare {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, agmem.Errorf(agmem.Usage, "%q is not KEY=VALUE", text).
				WithHint("list every known key").WithStep(agmem.ActionKnownSettings, "")
		}
		known := slices.ContainsFunc(config.Known(), func(k config.Key) bool { return k.Name == key })
		if _, similar := config.Suggest(key); !known && !similar { // of a similar one the configuration says more
			return nil, agmem.Errorf(agmem.Usage, "no key %q changes what is found", key).
				WithHint("list every known key").WithStep(agmem.ActionKnownSettings, "")
		}
		pairs[i] = config.Pair{Key: key, Value: value}
	}
	return pairs, nil
}

// ask asks the questions of a set with some settings changed.
func (o *evalOptions) ask(ctx context.Context, a *app, set *evaluation.Set, settings []config.Pair) (_ []evaluation.Result, err error) {
	progress := a.NewProgress("eval")
	defer progress.End()
	stores := evalStores{app: a, set: set, settings: settings}
	if set.Documents != nil {
		if stores.folder, err = os.MkdirTemp("", "agmem-eval-"); err != nil {
			return nil, agmem.Errorf(agmem.Unavailable, "there is no place for the stores: %v", err)
		}
		defer os.RemoveAll(stores.folder)
	}
	defer func() { err = stores.close(err) }()
	n := 0
	return evaluation.Ask(ctx, set.Questions, o.limit, func(ctx context.Context, q evaluation.Question) (evaluation.Answer, error) {
		n++
		progress.Say(counted(int64(n), "question", "questions"))
		return stores.answer(ctx, q, o.limit)
	})
}
