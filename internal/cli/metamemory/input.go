package metamemory

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/rawjson"
)

// input is the object that a command reads. Its methods read one field each; the
// first that is not what it has to be is kept in err.
type input struct {
	fields map[string]json.RawMessage
	err    error
}

// fail keeps the first error.
func (in *input) fail(err error) {
	if in.err == nil {
		in.err = err
	}
}

func isText(value json.RawMessage) bool { return len(value) > 0 && value[0] == '"' }

func isNull(value json.RawMessage) bool { return string(value) == "null" }

// text returns a field that has to be a text that is not blank.
func (in *input) text(name string) string {
	value := in.fields[name]
	if isText(value) {
		if text := rawjson.Unquote(value); strings.TrimSpace(text) != "" {
			return text
		}
	}
	in.fail(ledger.Expected(name, ledger.NonEmpty))
	return ""
}

// optionalText is text for a field that may be missing.
func (in *input) optionalText(name string) string {
	if in.fields[name] == nil {
		return ""
	}
	return in.text(name)
}

// path returns where the ledger is: the field dbPath, else the environment says
// so, else it is empty.
func (in *input) path(getenv func(string) string) string {
	if value := in.fields["dbPath"]; value != nil && !isNull(value) {
		return in.text("dbPath")
	}
	return getenv("META_MEMORY_DB")
}

// positive returns a field that has to be a whole number above 0.
func (in *input) positive(name string, otherwise int) int {
	return in.whole(name, otherwise, 1, "a positive integer")
}

// natural returns a field that has to be a whole number, 0 included.
func (in *input) natural(name string, otherwise int) int {
	return in.whole(name, otherwise, 0, "a non-negative integer")
}

// whole returns a field that has to be a whole number of a least value.
func (in *input) whole(name string, otherwise int, least float64, expected string) int {
	value := in.fields[name]
	if value == nil {
		return otherwise
	}
	n, ok := number(value)
	if !ok || n < least || n != math.Trunc(n) {
		in.fail(ledger.Expected(name, expected))
		return otherwise
	}
	return int(min(n, mostExact))
}

// mostExact is the largest whole number that a JSON number has for sure, or that an
// int has.
const mostExact = min(math.MaxInt, 1<<53)

// number returns a field that is a number, and what is none for the ledger to
// refuse.
func (in *input) number(name string, otherwise float64) float64 {
	value := in.fields[name]
	if value == nil {
		return otherwise
	}
	n, ok := number(value)
	if !ok {
		return math.NaN()
	}
	return n
}

func number(value json.RawMessage) (float64, bool) {
	n, err := strconv.ParseFloat(string(value), 64)
	isNumber := value[0] == '-' || '0' <= value[0] && value[0] <= '9'
	return n, isNumber && err == nil
}

// flag returns a field that is true or false.
func (in *input) flag(name string) bool {
	switch string(in.fields[name]) {
	case "true":
		return true
	case "", "false":
	default:
		in.fail(ledger.Expected(name, "true or false"))
	}
	return false
}

// texts returns a field that is an array of texts.
func (in *input) texts(name string) []string {
	value := in.fields[name]
	if value == nil {
		return nil
	}
	list := []string{}
	wrong := value[0] != '['
	if !wrong {
		_, err := rawjson.Elements(value, 0, func(_, at int) (int, error) {
			stop, err := rawjson.Value(value, at)
			if err == nil && isText(value[at:stop]) {
				list = append(list, rawjson.Unquote(value[at:stop]))
			} else {
				wrong = true
			}
			return stop, err
		})
		wrong = wrong || err != nil
	}
	if wrong {
		in.fail(ledger.Expected(name, "an array of strings"))
		return nil
	}
	return list
}

// choice returns a field whose value is one of a few.
func choice[V interface {
	~string
	Validate() error
}](in *input, name string, otherwise V) V {
	value := in.fields[name]
	if value == nil {
		return otherwise
	}
	var chosen V
	if isText(value) {
		chosen = V(rawjson.Unquote(value))
	}
	if err := chosen.Validate(); err != nil {
		in.fail(err)
	}
	return chosen
}

// scope returns the scope, or the default one.
func (in *input) scope() ledger.Scope {
	value := in.fields["scope"]
	if value == nil {
		return ledger.DefaultScope()
	}
	inner := &input{}
	if value[0] == '{' {
		inner, _ = parseInput(value) // which was checked with the whole
	}
	kind, id := inner.fields["type"], inner.fields["id"]
	if !isText(kind) || !isText(id) {
		in.fail(agmem.Errorf(agmem.Usage, `Expected "scope" to include string "type" and "id" fields`))
		return ledger.Scope{}
	}
	scope := ledger.Scope{Type: ledger.ScopeType(rawjson.Unquote(kind)), ID: rawjson.Unquote(id)}
	if err := scope.Validate(); err != nil {
		in.fail(err)
	}
	return scope
}

// metadata returns the object of that name; what is none is ignored.
func (in *input) metadata() ledger.Metadata {
	value := in.fields["metadata"]
	if len(value) == 0 || value[0] != '{' {
		return nil
	}
	return rawjson.AppendCompact(nil, value)
}

// origin returns what every write has that is not evidence itself.
func (in *input) origin(scope ledger.Scope) ledger.Origin {
	return ledger.Origin{Scope: scope, SourceEventIDs: in.texts("sourceEventIds"), Metadata: in.metadata()}
}
