package evaluation

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
)

// Question is a question with what is known of its answers.
type Question struct {
	// ID names it in a report; the number of its line where it has none.
	ID string
	// Group is the documents that it is asked of; empty for the only ones.
	Group string
	Text  string
	// Category is a kind of question that is summed up on its own; empty for none.
	Category string
	// Gold has the ids of the documents that answer.
	Gold []string
	// Must has what has to be found, and MustNot what must not: an id, or a part of
	// the text in any case of letters.
	Must, MustNot []string
}

// Judged reports whether anything is known of the answers.
func (q Question) Judged() bool { return len(q.Gold)+len(q.Must)+len(q.MustNot) > 0 }

// row is a line of queries.jsonl. Members that are not known are left alone.
type row struct {
	ID       text   `json:"_id"`
	Group    text   `json:"group"`
	Text     string `json:"text"`
	Query    string `json:"query"` // another name of text
	Category string `json:"category"`
	Must     texts  `json:"must"`
	MustNot  texts  `json:"mustNot"`
}

func (r row) question(line int) (Question, error) {
	q := Question{ID: string(r.ID), Group: string(r.Group), Text: r.Text, Category: r.Category, Must: r.Must, MustNot: r.MustNot}
	if q.Text == "" {
		q.Text = r.Query
	}
	if q.ID == "" {
		q.ID = strconv.Itoa(line)
	}
	if strings.TrimSpace(q.Text) == "" {
		return q, agmem.Errorf(agmem.Invalid, "a question has no text").WithHint(`write {"query": "…", "must": ["…"]}`)
	}
	if slices.Contains(append(slices.Clone(q.Must), q.MustNot...), "") {
		return q, agmem.Errorf(agmem.Invalid, "what must be found, or must not, is empty")
	}
	return q, nil
}

// text is a string, or a number that stands for one.
type text string

// UnmarshalJSON reads a string or a number.
func (t *text) UnmarshalJSON(raw []byte) error {
	var s string
	if err := json.Unmarshal(raw, &s); err == nil {
		*t = text(s)
		return nil
	}
	var n json.Number
	err := json.Unmarshal(raw, &n)
	*t = text(n)
	return err
}

// texts is a list of strings, or a single one.
type texts []string

// UnmarshalJSON reads a list or a string.
func (t *texts) UnmarshalJSON(raw []byte) error {
	var one string
	if err := json.Unmarshal(raw, &one); err == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(t))
}
