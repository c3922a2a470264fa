package agmem_test

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// room is the place of one package in the house.
type room struct {
	imports string // the packages of this module that it may import, see house
	why     string // what would go wrong if it imported more
}

// The parts of the house that several rooms may import.
const (
	root  = ". "
	tools = "internal/atomicfile internal/config internal/filelock internal/frontmatter internal/handover internal/harmless internal/inside internal/origin internal/paths " +
		"internal/portable internal/rawjson internal/secrets internal/spool internal/typo internal/when "
)

// house is the one place that says which package may import which. Arrows
// point down only: cmd, wire, faces, use cases; and wire, stores, textindex,
// recall, root. A * means one part of a path, ** anything.
func house() map[string]room {
	const (
		leaf  = "a small tool does one thing and can be reused with what it imports"
		store = "a store that knew a face or another store could not be tested or replaced alone"
		face  = "a face that reached past the use cases would have its own rules, and the next face others"
		uses  = "the use cases of a room know neither its store nor another room"
		part  = "a part of a room has its own subject and knows no other room"
	)
	return map[string]room{
		".":                        {"", "what the nouns import, everything imports"},
		"cmd/agmem":                {"internal/wire internal/cli", "what it imports is linked into the program that has to start fast"},
		"cmd/agmem-full":           {"internal/wire/full internal/cli", "a main is streams, signals and an exit code; the rest has to be testable"},
		"internal/wire":            {"**", "it is the only package that knows everyone"},
		"internal/wire/full":       {"internal/wire internal/cli internal/embed/fetch internal/embed/remote internal/banks internal/banks/jq internal/mcp internal/mcp/banktools internal/mcp/memorytools", "it adds what only the full build has, and the rest of the wiring is the same"},
		"sdk":                      {root + "internal/numbered internal/memories internal/origin internal/paths internal/secrets internal/when", "programs of other people are linked with what it imports"},
		"internal/cli":             {root + tools, "the kernel of the command lines knows no room and no use case"},
		"internal/cli/transfer":    {root + tools + "internal/cli", "files go in and out alike, whichever face asks and whatever it stores"},
		"internal/cli/agmemcli":    {root + tools + "internal/cli internal/cli/transfer internal/evaluation internal/histories internal/hook internal/install internal/library internal/tokens internal/toon", face},
		"internal/cli/memorycli":   {root + tools + "internal/cli internal/banks", face},
		"internal/cli/memex":       {root + tools + "internal/cli internal/cards", face},
		"internal/cli/metamemory":  {root + tools + "internal/cli internal/ledger", face},
		"internal/cli/memory":      {root + tools + "internal/cli internal/cli/transfer internal/numbered", face},
		"internal/mcp":             {root + "internal/fence internal/rawjson", "the kernel of the protocol knows no room"},
		"internal/mcp/banktools":   {root + "internal/mcp internal/banks internal/rawjson", face},
		"internal/mcp/memorytools": {root + "internal/mcp internal/library internal/rawjson internal/tokens internal/when", face},

		"internal/library":  {root + "internal/meaning internal/recall internal/search/pool internal/fence internal/tokens internal/when", "what crosses rooms must not know one of them"},
		"internal/numbered": {root + "internal/recall internal/extract internal/secrets internal/when", uses},
		"internal/memories": {root + tools + "internal/memories/* internal/meaning internal/search internal/sqlitedb internal/textindex internal/vectorindex internal/recall", store},
		"internal/memories/intake": {root + "internal/memories/table internal/sqlitedb internal/textindex internal/recall",
			"an import decides and writes; what a store offers beside it must not matter"},
		"internal/memories/table": {root + "internal/rawjson internal/sqlitedb internal/textindex internal/vectorindex internal/recall internal/uuid",
			"what every verb and every import uses must not know one of them"},
		"internal/fileindex":    {root + "internal/meaning internal/search internal/sqlitedb internal/vectorindex internal/textindex internal/recall", "it indexes what is in files for any store and knows no nouns of one"},
		"internal/search":       {root + "internal/search/pool internal/textindex internal/vectorindex internal/recall", "a search that knew one corpus would differ for the next one"},
		"internal/search/pool":  {"internal/recall", "what collections share of a question does not depend on what they hold"},
		"internal/sqlitedb":     {root, "it opens, migrates and writes databases for any store and knows no table of one"},
		"internal/textindex":    {root + "internal/recall", "it indexes terms for any store and knows no nouns of one"},
		"internal/meaning":      {root + "internal/sqlitedb internal/vectorindex", "it embeds what any room holds and knows no nouns of one, and no model"},
		"internal/vectorindex":  {root + "internal/sqlitedb", "it compares vectors for any store and knows no nouns of one, and no model"},
		"internal/recall":       {root + "internal/commonwords", "analysis and ranking are pure: the same words give the same order everywhere"},
		"internal/storetest":    {root + "internal/testsize", "a conformance suite that knew a store would not be one"},
		"internal/clitest":      {"internal/cli internal/wire/full", "it runs the programs from outside, as a user does"},
		"internal/testsize":     {"", "every test may ask it, so it may know none of what they test"},
		"internal/embed":        {root + tools, "which embedder is chosen is decided without one of them"},
		"internal/embed/fetch":  {root + tools + "internal/embed", "it brings files to a folder and knows no model's inside"},
		"internal/embed/remote": {root + "internal/embed internal/tokens", "what speaks to a network knows no store"},

		"internal/banks":            {root + "internal/banks/bankfile internal/banks/schema internal/rawjson internal/secrets internal/spool", uses},
		"internal/banks/bankfile":   {root + "internal/rawjson", part},
		"internal/banks/schema":     {"internal/rawjson", part},
		"internal/banks/jq":         {root + "internal/banks internal/rawjson", part},
		"internal/banks/bankfolder": {root + tools + "internal/banks internal/banks/bankfile", part},
		"internal/banks/banksource": {root + tools + "internal/banks internal/banks/bankfolder internal/fileindex internal/recall internal/search/pool", part},

		"internal/cards":            {root + "internal/cards/wikilink internal/secrets", uses},
		"internal/cards/wikilink":   {"", part},
		"internal/cards/vault":      {root + tools + "internal/cards internal/cards/wikilink internal/fileindex internal/recall", part},
		"internal/cards/cardsource": {root + "internal/cards internal/cards/vault internal/fileindex", part},

		"internal/ledger": {root + "internal/ledger/workspace internal/meaning internal/rawjson internal/recall internal/search internal/secrets " +
			"internal/sqlitedb internal/textindex internal/tokens internal/uuid internal/vectorindex", store},
		"internal/ledger/workspace": {"internal/origin", part},

		"internal/accesstoken": {root + "internal/atomicfile internal/filelock", leaf},
		"internal/atomicfile":  {root, leaf},
		"internal/spool":       {root, leaf},
		"internal/commonwords": {"", leaf},
		"internal/fence":       {"internal/harmless", leaf},
		"internal/config":      {root + "internal/atomicfile internal/filelock internal/paths internal/secrets internal/typo", leaf},
		"internal/filelock":    {root + "internal/atomicfile", leaf},
		"internal/frontmatter": {root, leaf},
		"internal/evaluation":  {root + "internal/uuid", leaf},
		"internal/extract":     {root + "internal/when", leaf},
		"internal/handover":    {"", leaf},
		"internal/histories":   {root + "internal/extract internal/frontmatter internal/portable", leaf},
		"internal/hook":        {root + "internal/atomicfile internal/extract internal/filelock", leaf},
		"internal/inside":      {root, leaf},
		"internal/install":     {root + "integrations internal/atomicfile internal/filelock internal/paths internal/rawjson skills", leaf},
		"internal/harmless":    {"", leaf},
		"internal/origin":      {root, leaf},
		"internal/paths":       {root, leaf},
		"internal/portable":    {root + "internal/frontmatter", leaf},
		"internal/rawjson":     {"", leaf},
		"internal/secrets":     {root + "internal/rawjson", leaf},
		"internal/tokens":      {"", leaf},
		"internal/toon":        {"internal/harmless", leaf},
		"internal/typo":        {"", leaf},
		"internal/uuid":        {"", leaf},
		"internal/when":        {root, leaf},

		"internal/embed/bert":        {root + "internal/atomicfile internal/embed/safetensors internal/embed/wordpiece", leaf},
		"internal/embed/safetensors": {root, leaf},
		"internal/embed/wordpiece":   {root + "internal/rawjson", leaf},
		"internal/embed/static":      {root + "internal/embed/wordpiece", leaf},

		"internal/mcp/mcptest":   {"", "it asks servers from outside, as a host does"},
		"internal/toon/toontest": {"internal/toon", "it reads what the encoder prints, and shares no rule with it but numbers"},

		"integrations": {"", "it is files to be copied, and what reads them"},
		"skills":       {"", "it is files to be copied, and what reads them"},

		"bench/**":  {"**", "measurements look at every part; nothing imports them"},
		"scripts/*": {"", "the workshop builds and runs the programs from outside, as a user does"},
	}
}

