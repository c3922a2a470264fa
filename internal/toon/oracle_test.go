package toon_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/harmless"
	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/toon/toontest"
)

// oracleVersion is the release of @toon-format/toon that the package is
// compared with.
const oracleVersion = "4.4.0"

// question is one request to the oracle. Our document is what we print for the
// value under the same options.
type question struct {
	Value      json.RawMessage `json:"value"`
	Document   string          `json:"document"`
	Delimiter  string          `json:"delimiter"`
	IndentSize int             `json:"indentSize"`

	tree any
}

// answer is what the oracle printed and read.
type answer struct {
	Encoded struct {
		Value string `json:"value"`
		Error string `json:"error"`
	} `json:"encoded"`
	Decoded struct {
		Value json.RawMessage `json:"value"`
		Error string          `json:"error"`
	} `json:"decoded"`
}

// TestOracle compares both directions with the reference implementation.
func TestOracle(t *testing.T) {
	modules := os.Getenv("AGMEM_NODE_MODULES")
	node, err := exec.LookPath("node")
	if modules == "" || err != nil {
		t.Skipf("NOT TESTED: nothing was compared with the reference implementation. Install node, run "+
			"npm install @toon-format/toon@%s, and set AGMEM_NODE_MODULES to that node_modules folder.", oracleVersion)
	}
	questions := oracleQuestions(t)
	answers := askOracle(t, node, modules, questions)
	for i, q := range questions {
		checkAnswer(t, q, answers[i])
	}
	t.Logf("%d documents were compared with @toon-format/toon %s", len(questions), oracleVersion)
}

// oracleQuestions makes the documents: shapes that commands print, and random
// trees.
func oracleQuestions(t *testing.T) []question {
	t.Helper()
	row := object("id", "m1", "score", 0.5, "tags", "go, db", "digest", "a: b")
	trees := []any{
		object("results", toon.Array{row, row}),
		object("results", toon.Array{object("id", "m1", "tags", toon.Array{"go", "db"})}),
		object("results", toon.Array{}, "meta", object()),
		object("id", "m1", "content", "# Title\n\n- 記憶\r\n\t\"quoted\"\\"),
		object("title", "a\u009b31m \u202e b", "k\u0085ey", toon.Array{"\u007f", "\u2066"}),
		toon.Array{"#", "-", "", " ", "42", "true", "a,b", "a|b", "a\tb", 1e-7, 1e21, nil},
	}
	g := generator{chooser: rand.New(rand.NewSource(6)), plain: true}
	for range 4000 {
		trees = append(trees, g.value(1+g.Intn(4)))
	}
	var questions []question
	for i, tree := range trees {
		options := allOptions()[i%len(allOptions())]
		if options == (toon.MarshalOptions{}) {
			options = toon.MarshalOptions{Delimiter: toon.Comma, IndentSize: 2}
		}
		document, err := options.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		questions = append(questions, question{
			Value:      toJSON(tree),
			Document:   string(document),
			Delimiter:  string(rune(options.Delimiter)),
			IndentSize: options.IndentSize,
			tree:       tree,
		})
	}
	return questions
}

// askOracle asks everything in one process.
func askOracle(t *testing.T, node, modules string, questions []question) []answer {
	t.Helper()
	var stdin, stderr bytes.Buffer
	encoder := json.NewEncoder(&stdin)
	for _, q := range questions {
		if err := encoder.Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(node, filepath.Join("testdata", "oracle.mjs"), modules)
	cmd.Stdin, cmd.Stderr = &stdin, &stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	decoder := json.NewDecoder(bufio.NewReader(bytes.NewReader(stdout)))
	var greeting struct{ Version string }
	if err := decoder.Decode(&greeting); err != nil || greeting.Version != oracleVersion {
		t.Fatalf("the oracle is version %q, %v, want %s", greeting.Version, err, oracleVersion)
	}
	answers := make([]answer, len(questions))
	for i := range answers {
		if err := decoder.Decode(&answers[i]); err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
	}
	return answers
}

// checkAnswer checks that both sides print the same text and read the same tree.
func checkAnswer(t *testing.T, q question, a answer) {
	t.Helper()
	// The oracle escapes no more than it must. We also escape what a terminal
	// would obey, which section 7.1 leaves to the encoder.
	asTheirs := !strings.ContainsFunc(a.Encoded.Value, func(r rune) bool { return r >= 0x7f && harmless.Obeyed(r) })
	if a.Encoded.Error != "" || asTheirs && a.Encoded.Value != q.Document {
		t.Errorf("%s is printed as\n%s\nby the oracle as\n%s%s", q.Value, q.Document, a.Encoded.Value, a.Encoded.Error)
	}
	if a.Decoded.Error != "" {
		t.Errorf("the oracle does not read\n%s\n%s", q.Document, a.Decoded.Error)
		return
	}
	theirs := fromJSON(t, a.Decoded.Value)
	if showUnordered(theirs) != showUnordered(q.tree) {
		t.Errorf("%s is read by the oracle as %s", q.Document, a.Decoded.Value)
	}
	ours, err := toontest.UnmarshalOptions{IndentSize: q.IndentSize}.Unmarshal([]byte(a.Encoded.Value))
	if err != nil || show(ours) != show(theirs) {
		t.Errorf("%s\nis read as %s, %v\nby the oracle as %s", a.Encoded.Value, show(ours), err, a.Decoded.Value)
	}
}
