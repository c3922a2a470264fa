package install

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

func testMember() member {
	return member{path: []string{"mcpServers", "agmem"}, value: `{"command":"agmem","args":["mcp"]}`}
}

// What put does take undoes, byte for byte, and twice is as good as once.
func TestPiecesAreReversible(t *testing.T) {
	m, toml, md := testMember(), tomlBlock("mcp_servers.agmem", "command = \"agmem\"\n"), markdownBlock("agmem remembers.\n")
	for _, c := range []struct {
		piece piece
		texts []string
	}{
		{m, []string{
			``, `{}`, `{ }`, "{\n}\n", `{"a":1}`, "{\n  \"a\": 1\n}\n", `{"mcpServers":{}}`, `{"mcpServers":{ },"z":[1,2]}`, `{"mcpServers": {"other": {"x": {}}}}`,
			"{\r\n\t\"mcpServers\" : {\r\n\t\t\"a\":null\r\n\t} , \"b\": \"}\"\r\n}", `{"mcpserverS": 1.50, "mcpServers": {"é": "\u00e9"}}`,
		}},
		{element{path: []string{"hooks", "Stop"}, value: `{"hooks":[{"type":"command","command":"agmem hook stop"}]}`}, []string{
			``, `{}`, "{\n  \"model\": \"x\"\n}\n", `{"hooks":{}}`, `{"hooks": {"Stop": []}}`, `{"hooks": {"Stop": [ ]}, "z": 1}`,
			"{\"hooks\": {\"Stop\": [\n\t{\"hooks\": [{\"type\": \"command\", \"command\": \"mine\"}]}\n]}}", `{"hooks":{"Start":[1,2]}}`, `{"hooks":{"Stop":[[1],"]"]}}`,
		}},
		{toml, []string{"", "a = 1", "a = 1\n", "a = 1\n\n", "[t]\r\nx = 2\r\n", "# agmem\n"}},
		{setting{"features", "hooks", "true"}, []string{
			"", "a = 1", "a = 1\n", "[features]", "[features]\nx = true\n", "[other]\nhooks = 1\n\n[features] # mine\n\n[later]\ny = 1\n", "# features.hooks\n\n",
		}},
		{md, []string{"", "# Title", "# Title\n\ntext\n", "text\n\n\n"}},
		{whole{[]byte("a skill\n")}, []string{""}},
	} {
		for _, text := range c.texts {
			put := must(t)(c.piece.put([]byte(text)))
			if string(put) == text {
				t.Errorf("%q stays as it is", text)
			}
			if again := must(t)(c.piece.put(put)); string(again) != string(put) {
				t.Errorf("%q: put again makes %q of %q", text, again, put)
			}
			taken := must(t)(c.piece.take(put, []byte(text)))
			if string(taken) != text && !(text == "" && isBare(taken)) {
				t.Errorf("%q becomes %q, and then %q", text, put, taken)
			}
			if none := must(t)(c.piece.take([]byte(text), nil)); string(none) != text {
				t.Errorf("%q: taking what is not there makes %q", text, none)
			}
		}
	}
}