// libraries says who may import what others wrote: a library that one package
// holds can be replaced there, and its cost at start-up has one address.
func libraries() map[string]string {
	return map[string]string{
		"github.com/goccy/go-yaml":               "internal/frontmatter",
		"github.com/gofrs/flock":                 "internal/fileindex internal/filelock",
		"github.com/google/jsonschema-go":        "internal/banks/schema",
		"github.com/itchyny/gojq":                "internal/banks/jq",
		"github.com/kljensen/snowball":           "internal/recall",
		"github.com/modelcontextprotocol/go-sdk": "internal/mcp",
		"github.com/spf13/cobra":                 "internal/cli internal/cli/*",
		"github.com/spf13/pflag":                 "internal/cli internal/cli/*",
		"github.com/rogpeppe/go-internal":        "internal/clitest",
		"golang.org/x/term":                      "internal/cli",
		"golang.org/x/text":                      "internal/recall internal/cards/wikilink internal/embed/wordpiece",
		"modernc.org/sqlite":                     "internal/sqlitedb",
	}
}

func TestArrowsPointDown(t *testing.T) {
	src := readSource(t)
	for _, p := range src.packages {
		place, ok := roomOf(p.path)
		if !ok {
			t.Errorf("%s has no place in the house: add it to the table in arch_test.go, with what it may import and why", p.path)
			continue
		}
		for imported, spec := range p.imports() {
			target, ours := inModule(imported)
			if ours && !matchesAny(place.imports, target) {
				t.Errorf("%s: %s must not import %s: %s", src.at(spec), p.path, target, place.why)
			}
		}
	}
}

