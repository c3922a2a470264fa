package agmemcli

import (
	"strconv"
	"strings"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/evaluation"
	"github.com/agmem/agmem/internal/toon"
)

// evaluated is the result of eval.
type evaluated struct {
	Set string `json:"set"`
	evaluation.Report
	Compared *compared `json:"compared,omitempty"`
}

// compared is what the changed configuration gives.
type compared struct {
	With []string `json:"with"`
	evaluation.Report
	evaluation.Comparison
}

// evalDecimals are those of shares and of milliseconds.
const evalDecimals = 3

func (v evaluated) JSON() any { return v }

func (v evaluated) TOON() any {
	o := toon.Object{{Key: "set", Value: v.Set}, {Key: "questions", Value: v.Questions}}
	if v.Unjudged > 0 {
		o = append(o, toon.Field{Key: "unjudged", Value: v.Unjudged})
	}
	o = append(o, toon.Field{Key: "limit", Value: v.Limit}, toon.Field{Key: "measures", Value: v.rows()})
	if c := v.Compared; c != nil {
		o = append(o, toon.Field{Key: "better", Value: c.Better}, toon.Field{Key: "worse", Value: c.Worse},
			toon.Field{Key: "same", Value: c.Same}, toon.Field{Key: "chance", Value: round(c.Chance, evalDecimals)})
	}
	if len(v.Categories) > 0 {
		rows := make([]toon.Object, len(v.Categories))
		for i, c := range v.Categories {
			rows[i] = append(toon.Object{{Key: "category", Value: c.Name}, {Key: "questions", Value: c.Questions}}, measureFields(&c.Measures)...)
		}
		o = append(o, toon.Field{Key: "categories", Value: rows})
	}
	if v.Checked == 0 {
		return o
	}
	rows := make([]toon.Object, len(v.Failed))
	for i, f := range v.Failed {
		rows[i] = toon.Object{{Key: "id", Value: f.ID}, {Key: "query", Value: f.Query}, {Key: "why", Value: strings.Join(f.Why, "; ")}}
	}
	return append(o, toon.Field{Key: "checked", Value: v.Checked}, toon.Field{Key: "failed", Value: rows})
}

// rows are the figures of the configurations, one row for each.
func (v evaluated) rows() []toon.Object {
	rows := []toon.Object{reportRow("as configured", v.Report)}
	if c := v.Compared; c != nil {
		rows = append(rows, reportRow(strings.Join(c.With, " "), c.Report))
	}
	return rows
}

func reportRow(name string, r evaluation.Report) toon.Object {
	o := append(toon.Object{{Key: "configuration", Value: name}}, measureFields(r.Measures)...)
	return append(o, toon.Field{Key: "failed", Value: len(r.Failed)}, toon.Field{Key: "medianMs", Value: round(r.MedianMs, readDecimals)},
		toon.Field{Key: "p95Ms", Value: round(r.P95Ms, readDecimals)}, toon.Field{Key: "tokens", Value: round(r.Tokens, 0)})
}

// measureFields is empty where no question has gold.
func measureFields(m *evaluation.Measures) toon.Object {
	if m == nil {
		return nil
	}
	return toon.Object{
		{Key: "recall5", Value: round(m.Recall5, evalDecimals)},
		{Key: "recall", Value: round(m.Recall, evalDecimals)},
		{Key: "hit", Value: round(m.Hit, evalDecimals)},
		{Key: "mrr", Value: round(m.MRR, evalDecimals)},
		{Key: "ndcg", Value: round(m.NDCG, evalDecimals)},
	}
}

func (v evaluated) Human(p *cli.Page) {
	p.Linef("%s: %s, the first %d hits", cli.Visible(v.Set), counted(int64(v.Questions), "question", "questions"), v.Limit)
	if v.Unjudged > 0 {
		p.Linef("%s left out, because nothing is known of the answers", counted(int64(v.Unjudged), "question is", "questions are"))
	}
	var rows [][]string
	line := func(name string, of func(evaluation.Report) string) {
		row := []string{name, of(v.Report)}
		if v.Compared != nil {
			row = append(row, of(v.Compared.Report))
		}
		rows = append(rows, row)
	}
	if c := v.Compared; c != nil {
		rows = append(rows, []string{"", "as configured", cli.Fold(strings.Join(c.With, " "))})
	}
	if v.Measures != nil {
		share := func(name string, of func(evaluation.Measures) float64) {
			line(name, func(r evaluation.Report) string { return decimals(of(*r.Measures), evalDecimals) })
		}
		share("recall, first 5", func(m evaluation.Measures) float64 { return m.Recall5 })
		share("recall", func(m evaluation.Measures) float64 { return m.Recall })
		share("with a hit", func(m evaluation.Measures) float64 { return m.Hit })
		share("MRR", func(m evaluation.Measures) float64 { return m.MRR })
		share("nDCG", func(m evaluation.Measures) float64 { return m.NDCG })
	}
	line("median, ms", func(r evaluation.Report) string { return decimals(r.MedianMs, readDecimals) })
	line("95 %, ms", func(r evaluation.Report) string { return decimals(r.P95Ms, readDecimals) })
	line("tokens of an answer", func(r evaluation.Report) string { return decimals(r.Tokens, 0) })
	p.WriteString(cli.Table(rows))
	v.humanComparison(p)
}

func (v evaluated) humanComparison(p *cli.Page) {
	if c := v.Compared; c != nil {
		p.Linef("%d questions are answered better, %d worse, %d alike; by chance with a probability of %s",
			c.Better, c.Worse, c.Same, decimals(c.Chance, evalDecimals))
	}
	if v.Checked > 0 {
		p.Linef("%d of %s answered as demanded", v.Checked-len(v.Failed), counted(int64(v.Checked), "question with conditions is", "questions with conditions are"))
	}
	for _, f := range v.Failed {
		p.Linef("%s: %s", cli.Fold(f.Query), cli.Fold(strings.Join(f.Why, "; ")))
	}
}

func decimals(x float64, n int) string { return strconv.FormatFloat(x, 'f', n, 64) }