func must(t *testing.T) func([]byte, error) []byte {
	return func(text []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// Random objects in random layouts keep every byte, and so does what somebody
// adds behind a piece.
func TestMembersAreReversibleInAnyObject(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		text := []byte(randomObject(r, 3))
		if err := rawjson.Check(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		m := testMember()
		put, err := m.put(text)
		if err != nil {
			continue // mcpServers is there and no object
		}
		if err := rawjson.Check(put); err != nil {
			t.Fatalf("%s becomes %s: %v", text, put, err)
		}
		if taken := must(t)(m.take(put, text)); string(taken) != string(text) {
			t.Fatalf("%q becomes %q and then %q", text, put, taken)
		}
		other := member{path: []string{"mcpServers", "other"}, value: `{"command":"x"}`}
		with := must(t)(other.put(put))
		without := must(t)(m.take(with, text))
		if want := must(t)(other.put(text)); !sameJSON(without, want) {
			t.Fatalf("%q with another member: %q, not %q", with, without, want)
		}
	}
}

func randomObject(r *rand.Rand, depth int) string {
	space := func() string { return []string{"", "", " ", "\n  ", "\t", "\r\n"}[r.IntN(6)] }
	var b strings.Builder
	b.WriteString(space() + "{" + space())
	for i := range r.IntN(4) {
		if i > 0 {
			b.WriteString("," + space())
		}
		name := []string{`"mcpServers"`, fmt.Sprintf(`"m%d"`, i), `"a,b}"`, `"\""`}[r.IntN(4)]
		if name != `"mcpServers"` {
			name = strings.TrimSuffix(name, `"`) + fmt.Sprint(i) + `"`
		} else if strings.Contains(b.String(), name) {
			name = fmt.Sprintf(`"n%d"`, i)
		}
		value := []string{`1`, `"x"`, `[1, {"y": 2}]`, `null`}[r.IntN(4)]
		if depth > 0 && r.IntN(2) == 0 {
			value = strings.TrimSpace(randomObject(r, depth-1))
		}
		b.WriteString(name + space() + ":" + space() + value + space())
	}
	b.WriteString("}" + space())
	return b.String()
}

// What a piece cannot be put into, or what somebody changed, is left.
func TestPiecesLeaveWhatIsNotTheirs(t *testing.T) {
	block := tomlBlock("mcp_servers.agmem", "command = \"agmem\"\n")
	for _, c := range []struct {
		piece piece
		text  string
		kind  agmem.Kind
	}{
		{testMember(), `[]`, agmem.Invalid},
		{testMember(), `{"a":1,} // a comment`, agmem.Invalid},
		{testMember(), `{"mcpServers":[]}`, agmem.Invalid},
		{testMember(), `{"mcpServers":{"agmem":{"command":"mine"}}}`, agmem.Conflict},
		{block, "[mcp_servers.agmem]\ncommand = \"mine\"\n", agmem.Conflict},
		{setting{"features", "hooks", "true"}, "[features]\nhooks = false\n", agmem.Conflict},
		{setting{"features", "hooks", "true"}, "features.hooks = false\n", agmem.Conflict},
		{setting{"features", "hooks", "true"}, "features = { hooks = false }\n", agmem.Conflict},
		{block, "# agmem:begin\n", agmem.Conflict},
		{block, "# agmem:end\n# agmem:begin\n", agmem.Conflict},
		{block, "# agmem:begin\nx = 1\n# agmem:end\n", agmem.Conflict},
		{whole{[]byte("a")}, "b", agmem.Conflict},
	} {
		if text, err := c.piece.put([]byte(c.text)); agmem.KindOf(err) != c.kind {
			t.Errorf("%q: %q, %v", c.text, text, err)
		}
	}
	for _, c := range []struct {
		piece piece
		text  string
	}{
		{testMember(), `{"mcpServers":{"agmem":{"command":"mine"}}}`},
		{whole{[]byte("a")}, "b"},
	} {
		if text, err := c.piece.take([]byte(c.text), nil); agmem.KindOf(err) != agmem.Conflict {
			t.Errorf("%q: taken, %q, %v", c.text, text, err)
		}
	}
}

// A list of servers that put made goes with the last server in it, one that was
// there stays.
func TestWhatWasMadeGoes(t *testing.T) {
	for _, c := range []struct{ before, text, want string }{
		{`{"a":1}`, `{"a":1,"mcpServers":{"agmem":{"command":"agmem","args":["mcp"]}},"b":2}`, `{"a":1,"b":2}`},
		{`{"mcpServers":{}}`, `{"mcpServers":{"agmem":{"command":"agmem","args":["mcp"]}},"b":2}`, `{"mcpServers":{},"b":2}`},
		{`{"a":1}`, `{"mcpServers":{"agmem":{"command":"agmem","args":["mcp"]},"c":{}},"a":1}`, `{"mcpServers":{"c":{}},"a":1}`},
	} {
		if got := must(t)(testMember().take([]byte(c.text), []byte(c.before))); string(got) != c.want {
			t.Errorf("%s: %s, not %s", c.text, got, c.want)
		}
	}
}