func TestLibrariesHaveOneAddress(t *testing.T) {
	src := readSource(t)
	for _, p := range src.packages {
		for imported, spec := range p.imports() {
			if _, ours := inModule(imported); ours || isStandard(imported) || p.within("bench") {
				continue
			}
			owners, known := ownersOf(imported)
			switch {
			case p.path == ".":
				t.Errorf("%s: the root imports the standard library alone, not %s", src.at(spec), imported)
			case !known:
				t.Errorf("%s: %s is not in the table of libraries in arch_test.go: say there who may import it", src.at(spec), imported)
			case !matchesAny(owners, p.path):
				t.Errorf("%s: %s belongs to %s, not to %s", src.at(spec), imported, owners, p.path)
			}
		}
	}
}

// testPackages are made of what several test files share.
const testPackages = "internal/clitest internal/mcp/mcptest internal/storetest internal/testsize internal/toon/toontest"

func TestProductHoldsNoTestCode(t *testing.T) {
	src := readSource(t)
	for _, p := range src.packages {
		if matchesAny(testPackages, p.path) || p.within("bench") {
			continue
		}
		for imported, spec := range p.imports() {
			target, ours := inModule(imported)
			if imported == "testing" || ours && matchesAny(testPackages, target) {
				t.Errorf("%s: %s is for tests and registers their flags in the program", src.at(spec), imported)
			}
		}
	}
}

// TestHouseIsFurnished keeps the table true: a row without a package is a
// rule that is never checked.
func TestHouseIsFurnished(t *testing.T) {
	src := readSource(t)
	for pattern := range house() {
		used := slices.ContainsFunc(src.packages, func(p *sourcePackage) bool { return matches(pattern, p.path) })
		if !used && pattern != "bench/**" {
			t.Errorf("arch_test.go has a row for %s, which does not exist", pattern)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{".", ".", true},
		{".", "internal/cli", false},
		{"internal/cli", "internal/cli", true},
		{"internal/cli", "internal/cli/agmemcli", false},
		{"internal/cli/*", "internal/cli/agmemcli", true},
		{"internal/cli/*", "internal/cli", false},
		{"internal/cli/*", "internal/cli/agmemcli/deep", false},
		{"bench/**", "bench", true},
		{"bench/**", "bench/retrieval/cmd", true},
		{"bench/**", "benches", false},
		{"**", ".", true},
		{"**", "internal/memories", true},
	} {
		if got := matches(test.pattern, test.path); got != test.want {
			t.Errorf("matches(%q, %q) = %v", test.pattern, test.path, got)
		}
	}
}

// roomOf returns the row of a package; one that names it wins over a pattern.
func roomOf(packagePath string) (room, bool) {
	if r, ok := house()[packagePath]; ok {
		return r, true
	}
	for pattern, r := range house() {
		if matches(pattern, packagePath) {
			return r, true
		}
	}
	return room{}, false
}

func ownersOf(imported string) (string, bool) {
	for module, owners := range libraries() {
		if imported == module || strings.HasPrefix(imported, module+"/") {
			return owners, true
		}
	}
	return "", false
}

// inModule returns the folder of an imported package of this module.
func inModule(imported string) (string, bool) {
	if imported == modulePath {
		return ".", true
	}
	return strings.CutPrefix(imported, modulePath+"/")
}

func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

func matchesAny(patterns, packagePath string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(pattern string) bool { return matches(pattern, packagePath) })
}

func matches(pattern, packagePath string) bool {
	if above, ok := strings.CutSuffix(pattern, "**"); ok {
		return above == "" || strings.HasPrefix(packagePath+"/", above)
	}
	ok, err := path.Match(pattern, packagePath)
	return ok && err == nil
}
