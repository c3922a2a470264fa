package evaluation

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/agmem/agmem"
)

// Result is how one question went.
type Result struct {
	Question Question
	// Measures are there where the question has gold.
	Measures *Measures
	// Failed says which of its conditions do not hold.
	Failed []string
	Answer Answer
}

// Ask asks every question whose answers are known, in their order, and judges the
// answers, of which limit hits were asked for. Where nothing is known of any it is
// Invalid.
func Ask(ctx context.Context, questions []Question, limit int, ask func(context.Context, Question) (Answer, error)) ([]Result, error) {
	var all []Result
	for _, q := range questions {
		if !q.Judged() {
			continue
		}
		answer, err := ask(ctx, q)
		if err != nil {
			return nil, err
		}
		r := Result{Question: q, Answer: answer, Failed: failures(answer.Found, q)}
		if len(q.Gold) > 0 {
			m := measure(answer.Found, q.Gold, limit)
			r.Measures = &m
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, agmem.Errorf(agmem.Invalid, "nothing is known of the answers to any question").
			WithHint("say in qrels.tsv which documents answer, or write \"must\" and \"mustNot\" beside the questions")
	}
	return all, nil
}

// Report sums up results.
type Report struct {
	// Questions is how many were asked, and Unjudged how many were not, because
	// nothing is known of their answers.
	Questions int `json:"questions"`
	Unjudged  int `json:"unjudged"`
	// Limit is how many hits were asked for.
	Limit int `json:"limit"`
	// Measures are means over the questions with gold, and Gold is how many those are.
	Gold     int       `json:"gold"`
	Measures *Measures `json:"measures,omitempty"`
	// Categories are those of the questions, by name.
	Categories []Category `json:"categories,omitempty"`
	// Checked is how many questions have conditions, and Failed those that do not hold.
	Checked int       `json:"checked"`
	Failed  []Failure `json:"failed"`
	// MedianMs and P95Ms are of the time that a search takes within this process.
	MedianMs float64 `json:"medianMs"`
	P95Ms    float64 `json:"p95Ms"`
	// Tokens is what reading an answer costs on the mean, estimated.
	Tokens float64 `json:"tokens"`
}

// Category sums up the questions of one kind.
type Category struct {
	Name      string `json:"name"`
	Questions int    `json:"questions"`
	Measures
}

// Failure is a question whose conditions do not hold.
type Failure struct {
	ID    string   `json:"id"`
	Query string   `json:"query"`
	Why   []string `json:"why"`
}

// Summarise sums up what was asked of a set.
func Summarise(set *Set, results []Result, limit int) Report {
	r := Report{Questions: len(results), Unjudged: len(set.Questions) - len(results), Limit: limit, Failed: []Failure{}}
	byCategory := make(map[string][]Measures)
	var all []Measures
	took := make([]time.Duration, len(results))
	for i, one := range results {
		q := one.Question
		took[i] = one.Answer.Took
		r.Tokens += float64(one.Answer.Tokens) / float64(len(results))
		if len(q.Must)+len(q.MustNot) > 0 {
			r.Checked++
		}
		if len(one.Failed) > 0 {
			r.Failed = append(r.Failed, Failure{ID: q.ID, Query: q.Text, Why: one.Failed})
		}
		if one.Measures != nil {
			all = append(all, *one.Measures)
			byCategory[q.Category] = append(byCategory[q.Category], *one.Measures)
		}
	}
	slices.Sort(took)
	r.MedianMs, r.P95Ms = milliseconds(took, 50), milliseconds(took, 95)
	if r.Gold = len(all); r.Gold > 0 {
		mean := meanOf(all)
		r.Measures = &mean
	}
	r.Categories = categories(byCategory)
	return r
}

// categories is nil where all questions are of one kind.
func categories(measures map[string][]Measures) []Category {
	if len(measures) < 2 {
		return nil
	}
	var all []Category
	for name, of := range measures {
		all = append(all, Category{Name: name, Questions: len(of), Measures: meanOf(of)})
	}
	slices.SortFunc(all, func(a, b Category) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func meanOf(all []Measures) Measures {
	var sum Measures
	n := float64(len(all))
	for _, m := range all {
		sum.Recall5 += m.Recall5 / n
		sum.Recall += m.Recall / n
		sum.Hit += m.Hit / n
		sum.MRR += m.MRR / n
		sum.NDCG += m.NDCG / n
	}
	return sum
}

// milliseconds is a percentile of durations in order, by the nearest rank.
func milliseconds(sorted []time.Duration, percent int) float64 {
	rank := max(0, (len(sorted)*percent+99)/100-1)
	return float64(sorted[rank]) / float64(time.Millisecond)
}
